import type { Env } from '../kit/config.ts'
import { Refusal } from '../kit/errors.ts'
import { listed } from './listed.ts'
import { metaTools } from './meta.ts'
import type { Slot } from './names.ts'

type Json = { [key: string]: unknown }
/**
 * The tools a client chose: `core`, `all`, `lean` or areas such as `sprints,tasks`; then ` readonly` and
 * ` structured`, if chosen.
 */
export type Profile = string
type Hints = Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
/** A tool as it is sent to clients. */
export type Listed = {
  name: string
  title?: string
  description: string
  inputSchema: Json
  outputSchema?: Json
  annotations: Partial<Hints>
}
/** A tool of openapi/tools.json: what clients get, and the operation that it calls. */
export type Tool = Listed & {
  operation: string
  area: string
  /** Arguments that are query parameters; the others belong to the path or the body. */
  query: string[]
  /** The operation that it calls instead if one of its arguments is absent. */
  instead?: { without: string; area: string; operation: string; query: string[] }
  /** The kinds of objects that its arguments name. */
  slots?: Record<string, Slot>
  /** The minimum rank that may call it; 0 if that depends on the object. */
  rank: number
  /** Keys of one project cannot call it. */
  reachesOrganization?: true
  profile: string
  block: string | null
  title: string
  annotations: Hints
}
export type Catalogue = { list: Listed[]; byName: Map<string, Tool> }

/** Finance, payroll, people, suppliers and administration. */
const sensitive = new Set(['fin', 'pay', 'hr', 'sup', 'org'])
let all: Tool[] = []
const catalogues = new Map<string, Catalogue>()
/** Clients choose the areas, so there could be millions of combinations. */
const maxCatalogues = 64

/**
 * Reads the tools, once per isolate, from the files that are deployed next to the Worker (scripts/assets.ts): they
 * would be a large part of it. The rest of this file and its users expect that this was awaited before.
 */
export async function loadTools({ ASSETS }: Env): Promise<void> {
  if (all.length) return
  // Not a shared promise: the runtime does not let a request wait for the work of another.
  const file = await ASSETS?.fetch('https://assets/tools.json')
  if (!file?.ok) throw new Error('the list of tools is not deployed')
  const read: Tool[] = await file.json()
  if (!all.length) all = read
}

/** All tools of an operation. */
export const toolsOf = (operation: string) => all.filter((tool) => tool.operation === operation)

/** What decides which tools a caller can use at all. */
export type KnownCaller = { rank: number; org_id: string | null; read_only: boolean; one_project: boolean }

/**
 * The tools of a profile, in their pinned order, without those that the caller could never call: writing tools for
 * read-only keys, those about more than a project for the key of one, and tools for higher roles. Computed once for each kind of caller.
 */
export function catalogueOf(profile: Profile, exposeSensitive: boolean, able?: KnownCaller): Catalogue {
  const maxRank = able?.org_id ? able.rank : Infinity
  const { read_only: isReadOnlyKey = false, one_project: isProjectKey = false } = able ?? {}
  const key = `${profile} ${exposeSensitive} ${maxRank} ${isReadOnlyKey} ${isProjectKey}`
  const cached = catalogues.get(key)
  if (cached) return cached
  const [sets = 'core', ...chosen] = profile.split(' ')
  const readOnly = chosen.includes('readonly')
  const areas = new Set(sets.split(','))
  const tools = all.filter(
    (tool) =>
      (sets === 'all' ||
        sets === 'lean' ||
        (sets === 'core' ? tool.profile === 'core' : areas.has(tool.area) || tool.area === 'session')) &&
      (!(readOnly || isReadOnlyKey) || tool.annotations.readOnlyHint) &&
      tool.rank <= maxRank &&
      !(isProjectKey && tool.reachesOrganization) &&
      (exposeSensitive || !sensitive.has(tool.block ?? '')),
  )
  const list =
    sets === 'lean'
      ? metaTools.filter((tool) => !readOnly || tool.annotations.readOnlyHint)
      : tools.map((tool) => listed(tool, isStructured(profile)))
  const catalogue = { list, byName: new Map(tools.map((tool) => [tool.name, tool])) }
  if (catalogues.size >= maxCatalogues) catalogues.clear()
  catalogues.set(key, catalogue)
  return catalogue
}

export const isLean = (profile: Profile) => profile.startsWith('lean')
/** True if tools with an output schema return structured content instead of text. */
export const isStructured = (profile: Profile) => profile.endsWith(' structured')

const allAreas = () => [...new Set(all.map(({ area }) => area))].toSorted()
const badRequest = (why: string) => new Refusal(400, 'bad_request', why)

/**
 * The profile that the URL requests: `tools=all`, or `toolsets=tasks,sprints`; `readonly=1` leaves out the tools that write;
 * `content=structured` is for clients that pass answers on to programs.
 */
export function profileOf(url: string): Profile {
  const query = new URL(url).searchParams
  const single = (name: string) => {
    const values = query.getAll(name)
    if (values.length > 1) throw badRequest(`${name} is given more than once`)
    return values[0]
  }
  const [tools, toolsets] = [single('tools'), single('toolsets')]
  const [readOnly, content] = [single('readonly'), single('content')]
  if (tools !== undefined && !['all', 'core', 'lean'].includes(tools))
    throw badRequest('tools is `all` or `core`, or `lean`; without it you get the core tools')
  if (tools !== undefined && toolsets !== undefined) throw badRequest('send tools or toolsets, not both')
  if (readOnly !== undefined && !['0', '1'].includes(readOnly)) throw badRequest('readonly is 1 or 0')
  if (content !== undefined && !['text', 'structured'].includes(content))
    throw badRequest('content is `text`, the default, or `structured`')
  const sets = toolsets === undefined ? (tools ?? 'core') : areasOf(toolsets)
  return [sets, readOnly === '1' && 'readonly', content === 'structured' && content].filter(Boolean).join(' ')
}

function areasOf(toolsets: string): string {
  const areas = [...new Set(toolsets.split(',').map((area) => area.trim()))].toSorted()
  const known = allAreas()
  const unknown = areas.filter((area) => !known.includes(area))
  if (unknown.length)
    throw badRequest(`toolsets: ${unknown.join(', ') || 'nothing'} is none of ${known.join(', ')}`)
  return areas.join()
}
