/** A text without the lines that tell a model what strangers wrote: a person sees it as it is. */
export const unmarked = (value: unknown): string => {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.replaceAll(/<<outside \w+\n|\noutside \w+>>/g, '')
}

/** An element with texts and elements in it; nothing is ever read as HTML. */
export function element(tag: string, of: string, ...children: (string | Element | false | undefined)[]) {
  const made = document.createElement(tag)
  if (of) made.className = of
  made.append(...children.filter((one): one is string | Element => Boolean(one)))
  return made
}

const namespace = 'http://www.w3.org/2000/svg'
export function drawn(tag: string, attributes: Record<string, string | number>, ...children: Element[]) {
  const made = document.createElementNS(namespace, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** An amount in minor units, in the language of the reader. */
export function money(minor: unknown, currency: unknown): string {
  const code = unmarked(currency) || 'EUR'
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: code })
  return format.format(Number(minor) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
