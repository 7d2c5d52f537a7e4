import XMLBuilder from 'fast-xml-builder'

/**
 * An element: its text, its children by name in their order, a list of elements of one name, or nothing at all. Names
 * that begin with `@` are attributes, `#text` is the text beside them.
 */
export type Element = string | undefined | Element[] | { [name: string]: Element }

/** What XML 1.0 cannot hold: control characters but for tab and line break, two non-characters, halves of surrogates. */
const illegal = /[^\P{Cc}\t\n\u0080-\u009f]|[\ufffe\uffff]/gu
const legal = (text: string) => text.replace(/\r\n?/g, '\n').toWellFormed().replace(illegal, '')

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  format: true,
})

/** An XML document of one element; what is undefined or has nothing in it is left out. */
export function xmlOf(name: string, root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [name]: kept(root) ?? '' })}`
}

function kept(element: Element): Element {
  if (element === undefined) return undefined
  if (typeof element === 'string') return legal(element)
  if (Array.isArray(element)) {
    const children = element.map(kept).filter((child) => child !== undefined)
    return children.length > 0 ? children : undefined
  }
  const entries = Object.entries(element)
    .map(([name, child]) => [name, kept(child)] as const)
    .filter(([, child]) => child !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
