import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXExpressionContainer') return textOf(node.expression)
  return undefined
}
const nameOf = (node: unknown): string =>
  isNode(node) ? ((node.name ?? node.value ?? nameOf(node.property)) as string) : ''

const plural = (one: string, many = `${one}s`) => `{n, plural, one {# ${one}} other {# ${many}}}`
/** What the functions say whose arguments are no whole messages. */
type Saying = (...texts: (string | undefined)[]) => string | undefined
const saying: Record<string, Saying> = {
  say: (text) => text,
  sayIn: (_about, text) => text,
  count: (_n, one, many) => one && plural(one, many),
  onDay: (what) => what && `${what} {at}`,
  atMoment: (what) => what && `${what} {at}`,
}

/** The properties of pages, forms and fields that the kit says. */
const properties = new Set(['title', 'lead', 'label', 'hint', 'none', 'verb', 'warning', 'search'])

/** The messages that pages say in a file, as they stand in it. */
export function messagesIn(file: string): Set<string> {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  const found = new Set<string>()
  const add = (text: string | undefined) => text && /\p{L}/u.test(text) && found.add(text)
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return undefined
    if (node.type === 'CallExpression') {
      const args = node.arguments as unknown[]
      const name = nameOf(node.callee)
      if (Object.hasOwn(saying, name)) add(saying[name]!(...args.map(textOf)))
      if (name === 'wordsOf') for (const text of wordsIn(args[0])) add(text)
    }
    if (node.type === 'Property' && properties.has(nameOf(node.key))) add(textOf(node.value))
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value)
    return undefined
  }
  visit(program)
  return found
}
const wordsIn = (node: unknown) =>
  isNode(node) && node.type === 'ObjectExpression'
    ? (node.properties as Node[]).map(({ value }) => textOf(value))
    : []

export const filesOf = (pattern: string) => globSync(pattern).toSorted()

/** All texts in a file. */
export function textsIn(file: string): Set<string> {
  const found = new Set<string>()
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return undefined
    const text = textOf(node)
    if (text) found.add(text)
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value)
    return undefined
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

/** The words among the values of messages that are said by nobody: the other words of a choice, or what stands for nothing. */
export function wordsBesideMessages(file: string): string[] {
  const found: string[] = []
  const literal = (node: unknown) => {
    const text = textOf(node)
    if (text && /[a-z]{2}/.test(text)) found.push(text)
  }
  const inValue = (node: unknown) => {
    if (!isNode(node)) return
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(inValue)
    else if (node.type === 'LogicalExpression') inValue(node.right)
    else literal(node)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const [text, values] = (node.arguments ?? []) as unknown[]
    const isMessage = node.type === 'CallExpression' && nameOf(node.callee) === 'say'
    // What a message chooses by is no word of it.
    if (isMessage && textOf(text) && isNode(values) && values.type === 'ObjectExpression')
      for (const { key, value } of values.properties as Node[])
        if (!textOf(text)!.includes(`{${nameOf(key)}, select`)) inValue(value)
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value)
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}
