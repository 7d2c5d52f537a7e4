import XMLBuilder from 'fast-xml-builder'

/**
 * An element: its text, its children by name in order, a list of elements of one name, or undefined. Names that start with
 * `@` are attributes, `#text` is the text beside them.
 */
export type Element = string | undefined | Element[] | { [name: string]: Element }

/** Characters that XML 1.0 does not allow: control characters except tab and line break, two non-characters, lone surrogates. */
const illegal = /[^\P{Cc}\t\n\u0080-\u009f]|[\ufffe\uffff]/gu
const legal = (text: string) => text.replace(/\r\n?/g, '\n').toWellFormed().replace(illegal, '')

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  format: true,
})

/** An XML document of one element; undefined and empty elements are left out. */
export function xmlOf(name: string, root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [name]: withoutEmpty(root) ?? '' })}`
}

function withoutEmpty(element: Element): Element {
  if (element === undefined) return undefined
  if (typeof element === 'string') return legal(element)
  if (Array.isArray(element)) {
    const children = element.map(withoutEmpty).filter((child) => child !== undefined)
    return children.length > 0 ? children : undefined
  }
  const entries = Object.entries(element)
    .map(([name, child]) => [name, withoutEmpty(child)] as const)
    .filter(([, child]) => child !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
