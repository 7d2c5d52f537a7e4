import { judge } from './check.ts'
import type { Condition, Field, Grammar, Node, Op, Scalar } from './grammar.ts'
import { dateTokens } from './values.ts'

/** A tree, or the sentences that say what is wrong with the text. */
export type Read = { tree: Node; problems: [] } | { tree?: undefined; problems: string[] }

/**
 * Reads the one-line form of a filter: `priority:high assignee:@me -tag:wontfix due<7d "login"`. All terms must
 * hold; `OR` between them, parentheses and a leading `-` do what they say; `a,b` is a list, `3..8` a span, `none`
 * and `any` ask for emptiness; other words are looked for in the text. The tree is judged as the JSON form is.
 */
export function readFilterText(text: string, grammar: Grammar): Read {
  const reader = new Reader(text, grammar)
  const tree = reader.read()
  if (reader.problems.length) return { problems: reader.problems }
  if (!tree) return { problems: ['must not be empty'] }
  const found = judge(tree, grammar.fields).map(({ message, node }) => {
    const term = reader.terms.get(node)
    return term === undefined ? message : `${term}: ${message}`
  })
  return found.length ? { problems: found } : { tree, problems: [] }
}

const term = /([A-Za-z_]+)(:|!=|<=|>=|<|>|=)((?:"[^"]*"|[^\s()"])+)/y
const quoted = /"([^"]*)"/y
const word = /[^\s()"]+/y

class Reader {
  readonly problems: string[] = []
  /** The words that a node was read from. */
  readonly terms = new Map<object, string>()
  private at = 0
  private readonly text: string
  private readonly grammar: Grammar

  constructor(text: string, grammar: Grammar) {
    this.text = text
    this.grammar = grammar
  }

  read(): Node | undefined {
    const tree = this.choices()
    if (this.at < this.text.length) this.problems.push(`unmatched ) at character ${this.at + 1}`)
    return tree
  }

  /** Terms, with `OR` between runs of them. */
  private choices(): Node | undefined {
    const runs: Node[][] = [[]]
    while (this.skip() && this.text[this.at] !== ')') {
      if (this.take(/OR(?=[\s()]|$)/y)) runs.push([])
      else runs.at(-1)!.push(...this.one())
    }
    const halves = runs.length > 1 && runs.some((run) => run.length === 0)
    if (halves) this.problems.push('OR needs a term on both sides')
    return together(
      'or',
      runs.flatMap((run) => together('and', run) ?? []),
    )
  }

  private one(): Node[] {
    const start = this.at
    const negative = this.take(/-(?=\S)/y) !== undefined
    const node = this.take(/\(/y) ? this.group(start) : this.term(start)
    if (!node) return []
    const result = negative ? negate(node) : node
    this.terms.set(result, this.text.slice(start, this.at))
    return [result]
  }

  private group(start: number): Node | undefined {
    const inside = this.choices()
    if (!this.take(/\)/y)) this.problems.push(`unclosed ( at character ${start + 1}`)
    else if (!inside) this.problems.push(`nothing between the parentheses at character ${start + 1}`)
    return inside
  }

  private term(start: number): Node | undefined {
    const parts = this.take(term)
    if (parts) return this.condition(parts[0], parts[1]!, parts[2]!, parts[3]!)
    const words = this.take(quoted)?.[1] ?? this.take(word)?.[0]
    if (words !== undefined) return { field: 'text', op: 'contains', value: words }
    this.problems.push(`unclosed " at character ${start + 1}`)
    this.at = this.text.length
  }

  private condition(whole: string, name: string, sign: string, written: string): Condition | undefined {
    const { fields, short, predicates } = this.grammar
    const predicate = predicates[whole.toLowerCase()]
    if (predicate) return { field: predicate, op: 'is', value: true }
    const lower = name.toLowerCase()
    const field = Object.hasOwn(short, lower) ? short[lower]! : lower
    if (Object.hasOwn(fields, field)) return conditionOf(field, fields[field]!, sign, written)
    const known = ['is', 'has'].includes(lower)
      ? `use ${Object.keys(predicates).join(', ')}`
      : 'quote it to look for the words'
    this.problems.push(`${whole}: unknown field; ${known}`)
  }

  private skip(): boolean {
    this.take(/\s+/y)
    return this.at < this.text.length
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text) ?? undefined
    if (found) this.at = pattern.lastIndex
    return found
  }
}

const together = (rule: 'and' | 'or', nodes: Node[]): Node | undefined =>
  nodes.length > 1 ? (rule === 'and' ? { and: nodes } : { or: nodes }) : nodes[0]

const opposites: Partial<Record<Op, Op>> = {
  eq: 'ne',
  ne: 'eq',
  in: 'not_in',
  not_in: 'in',
  contains: 'not_contains',
  is_null: 'not_null',
  not_null: 'is_null',
}

function negate(node: Node): Node {
  if (!('op' in node)) return { not: node }
  if (node.op === 'is') return { ...node, value: !node.value }
  const op = opposites[node.op]
  return op ? { ...node, op } : { not: node }
}

const comparisons: Record<string, Op> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}
const emptiness: Record<string, Op> = { none: 'is_null', any: 'not_null' }

function conditionOf(name: string, field: Field, sign: string, written: string): Condition {
  const op = comparisons[sign]
  if (field.kind === 'text') return { field: name, op: op ?? 'contains', value: unquoted(written) }
  const parts = sign === ':' && Object.hasOwn(emptiness, written) ? emptiness[written] : undefined
  if (parts) return { field: name, op: parts }
  const span = sign === ':' ? /^(.+)\.\.(.+)$/.exec(written) : null
  if (span) return { field: name, op: 'between', value: [valueOf(field, span[1]!), valueOf(field, span[2]!)] }
  const values = partsOf(written).map((part) => valueOf(field, part))
  if (field.kind === 'predicate') return { field: name, op: 'is', value: values[0]! }
  if (values.length === 1) return { field: name, op: op ?? 'eq', value: values[0]! }
  const list = op === 'ne' ? 'not_in' : op === undefined || op === 'eq' ? 'in' : op
  return { field: name, op: list, value: values }
}

/** Parts between commas that stand outside quotes. */
const partsOf = (written: string) => written.match(/(?:"[^"]*"|[^,"])+/g) ?? [written]
const unquoted = (part: string) => part.replaceAll('"', '')

/** What was written, as the JSON form has it: `7d` is P7D, `me` is @me, `true` is true, a name is `#name`. */
function valueOf(field: Field, part: string): Scalar {
  const value = unquoted(part)
  switch (field.kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'predicate':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'enum':
      return value.toLowerCase()
    case 'date':
      return dateOf(value)
    case 'id':
      return idOf(field.tokens ?? {}, value, part.includes('"'))
    default:
      return value
  }
}

function dateOf(value: string): string {
  const token = dateTokens.find((one) => one.slice(1) === value.toLowerCase())
  const [, minus, many, unit] = /^(-?)(\d+)([HDWMY])$/.exec(value.toUpperCase()) ?? []
  return token ?? (unit ? `${minus}P${unit === 'H' ? 'T' : ''}${many}${unit}` : value)
}

function idOf(tokens: Record<string, unknown>, value: string, isQuoted: boolean): string {
  const token = Object.keys(tokens).find((one) => [value, `@${value}`, `@${value}_sprint`].includes(one))
  if (token && !isQuoted) return token
  return /^[@#]/.test(value) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value) ? value : `#${value}`
}
