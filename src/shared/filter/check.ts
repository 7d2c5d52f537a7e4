import { allOperators, type Field, type Fields, limits, operators } from './grammar.ts'
import { isReversed, valueProblem } from './values.ts'

type Path = (string | number)[]
/** What is wrong with a filter, where, and in which node. */
export type Problem = { path: Path; message: string; node: object }
type ValueProblem = { path: Path; message: string }
type State = { conditions: number; cost: number; problems: Problem[] }
type RawNode = Record<string, unknown>

/**
 * All problems of a filter beyond its shape: one rule per node, operators and values that suit the field, limits.
 * Parts of a wrong type are skipped, because the schema reports them.
 */
export function checkFilter(filter: unknown, fields: Fields): Problem[] {
  if (!isObject(filter)) return []
  const size = new TextEncoder().encode(JSON.stringify(filter)).length
  if (size > limits.bytes) return [{ path: [], message: `larger than ${limits.bytes} bytes`, node: filter }]
  const state: State = { conditions: 0, cost: 0, problems: [] }
  walk(filter, fields, [], 1, state)
  if (state.conditions > limits.conditions) {
    const message = `at most ${limits.conditions} conditions, not ${state.conditions}`
    state.problems.unshift({ path: [], message, node: filter })
  } else if (state.cost > limits.cost) {
    const message =
      `too expensive: its conditions on texts cost ${state.cost}, at most ${limits.cost} ` +
      '(text costs 6, title and key 1 each); leave some out, look in title, or look for a phrase instead of its words'
    state.problems.unshift({ path: [], message, node: filter })
  }
  return state.problems
}

const conditionKeys = ['field', 'op', 'value']

function walk(node: unknown, fields: Fields, path: Path, depth: number, state: State): void {
  if (!isObject(node)) return
  const report = (found: ValueProblem) => {
    state.problems.push({ message: found.message, path: [...path, ...found.path], node })
  }
  const groups = ['and', 'or', 'not'].filter((key) => node[key] !== undefined)
  const isCondition = conditionKeys.some((key) => node[key] !== undefined)
  if (groups.length + Number(isCondition) !== 1) {
    return report({
      path: [],
      message: 'give exactly one of and, or, not, or a condition (field, op, value)',
    })
  }
  if (isCondition) {
    state.conditions++
    state.cost += costOf(node, fields)
    return conditionProblems(node, fields).forEach(report)
  }
  if (depth > limits.depth) return report({ path: [], message: `groups nest at most ${limits.depth} deep` })
  const rule = groups[0]!
  const inner = node[rule]
  if (rule === 'not') return walk(inner, fields, [...path, rule], depth + 1, state)
  if (Array.isArray(inner)) inner.forEach((one, n) => walk(one, fields, [...path, rule, n], depth + 1, state))
}

const costOf = ({ field: name }: RawNode, fields: Fields) => {
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  return field?.kind === 'text' ? field.cost : 0
}

function conditionProblems({ field: name, op, value }: RawNode, fields: Fields): ValueProblem[] {
  const missing = Object.entries({ field: name, op }).flatMap(([key, value]) =>
    value === undefined ? [{ path: [key], message: 'required' }] : [],
  )
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  const operator = allOperators.find((one) => one === op)
  if (!field || !operator) return missing
  const allowed: readonly string[] = operators[field.kind]
  if (!allowed.includes(operator)) {
    return [{ path: ['op'], message: `not allowed for ${field.kind}; use ${allowed.join(', ')}` }]
  }
  return valueProblems(field, operator, value).map(({ path, message }) => ({
    path: ['value', ...path],
    message,
  }))
}

function valueProblems(field: Field, op: string, value: unknown): ValueProblem[] {
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

function listProblems(field: Field, value: unknown, min: number, max: number): ValueProblem[] {
  if (!Array.isArray(value) || value.length < min || value.length > max) {
    const size = min === max ? min : `${min} to ${max}`
    return [{ path: [], message: `must be a list of ${size} values` }]
  }
  return value.flatMap((one, n) => {
    const message = valueProblem(field, one)
    return message ? [{ path: [n], message }] : []
  })
}

const isObject = (value: unknown): value is RawNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
