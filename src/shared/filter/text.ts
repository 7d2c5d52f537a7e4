import { checkFilter } from './check.ts'
import type { Condition, Field, Grammar, Node, Op, Scalar } from './grammar.ts'
import { dateTokens, weekdayTokens } from './values.ts'

/** A tree, or the problems with the text. */
export type Read = { tree: Node; problems: [] } | { tree?: undefined; problems: string[] }

/**
 * Reads the one-line form of a filter: `priority:high assignee:@me -tag:wontfix due<7d "login"`. All terms must
 * hold; AND, OR and NOT, parentheses and a leading `-` do what they say; `a,b` is a list, `3..8` a span, `none`
 * and `any` ask for emptiness; other words are looked for in the text. What people write elsewhere is understood too:
 * `status = Done`, `due: <= tomorrow`, `assignee in (me, ada)`, `sprint is empty`. What looks like a field or an
 * operator and is neither is a problem, never a search term. The tree is validated like the JSON form.
 */
export function readFilterText(text: string, grammar: Grammar): Read {
  const reader = new Reader(text, grammar)
  const tree = reader.read()
  if (reader.problems.length) return { problems: reader.problems }
  if (!tree) return { problems: ['must not be empty'] }
  const problems = checkFilter(tree, grammar.fields).map(({ message, node }) => {
    const term = reader.terms.get(node)
    return term === undefined ? message : `${term}: ${message}`
  })
  return problems.length ? { problems } : { tree, problems: [] }
}

const name = '([A-Za-z_]+)'
const value = '(?:currentUser\\(\\)|(?:"[^"]*"|[^\\s(),"])+)'
const list = `(${value}(?:\\s*,\\s*${value})*)`
const term = new RegExp(`${name}\\s*(:\\s*(?:[<>]=?|!?=)?|[!<>=]=|<>|!~|[<>=~])\\s*${list}`, 'iy')
const inList = new RegExp(`${name}\\s+(not\\s+)?in\\s*\\(\\s*${list}\\s*\\)`, 'iy')
const isValue = new RegExp(`${name}\\s+is\\s+(not\\s+)?(${value})`, 'iy')
const quoted = /"([^"]*)"/y
const word = /[^\s()"]+/y
const [and, or, not] = ['and|&&?', 'or|\\|\\|?', 'not|!'].map(
  (sign) => new RegExp(`(?:${sign})(?=[\\s()]|$)`, 'iy'),
) as [RegExp, RegExp, RegExp]

class Reader {
  readonly problems: string[] = []
  /** The text that a node was parsed from. */
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
    let open: string | undefined
    const join = (sign: string) => {
      if (open || runs.at(-1)!.length === 0) this.problems.push(`${sign} needs a term on both sides`)
      open = sign
    }
    while (this.skip() && this.text[this.at] !== ')') {
      if (this.take(and)) join('AND')
      else if (this.take(or)) {
        join('OR')
        runs.push([])
      } else {
        open = undefined
        runs.at(-1)!.push(...this.one())
      }
    }
    if (open) this.problems.push(`${open} needs a term on both sides`)
    return together(
      'or',
      runs.flatMap((run) => together('and', run) ?? []),
    )
  }

  private one(): Node[] {
    const start = this.at
    let negative = false
    while (this.take(/-(?=\S)/y) ?? this.take(not)) {
      negative = !negative
      if (!this.skip() || this.text[this.at] === ')') {
        this.problems.push('NOT needs a term after it')
        return []
      }
    }
    const node = this.take(/\(/y) ? this.group(start) : this.term(start)
    if (!node) return []
    const result = negative ? negate(node, this.grammar.fields) : node
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
    if (parts) return this.condition(parts[0], parts[1]!, signOf(parts[2]!), parts[3]!)
    const worded = this.ofField(inList) ?? this.ofField(isValue)
    if (worded) return this.condition(worded[0], worded[1]!, worded[2] ? '!=' : '=', worded[3]!)
    const words = this.take(quoted)?.[1] ?? this.plain()
    if (words !== undefined) return words ? { field: 'text', op: 'contains', value: words } : undefined
    this.problems.push(`unclosed " at character ${start + 1}`)
    this.at = this.text.length
  }

  /** A word to look for; empty where it is an operator without a field or a value. */
  private plain(): string | undefined {
    const match = this.take(word)?.[0]
    if (match === undefined || !/^(?:[A-Za-z_]+[:<>=~]|[:<>=!~,&|]+$)/.test(match)) {
      const sorts = /^order$/i.test(match ?? '') && this.take(/\s+by\s.*/isy)
      if (sorts) this.problems.push(`order${sorts[0]}: the order is an argument of its own, sort`)
      return match
    }
    this.problems.push(`${match}: give a field, an operator and a value, such as status:todo, or quote it`)
    return ''
  }

  /** The match of a pattern here, if it starts with the name of a field. */
  private ofField(pattern: RegExp): RegExpExecArray | undefined {
    const before = this.at
    const match = this.take(pattern)
    if (match && !this.fieldOf(match[1]!)) this.at = before
    return match && this.at > before ? match : undefined
  }

  private fieldOf(written: string): string | undefined {
    const { fields, short } = this.grammar
    const lower = written.toLowerCase()
    const field = Object.hasOwn(short, lower) ? short[lower]! : lower
    return Object.hasOwn(fields, field) ? field : undefined
  }

  /** The field whose values `is:` names, such as `is:open`. */
  private stateOf(written: string, sign: string, values: string): string | undefined {
    const { fields, is: name = '' } = this.grammar
    const field = fields[name]
    if (written.toLowerCase() !== 'is' || sign !== ':' || field?.kind !== 'enum') return undefined
    const known = (part: string) => field.values.includes(part) || field.synonyms?.[part]
    return partsOf(values).every((part) => valuesOf(field, part).every((one) => known(String(one))))
      ? name
      : undefined
  }

  private condition(expression: string, written: string, sign: string, values: string): Node | undefined {
    const { fields, predicates } = this.grammar
    const predicate = predicates[expression.toLowerCase().replaceAll(/\s/g, '')]
    if (predicate) return { field: predicate, op: 'is', value: true }
    const field = this.fieldOf(written) ?? this.stateOf(written, sign, values)
    if (field)
      return named(field, fields[field]!, sign, values) ?? conditionOf(field, fields[field]!, sign, values)
    const flag = predicates[`is:${written.toLowerCase()}`]
    const truth = yesOrNo[values.toLowerCase()]
    if (flag && truth !== undefined && [':', '='].includes(sign))
      return { field: flag, op: 'is', value: truth }
    const hint = ['is', 'has'].includes(written.toLowerCase())
      ? `use ${Object.keys(predicates).join(', ')}`
      : `the fields are ${Object.keys(this.grammar.short).join(', ')} and those of the filter schema; quote it to look for the words`
    this.problems.push(`${expression}: unknown field; ${hint}`)
  }

  private skip(): boolean {
    this.take(/\s+/y)
    return this.at < this.text.length
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text) ?? undefined
    if (match) this.at = pattern.lastIndex
    return match
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

function negate(node: Node, fields: Record<string, Field>): Node {
  if (!('op' in node)) return { not: node }
  if (node.op === 'is') return { ...node, value: !node.value }
  const isEqualText = node.op === 'eq' && fields[node.field]?.kind === 'text'
  const op = isEqualText ? undefined : opposites[node.op]
  return op ? { ...node, op } : { not: node }
}

const comparisons: Record<string, Op> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
  '~': 'contains',
  '!~': 'not_contains',
}

/** Normalizes the spelling of an operator; `:` alone is the default test of a field. */
function signOf(written: string): string {
  const sign = written.replaceAll(/[\s:]/g, '')
  return sign === '' ? ':' : sign === '==' ? '=' : sign === '<>' ? '!=' : sign
}

/** How people answer a predicate: `blocked:yes` is `is:blocked`. */
const yesOrNo: Record<string, boolean | undefined> = { yes: true, true: true, no: false, false: false }

const isEmpty = /^(?:none|empty|null|nobody|unassigned)$/i
const isSet = /^(?:any|set|anybody)$/i

/** The operator of an emptiness test such as `none`, `is not empty`, `!= null`; else undefined. */
function emptinessOf(field: Field, sign: string, written: string): Op | undefined {
  if (field.kind === 'enum' && field.values.includes(written.toLowerCase())) return undefined
  if (![':', '=', '!='].includes(sign)) return undefined
  const operator = isEmpty.test(written) ? 'is_null' : isSet.test(written) ? 'not_null' : undefined
  return operator && sign === '!=' ? opposites[operator] : operator
}

/** What names an object is that object, not one whose name begins so: `key:WEB-4` is not WEB-40. */
function named(name: string, field: Field, sign: string, written: string): Node | undefined {
  if (field.kind !== 'text' || !field.names || ![':', '=', '!='].includes(sign)) return undefined
  const nodes = partsOf(written).map((part): Node => ({ field: name, op: 'eq', value: unquoted(part) }))
  const found: Node = nodes.length > 1 ? { or: nodes } : nodes[0]!
  return sign === '!=' ? { not: found } : found
}

function conditionOf(name: string, field: Field, sign: string, written: string): Condition {
  const op = comparisons[sign]
  if (field.kind === 'text')
    return { field: name, op: op === 'ne' ? 'not_contains' : (op ?? 'contains'), value: unquoted(written) }
  const emptiness = emptinessOf(field, sign, written)
  if (emptiness) return { field: name, op: emptiness }
  const span = sign === ':' || sign === '=' ? /^(.+)\.\.(.+)$/.exec(written) : null
  if (span) {
    const [low, high] = [span[1]!, span[2]!].map((part) => valuesOf(field, part)[0]!)
    return { field: name, op: 'between', value: [low!, high!] }
  }
  const values = partsOf(written).flatMap((part) => valuesOf(field, part))
  if (field.kind === 'predicate') return { field: name, op: 'is', value: values[0]! }
  if (values.length === 1) return { field: name, op: op ?? 'eq', value: values[0]! }
  const list = op === 'ne' ? 'not_in' : op === undefined || op === 'eq' ? 'in' : op
  return { field: name, op: list, value: values }
}

/** Parts between commas that stand outside quotes. */
const partsOf = (written: string) =>
  (written.match(/(?:"[^"]*"|[^,"])+/g) ?? [written]).map((part) => part.trim())
const unquoted = (part: string) => part.replaceAll('"', '')

/** The values in their JSON form: `7d` is P7D, `me` is @me, `true` is true, a name is `#name`. */
function valuesOf(field: Field, part: string): Scalar[] {
  const value = unquoted(part)
  switch (field.kind) {
    case 'number':
      return [/^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value]
    case 'predicate':
      return [/^(?:true|yes)$/i.test(value) ? true : /^(?:false|no)$/i.test(value) ? false : value]
    case 'enum': {
      const written = value.toLowerCase().replaceAll(/[\s-]+/g, '_')
      return field.synonyms?.[written] ? [...field.synonyms[written]] : [written]
    }
    case 'date':
      return [dateOf(value)]
    case 'id':
      return [idOf(field.tokens ?? {}, value, part.includes('"'))]
    default:
      return [value]
  }
}

const days: Record<string, string> = { yesterday: '-P1D', tomorrow: 'P1D' }

function dateOf(value: string): string {
  const lower = value.toLowerCase().replaceAll(' ', '_')
  const said = lower.replace(/^next_/, '')
  const token =
    dateTokens.find((one) => [one, one.slice(1)].includes(lower)) ??
    weekdayTokens.find((one) => [one, one.slice(1)].includes(said)) ??
    days[lower]
  const [, minus, many, unit = 'D'] =
    /^(?:@?today)?([+-]?)(\d{1,4})([HDWMY]|(?<=today[+-]\d{1,4}))$/i.exec(value) ?? []
  const letter = unit.toUpperCase() || 'D'
  return token ?? (many ? `${minus === '-' ? '-' : ''}P${letter === 'H' ? 'T' : ''}${many}${letter}` : value)
}

function idOf(tokens: Record<string, unknown>, value: string, isQuoted: boolean): string {
  const lower = value.toLowerCase()
  const spelled = new Set([value, `@${lower}`, `@${lower}_sprint`, `${lower}_sprint`])
  const synonyms: Record<string, string> = {
    'currentuser()': '@me',
    myself: '@me',
    current: '@active_sprint',
    running: '@active_sprint',
  }
  const token = Object.keys(tokens).find((one) => spelled.has(one) || synonyms[lower] === one)
  if (token && !isQuoted) return token
  // People are mentioned so.
  if ('@me' in tokens && /^@./.test(value)) return `#${value.slice(1)}`
  return /^[@#]/.test(value) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value) ? value : `#${value}`
}
