import type { Env } from '../base/config.ts'
import { Refusal } from '../kit/errors.ts'
import { listed } from './listed.ts'
import { knowledgeTools } from './knowledge.ts'
import { metaTools } from './meta.ts'
import type { Slot } from './names.ts'
import type { Places } from './outside.ts'
import type { Rows } from './rows.ts'
import type { Part } from './parts.ts'

type Json = { [key: string]: unknown }
/**
 * The tools a client chose: `core`, `all`, `lean`, `knowledge`, or areas and tools such as `sprints,=create_issue`, with
 * `platform` for those beside the catalogue; then, if chosen, ` readonly`, the tools left out such as
 * ` -add_comment,delete_task`, ` structured`, and ` pages` if the client shows pages.
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
  _meta?: Json
}
/** How an object is shown before a tool changes it. */
export type Shown = { row: string; outside: Places }
/** A tool of openapi/tools.json: what clients get, and the operation that it calls. */
export type Tool = Listed & {
  operation: string
  area: string
  /** Arguments that are query parameters; the others belong to the path or the body. */
  query: string[]
  /** Values that it takes where none is sent. */
  defaults?: Record<string, string>
  /** The operation that it calls instead if one of its arguments is absent. */
  instead?: { without: string; area: string; operation: string; query: string[] }
  /** The operations that it calls for some of its arguments. */
  parts?: Part[]
  /** The kinds of objects that its arguments name. */
  slots?: Record<string, Slot>
  /** How its answer is shown in brief, and where it has texts of strangers. */
  rows?: Rows
  outside?: Places
  /** How what it would change is shown, by the operation that reads it. */
  affects?: Record<string, Shown>
  /** The minimum role level that may call it; 0 if that depends on the object. */
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
export const sensitive = new Set(['fin', 'pay', 'hr', 'sup', 'org'])
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
  const readTools = async (name: string): Promise<Tool[]> => {
    const file = await ASSETS?.fetch(`https://assets/${name}`)
    if (!file?.ok) throw new Error('the list of tools is not deployed')
    return file.json()
  }
  // Not a shared promise: the runtime does not let a request wait for the work of another.
  const read = await Promise.all(['tools.json', 'platform-tools.json'].map(readTools))
  if (!all.length) all = read.flat()
}

/** All tools of an operation. */
export const toolsOf = (operation: string) =>
  all.filter((tool) =>
    [tool, tool.instead, ...(tool.parts ?? [])].some((one) => one?.operation === operation),
  )

/** What decides which tools a caller can use at all. */
export type KnownCaller = {
  rank: number
  org_id: string | null
  read_only: boolean
  one_project: boolean
  scopes: string[] | null
}

/**
 * The tools of a profile, in their pinned order, without those that the caller could never call: writing tools for
 * read-only keys, those about more than a project for the key of one, those of areas that an app was not granted, and tools for
 * higher roles. Computed once for each kind of caller.
 */
export function catalogueOf(profile: Profile, exposeSensitive: boolean, able?: KnownCaller): Catalogue {
  const several = !able?.org_id
  const maxRank = several ? Infinity : able.rank
  const { read_only: isReadOnlyKey = false, one_project: isProjectKey = false, scopes } = able ?? {}
  const key = `${profile} ${exposeSensitive} ${several} ${maxRank} ${isReadOnlyKey} ${isProjectKey} ${scopes?.join()}`
  const cached = catalogues.get(key)
  if (cached) return cached
  const [sets = 'core', ...chosen] = profile.split(' ')
  const readOnly = chosen.includes('readonly')
  const excluded = new Set(
    chosen
      .find((one) => one.startsWith('-'))
      ?.slice(1)
      .split(','),
  )
  const [whole = ''] = sets.split(',')
  const isChosen = choiceOf(sets)
  const tools = all.filter(
    (tool) =>
      isChosen(tool) &&
      !excluded.has(tool.name) &&
      (!(readOnly || isReadOnlyKey) || tool.annotations.readOnlyHint) &&
      tool.rank <= maxRank &&
      !(isProjectKey && tool.reachesOrganization) &&
      (scopes?.includes(`${tool.area}:${tool.annotations.readOnlyHint ? 'read' : 'write'}`) ?? true) &&
      (exposeSensitive || !sensitive.has(tool.block ?? '')),
  )
  const list =
    whole in others
      ? others[whole]!.filter((tool) => !readOnly || tool.annotations.readOnlyHint)
      : tools.map((tool) =>
          listed(tool, { structured: isStructured(profile), several, pages: chosen.includes('pages') }),
        )
  const catalogue = { list, byName: new Map(tools.map((tool) => [tool.name, tool])) }
  if (catalogues.size >= maxCatalogues) catalogues.clear()
  catalogues.set(key, catalogue)
  return catalogue
}

/** What is listed in place of the tools, which these call. */
const others: Record<string, Listed[]> = { lean: metaTools, knowledge: knowledgeTools }

function choiceOf(sets: string): (tool: Tool) => boolean {
  const named = new Set(sets.split(','))
  const [first = ''] = named
  const withPlatform = named.has(platform)
  if (wholes.includes(first))
    return ({ profile }) => (profile === platform ? withPlatform : first !== 'core' || profile === 'core')
  // Whoever names areas also gets what any of them needs: who the user is, and their organizations.
  const withAreas = [...named].some((one) => !one.startsWith('='))
  return ({ area, name, profile }) =>
    profile === platform
      ? withPlatform
      : named.has(area) || named.has(`=${name}`) || (withAreas && area === 'session')
}

export const hasMetaTools = (profile: Profile) => profile.startsWith('lean')
export const isKnowledge = (profile: Profile) => profile.startsWith('knowledge')
/** True if tools with an output schema return structured content instead of text. */
export const isStructured = (profile: Profile) => profile.split(' ').includes('structured')
/** The profile of a client that shows pages. */
export const withPages = (profile: Profile): Profile => `${profile} pages`

const badRequest = (why: string) => new Refusal(400, 'bad_request', why)
const wholes = ['all', 'core', ...Object.keys(others)]
/** The toolset of the tools that are beside the catalogue. */
const platform = 'platform'

/**
 * The profile that the request chooses by its query or by the headers that clients also send to other servers: `tools=all`
 * or names of tools (`X-MCP-Tools`), `toolsets=tasks,sprints` (`X-MCP-Toolsets`) or both together, of which `platform` may also
 * stand beside `all`, `core` and `lean`; `exclude` leaves tools
 * out (`X-MCP-Exclude-Tools`), and `readonly=1` those that write (`X-MCP-Readonly`). `content=structured` is for clients
 * that pass answers on to programs.
 */
export function profileOf({ url, headers }: Pick<Request, 'url' | 'headers'>): Profile {
  const query = new URL(url).searchParams
  const chosen = (name: string, header: string) => {
    const values = query.getAll(name)
    if (values.length > 1) throw badRequest(`${name} is given more than once`)
    return values[0] ?? (headers.get(header)?.trim() || undefined)
  }
  const tools = chosen('tools', 'x-mcp-tools')
  const toolsets = chosen('toolsets', 'x-mcp-toolsets')
  const excluded = chosen('exclude', 'x-mcp-exclude-tools')
  const readOnly = chosen('readonly', 'x-mcp-readonly')
  const content = chosen('content', 'x-mcp-content')
  if (content !== undefined && !['text', 'structured'].includes(content))
    throw badRequest('content is `text`, the default, or `structured`')
  return [
    setsOf(tools, toolsets),
    isTrue(readOnly) && 'readonly',
    excluded !== undefined && `-${listOf('exclude', excluded, namesOf()).join()}`,
    content === 'structured' && content,
  ]
    .filter(Boolean)
    .join(' ')
}

function setsOf(tools: string | undefined, toolsets: string | undefined): string {
  if (tools !== undefined && wholes.includes(tools)) {
    if (toolsets === undefined) return tools
    if (toolsets !== platform || tools === 'knowledge')
      throw badRequest(
        `send tools=${tools} or toolsets, not both; only toolsets=platform goes with all, core and lean`,
      )
    return `${tools},${platform}`
  }
  const named = tools === undefined ? [] : listOf('tools', tools, namesOf(isListed), wholes)
  const areas = toolsets === undefined ? [] : listOf('toolsets', toolsets, namesOfAreas())
  return [...areas, ...named.map((name) => `=${name}`)].join() || 'core'
}

function isTrue(readOnly: string | undefined): boolean {
  if (readOnly === undefined || /^(?:0|false)$/i.test(readOnly)) return false
  if (/^(?:1|true)$/i.test(readOnly)) return true
  throw badRequest('readonly is 1 or 0')
}

const isListed = ({ profile }: Tool) => profile !== platform
const namesOf = (isOne: (tool: Tool) => boolean = Boolean) =>
  new Set(all.filter(isOne).map(({ name }) => name))
const namesOfAreas = () => new Set([platform, ...all.filter(isListed).map(({ area }) => area)])

function listOf(what: string, text: string, known: Set<string>, words: string[] = []): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].toSorted()
  const unknown = names.filter((name) => !known.has(name))
  if (!unknown.length) return names
  const choices = known.size < 100 ? [...known].toSorted().join(', ') : 'the tools at /mcp?tools=all'
  const orWords = words.length ? `${words.map((word) => `\`${word}\``).join(', ')}, or some of ` : ''
  throw badRequest(`${what}: ${unknown.join(', ') || 'nothing'} is none of ${orWords}${choices}`)
}
