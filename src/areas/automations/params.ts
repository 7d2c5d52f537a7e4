import { isUuid } from '../../kit/id.ts'

/** A parameter of a trigger or an action: one definition both validates and documents it. */
export type Param = {
  does: string
  required?: true
  /** Required if another parameter has this value, and otherwise not allowed. */
  when?: readonly [param: string, value: string]
} & (
  | { kind: 'choice' | 'choices'; values: readonly string[] }
  | { kind: 'id'; of: 'user' | 'tag' | 'sprint' }
  | { kind: 'ids'; of: 'user'; most: number }
  | { kind: 'text'; most: number; template: true }
  | { kind: 'number'; least: number; most: number }
)
export type Part = { does: string; params: Record<string, Param> }
export type Parts = Record<string, Part>
export type Problem = { path: (string | number)[]; message: string }
type Values = Record<string, unknown>

/** The problems in the parameters of a trigger or an action, each with its path. */
export function paramProblems({ params }: Part, values: Values, placeholders: readonly string[]): Problem[] {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(params, name))
  const known = Object.keys(params)
  const instead = known.length ? `; use ${known.join(', ')}` : '; it takes none'
  return [
    ...unknown.map((name) => ({ path: [name], message: `unknown parameter${instead}` })),
    ...Object.entries(params).flatMap(([name, param]) => {
      const value = values[name]
      const { when } = param
      const isAsked = when ? values[when[0]] === when[1] : param.required
      if (value === undefined) return isAsked ? [{ path: [name], message: 'required' }] : []
      if (when && !isAsked) return [{ path: [name], message: `only where ${when[0]} is ${when[1]}` }]
      return valueProblems(param, value, placeholders).map(({ path, message }) => ({
        path: [name, ...path],
        message,
      }))
    }),
  ]
}

function valueProblems(param: Param, value: unknown, placeholders: readonly string[]): Problem[] {
  const say = (message: string | undefined): Problem[] => (message ? [{ path: [], message }] : [])
  switch (param.kind) {
    case 'choice':
      return say(choiceProblem(param.values, value))
    case 'choices':
      return listProblems(value, param.values.length, (one) => choiceProblem(param.values, one))
    case 'id':
      return say(idProblem(value))
    case 'ids':
      return listProblems(value, param.most, idProblem)
    case 'number':
      return say(
        Number.isInteger(value) && Number(value) >= param.least && Number(value) <= param.most
          ? undefined
          : `must be a whole number from ${param.least} to ${param.most}`,
      )
    case 'text':
      return say(textProblem(param.most, value) ?? templateProblem(String(value), placeholders))
  }
}

const choiceProblem = (values: readonly string[], value: unknown) =>
  values.some((one) => one === value) ? undefined : `must be ${values.join(', ')}`
const idProblem = (value: unknown) =>
  typeof value === 'string' && isUuid(value) ? undefined : 'must be a uuid'
const textProblem = (most: number, value: unknown) =>
  typeof value === 'string' && value.trim() && value.length <= most
    ? undefined
    : `must be text of 1 to ${most} characters`

/** Unknown placeholders would be shown to people verbatim. */
function templateProblem(template: string, placeholders: readonly string[]): string | undefined {
  const wrong = [...template.matchAll(/\{\{(.*?)\}\}/gs)].find(
    ([, name]) => !placeholders.includes(name!.replaceAll(/^ *| *$/g, '')),
  )
  return wrong
    ? `unknown placeholder ${wrong[0].slice(0, 40)}; use ${placeholders.map((name) => `{{${name}}}`).join(', ')}`
    : undefined
}

function listProblems(
  value: unknown,
  most: number,
  problem: (one: unknown) => string | undefined,
): Problem[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > most)
    return [{ path: [], message: `must be a list of 1 to ${most} values` }]
  if (new Set(value).size < value.length) return [{ path: [], message: 'a value twice' }]
  return value.flatMap((one, n) => {
    const message = problem(one)
    return message ? [{ path: [n], message }] : []
  })
}

/** Parameters as stored: ids in lower case, as in events and columns. */
export const paramValues = ({ params }: Part, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = params[name]?.kind
      return [name, kind === 'id' || kind === 'ids' ? lower(value) : value]
    }),
  )
const lower = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lower) : String(value).toLowerCase()

/** The parts in machine-readable form. */
export const describeParts = (parts: Parts) =>
  Object.entries(parts).map(([name, { does, params }]) => ({
    name,
    does,
    params: Object.entries(params).map(([param, { does: what, required, when, ...rest }]) => ({
      name: param,
      does: what,
      required: Boolean(required),
      ...(when ? { required_when: { param: when[0], is: when[1] } } : {}),
      ...rest,
    })),
  }))

/** The parameters in one line, with `?` after optional ones. */
export const paramsInShort = (parts: Parts) =>
  Object.entries(parts)
    .filter(([, { params }]) => Object.keys(params).length)
    .map(([name, { params }]) => `${name}: ${Object.entries(params).map(inShort).join(', ')}`)
    .join('; ')
const inShort = ([name, param]: [string, Param]) =>
  `${name}${param.required ? '' : '?'}${param.kind === 'choice' ? ` (${param.values.join(' | ')})` : ''}`
