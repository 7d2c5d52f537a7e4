import { allOperators, type Field, type Fields, limits, operators } from './grammar.ts'
import { isReversed, valueProblem } from './values.ts'

type Path = (string | number)[]
/** What is wrong with a filter, where, and in which node. */
export type Problem = { path: Path; message: string; node: object }
type Found = { path: Path; message: string }
type Seen = { conditions: number; cost: number; problems: Problem[] }
type Loose = Record<string, unknown>

/**
 * What is wrong with a filter beyond its shape, all of it: one rule in a node, fitting operators and values, limits.
 * Parts of a wrong type are passed over, because the schema names them.
 */
export function judge(filter: unknown, fields: Fields): Problem[] {
  if (!isObject(filter)) return []
  const size = new TextEncoder().encode(JSON.stringify(filter)).length
  if (size > limits.bytes) return [{ path: [], message: `larger than ${limits.bytes} bytes`, node: filter }]
  const seen: Seen = { conditions: 0, cost: 0, problems: [] }
  walk(filter, fields, [], 1, seen)
  if (seen.conditions > limits.conditions) {
    const message = `at most ${limits.conditions} conditions, not ${seen.conditions}`
    seen.problems.unshift({ path: [], message, node: filter })
  } else if (seen.cost > limits.cost) {
    const message =
      `too expensive: its conditions on texts cost ${seen.cost}, at most ${limits.cost} ` +
      '(text costs 6, title and key 1 each); leave some out, look in title, or look for a phrase instead of its words'
    seen.problems.unshift({ path: [], message, node: filter })
  }
  return seen.problems
}

const conditionKeys = ['field', 'op', 'value']

function walk(node: unknown, fields: Fields, path: Path, depth: number, seen: Seen): void {
  if (!isObject(node)) return
  const say = (found: Found) => {
    seen.problems.push({ message: found.message, path: [...path, ...found.path], node })
  }
  const groups = ['and', 'or', 'not'].filter((key) => node[key] !== undefined)
  const isCondition = conditionKeys.some((key) => node[key] !== undefined)
  if (groups.length + Number(isCondition) !== 1) {
    return say({ path: [], message: 'give exactly one of and, or, not, or a condition (field, op, value)' })
  }
  if (isCondition) {
    seen.conditions++
    seen.cost += costOf(node, fields)
    return conditionProblems(node, fields).forEach(say)
  }
  if (depth > limits.depth) return say({ path: [], message: `groups nest at most ${limits.depth} deep` })
  const rule = groups[0]!
  const inside = node[rule]
  if (rule === 'not') return walk(inside, fields, [...path, rule], depth + 1, seen)
  if (Array.isArray(inside))
    inside.forEach((one, n) => walk(one, fields, [...path, rule, n], depth + 1, seen))
}

const costOf = ({ field: name }: Loose, fields: Fields) => {
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  return field?.kind === 'text' ? field.cost : 0
}

function conditionProblems({ field: name, op, value }: Loose, fields: Fields): Found[] {
  const missing = Object.entries({ field: name, op }).flatMap(([key, given]) =>
    given === undefined ? [{ path: [key], message: 'required' }] : [],
  )
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  const known = allOperators.find((one) => one === op)
  if (!field || !known) return missing
  const allowed: readonly string[] = operators[field.kind]
  if (!allowed.includes(known)) {
    return [{ path: ['op'], message: `not allowed for ${field.kind}; use ${allowed.join(', ')}` }]
  }
  return valueProblems(field, known, value).map(({ path, message }) => ({
    path: ['value', ...path],
    message,
  }))
}

function valueProblems(field: Field, op: string, value: unknown): Found[] {
  if (op === 'is_null' || op === 'not_null') {
    return value === undefined || value === null ? [] : [{ path: [], message: `${op} takes no value` }]
  }
  if (value === undefined) return [{ path: [], message: 'required' }]
  if (op === 'in' || op === 'not_in') return listProblems(field, value, 1, limits.list)
  if (op === 'between') {
    const found = listProblems(field, value, 2, 2)
    return found.length === 0 && Array.isArray(value) && isReversed(value)
      ? [{ path: [], message: 'the first must not be greater than the second' }]
      : found
  }
  const message = valueProblem(field, value)
  return message ? [{ path: [], message }] : []
}

function listProblems(field: Field, value: unknown, least: number, most: number): Found[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    const many = least === most ? least : `${least} to ${most}`
    return [{ path: [], message: `must be a list of ${many} values` }]
  }
  return value.flatMap((one, n) => {
    const message = valueProblem(field, one)
    return message ? [{ path: [n], message }] : []
  })
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
