import tools from '../../openapi/tools.json' with { type: 'json' }
import { Refusal } from '../kit/errors.ts'
import type { Kind } from './names.ts'

type Json = { [key: string]: unknown }
export type Profile = 'core' | 'all'
/** A tool as it is sent to clients. */
type Listed = {
  name: string
  title: string
  description: string
  inputSchema: Json
  outputSchema?: Json
  annotations: Json
}
/** A tool of openapi/tools.json: what is sent, and the operation that it calls. */
export type Tool = Listed & {
  operation: string
  area: string
  /** Arguments that are query parameters; the others belong to the path or the body. */
  query: string[]
  /** What its arguments name, where they name something. */
  slots?: Record<string, Kind>
  profile: string
  block: string | null
  annotations: { readOnlyHint: boolean; destructiveHint: boolean }
}
type Catalogue = { list: Listed[]; byName: Map<string, Tool> }

/** Finance, payroll, people, suppliers and administration. */
const sensitive = new Set(['fin', 'pay', 'hr', 'sup', 'org'])
const catalogues = new Map<string, Catalogue>()

/** The tools of a profile, in their pinned order; computed once. */
export function catalogueOf(profile: Profile, exposeSensitive: boolean): Catalogue {
  const key = `${profile} ${exposeSensitive}`
  const known = catalogues.get(key)
  if (known) return known
  const chosen = (tools as unknown as Tool[]).filter(
    (tool) =>
      (profile === 'all' || tool.profile === 'core') && (exposeSensitive || !sensitive.has(tool.block ?? '')),
  )
  const made = { list: chosen.map(listed), byName: new Map(chosen.map((tool) => [tool.name, tool])) }
  catalogues.set(key, made)
  return made
}

const listed = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool): Listed => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema ? { outputSchema } : {}),
  annotations,
})

/** The profile that the URL requests. */
export function profileOf(url: string): Profile {
  const values = new URL(url).searchParams.getAll('tools')
  if (values.length === 0) return 'core'
  if (values.length === 1 && (values[0] === 'all' || values[0] === 'core')) return values[0]
  throw new Refusal(400, 'bad_request', 'tools is `all` or `core`; without it you get the core tools')
}
