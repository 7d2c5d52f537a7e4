/** The value of an attribute as it stands there; empty if there is none. */
export type Tag = { name: string; closes: boolean; attributes: (name: string) => string }

/** Elements whose content is not text. */
const silent = new Set([
  'style',
  'script',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'object',
  'select',
])
const longestTag = 20_000

/** Tags and the text between them, in one pass, whatever the HTML is like. */
export function* tokensOf(html: string): Generator<string | Tag> {
  const lower = html.toLowerCase()
  for (let at = 0; at < html.length;) {
    const opening = html.indexOf('<', at)
    if (opening < 0) return yield html.slice(at)
    if (opening > at) yield html.slice(at, opening)
    if (html.startsWith('<!--', opening)) at = after(html, '-->', opening)
    else if (/[!?]/.test(html[opening + 1] ?? '')) at = after(html, '>', opening)
    else {
      const tag = /^<(\/?)([a-z][a-z0-9:-]{0,40})/.exec(lower.slice(opening, opening + 44))
      if (!tag) {
        yield '<'
        at = opening + 1
        continue
      }
      const [start, slash, name] = tag as unknown as [string, string, string]
      at = endOfTag(html, opening + start.length)
      const inside = html.slice(opening + start.length, Math.min(at, opening + longestTag))
      if (!slash && silent.has(name)) at = after(lower, '>', after(lower, `</${name}`, at) - 1)
      else yield { name, closes: slash === '/', attributes: (wanted) => attributeOf(inside, wanted) }
    }
  }
}

const after = (text: string, mark: string, from: number) => {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

/** Where a tag ends: a `>` in quotes does not end it, unless the quotes do not either. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  const last = Math.min(html.length, from + longestTag)
  for (let at = from; at < last; at++) {
    const sign = html[at]!
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if (sign === '"' || sign === "'") quote = sign
  }
  return after(html, '>', from)
}

/** Finds an attribute in the inside of a tag, which is at most 20 000 characters long. */
function attributeOf(inside: string, wanted: string): string {
  const pattern = /([^\s=/"'>]{1,100})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
  for (const [, name, double, single, bare] of inside.matchAll(pattern))
    if (name!.toLowerCase() === wanted) return double ?? single ?? bare ?? ''
  return ''
}
