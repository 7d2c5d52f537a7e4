import { isUuid } from '../../base/id.ts'
import { isCurrency } from '../../shared/money/currencies.ts'

/** A parameter of a trigger or an action: one definition both validates and documents it. */
export type Param = {
  does: string
  required?: true
  /** Required if another parameter has this value, not allowed otherwise. */
  when?: readonly [param: string, value: string]
  /** Another parameter that must be sent with it. */
  needs?: string
} & (
  | { kind: 'choice'; values: readonly string[]; task_only?: readonly string[] }
  | { kind: 'choices'; values: readonly string[] }
  | { kind: 'id'; of: 'user' | 'tag' | 'sprint' | 'stage' | 'pipeline' | 'project' }
  | { kind: 'ids'; of: 'user' | 'client'; most: number }
  | { kind: 'text'; most: number; template?: true }
  | { kind: 'texts'; most: number; longest: number }
  | { kind: 'number'; least: number; most: number }
  | { kind: 'currency' }
)
/** A trigger, or an action with the records that it can act on. */
export type Part = { does: string; params: Record<string, Param>; acts_on?: readonly string[] }
export type Parts = Record<string, Part>
export type Problem = { path: (string | number)[]; message: string }
type Values = Record<string, unknown>

/** The problems in the parameters of a trigger or an action, each with its path. */
export function paramProblems({ params }: Part, values: Values, placeholders: readonly string[]): Problem[] {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(params, name))
  const names = Object.keys(params)
  const hint = names.length ? `; use ${names.join(', ')}` : '; it takes none'
  return [
    ...unknown.map((name) => ({ path: [name], message: `unknown parameter${hint}` })),
    ...Object.entries(params).flatMap(([name, param]) => {
      const value = values[name]
      const { when } = param
      const isRequired = when ? values[when[0]] === when[1] : param.required
      if (value === undefined) return isRequired ? [{ path: [name], message: 'required' }] : []
      if (param.needs && values[param.needs] === undefined)
        return [{ path: [param.needs], message: `required with ${name}` }]
      if (when && !isRequired) return [{ path: [name], message: `only where ${when[0]} is ${when[1]}` }]
      return valueProblems(param, value, placeholders).map(({ path, message }) => ({
        path: [name, ...path],
        message,
      }))
    }),
  ]
}

function valueProblems(param: Param, value: unknown, placeholders: readonly string[]): Problem[] {
  const problemOf = (message: string | undefined): Problem[] => (message ? [{ path: [], message }] : [])
  switch (param.kind) {
    case 'choice':
      return problemOf(choiceProblem(param.values, value))
    case 'choices':
      return listProblems(value, param.values.length, (one) => choiceProblem(param.values, one))
    case 'id':
      return problemOf(idProblem(value))
    case 'ids':
      return listProblems(value, param.most, idProblem)
    case 'number':
      return problemOf(
        Number.isInteger(value) && Number(value) >= param.least && Number(value) <= param.most
          ? undefined
          : `must be a whole number from ${param.least} to ${param.most}`,
      )
    case 'currency':
      return problemOf(isCurrency(String(value)) ? undefined : 'must be an ISO 4217 code such as EUR')
    case 'texts':
      return listProblems(value, param.most, (one) => textProblem(param.longest, one))
    case 'text':
      return problemOf(
        textProblem(param.most, value) ??
          (param.template ? templateProblem(String(value), placeholders) : undefined),
      )
  }
}

const choiceProblem = (values: readonly string[], value: unknown) =>
  values.some((one) => one === value) ? undefined : `must be ${values.join(', ')}`
const idProblem = (value: unknown) =>
  typeof value === 'string' && isUuid(value) ? undefined : 'must be a uuid'
const textProblem = (max: number, value: unknown) =>
  typeof value === 'string' && value.trim() && value.length <= max
    ? undefined
    : `must be text of 1 to ${max} characters`

/** Unknown placeholders would be shown verbatim. The message lists those of the same record type, or all. */
function templateProblem(template: string, placeholders: readonly string[]): string | undefined {
  const unknownMatch = [...template.matchAll(/\{\{(.*?)\}\}/gs)].find(
    ([, name]) => !placeholders.includes(name!.replaceAll(/^ *| *$/g, '')),
  )
  if (!unknownMatch) return undefined
  const [record] = unknownMatch[1]!.trim().split('.', 1)
  const sameRecord = placeholders.filter((name) => name.startsWith(`${record}.`))
  const hint = (sameRecord.length ? sameRecord : placeholders).map((name) => `{{${name}}}`)
  return `unknown placeholder ${unknownMatch[0].slice(0, 40)}; use ${hint.join(', ')}`
}

function listProblems(value: unknown, max: number, problem: (one: unknown) => string | undefined): Problem[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > max)
    return [{ path: [], message: `must be a list of 1 to ${max} values` }]
  if (new Set(value).size < value.length) return [{ path: [], message: 'a value twice' }]
  return value.flatMap((one, n) => {
    const message = problem(one)
    return message ? [{ path: [n], message }] : []
  })
}

/** Parameters as stored: ids in lower case, as in events and columns, and text trimmed. */
export const paramValues = ({ params }: Part, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, stored(params[name], value)]))
function stored(param: Param | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => stored(param, one))
  if (param?.kind === 'id' || param?.kind === 'ids') return String(value).toLowerCase()
  return typeof value === 'string' && !(param && 'template' in param) ? value.trim() : value
}

/** The parts in machine-readable form. */
export const describeParts = (parts: Parts) =>
  Object.entries(parts).map(([name, { does, params, acts_on }]) => ({
    name,
    does,
    ...(acts_on ? { acts_on } : {}),
    params: Object.entries(params).map(([param, { does: what, required, when, ...rest }]) => ({
      name: param,
      does: what,
      required: Boolean(required),
      ...(when ? { required_when: { param: when[0], is: when[1] } } : {}),
      ...rest,
    })),
  }))

/** The triggers with their parameters on one line; parameters common to all triggers of a record type come last. */
export function triggersInShort(triggers: Parts): string {
  const types = Map.groupBy(Object.entries(triggers), ([name]) => name.split('.')[0]!)
  return [...types].map(([type, triggers]) => type + typeInShort(triggers)).join('; ')
}
function typeInShort(triggers: [string, Part][]): string {
  const params = (part: Part | undefined, shared: boolean) =>
    Object.entries(part?.params ?? {}).filter(
      ([name]) => triggers.every(([, other]) => name in other.params) === shared,
    )
  const names = triggers.map(([name, part]) => `.${name.split('.')[1]}${inBrackets(params(part, false))}`)
  const shared = inBrackets(params(triggers[0]?.[1], true))
  return names.join(', ') + (shared && `, each${shared}`)
}
const inBrackets = (params: [string, Param][]) =>
  params.length ? ` (${params.map(inShort).join(', ')})` : ''

/** The parameters of actions on one line; actions with the same parameters are grouped. */
export function paramsInShort(actions: Parts): string {
  const groups = Map.groupBy(Object.entries(actions), ([, { params }]) =>
    Object.entries(params).map(inShort).join(', '),
  )
  return [...groups]
    .flatMap(([params, group]) => (params ? `${group.map(([name]) => name).join(', ')}: ${params}` : []))
    .join('; ')
}
/** `?` marks optional parameters. The tools of the record type document the possible values. */
const inShort = ([name, param]: [string, Param]) =>
  param.required && param.kind === 'choice' && name === 'to'
    ? `to (${param.values.join(' | ')})`
    : `${name}${param.required ? '' : '?'}`
