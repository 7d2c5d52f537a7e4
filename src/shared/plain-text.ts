/** A mention in a text of the API: `@[Grace Hopper](user:…)`. */
export const mention = /@\[([^\][\n]*)\]\(user:[0-9a-f-]{36}\)/gi

/** Markup and what it leaves; each pattern looks at one line, so that a long text takes no more than its length. */
const inline: [RegExp, string][] = [
  [mention, '@$1'],
  // What is left of a mention that an excerpt cuts.
  [/^(…?[^@\][\n]{0,100})\]\(user:[0-9a-f-]{36}\)/i, '$1'],
  [/@\[([^\][\n]{0,100})(?:\](?:\((?:u(?:s(?:e(?:r(?::[0-9a-f-]{0,36})?)?)?)?)?)?)?(?=…?$)/i, '@$1'],
  [/^ {0,3}(?:```|~~~).*$\n?/gm, ''],
  [/^ {0,3}\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:?)? *$\n?/gm, ''],
  [/^ {0,3}(?:(?:- ?){3,}|(?:\* ?){3,})$\n?/gm, ''],
  [/^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/gm, '$1'],
  [/^(?: {0,3}> ?)+/gm, ''],
  [/^( *(?:[-*+]|\d{1,9}[.)]) )\[[ x]\] /gim, '$1'],
  [/^( *)[*+] /gm, '$1- '],
  [/(`{1,2})([^`\n]{1,500})\1/g, '$2'],
  [/\*\*([^*\n]{1,500})\*\*/g, '$1'],
  [/(?<![\p{L}\p{N}_])__([^_\n]{1,500})__(?![\p{L}\p{N}_])/gu, '$1'],
  [/(?<![\p{L}\p{N}*])\*([^*\s][^*\n]{0,500})\*(?![\p{L}\p{N}*])/gu, '$1'],
  [/(?<![\p{L}\p{N}_])_([^_\s][^_\n]{0,500})_(?![\p{L}\p{N}_])/gu, '$1'],
  [/~~([^~\n]{1,500})~~/g, '$1'],
  [/<(https?:\/\/[^\s<>]{1,2000}|mailto:[^\s<>]{1,300})>/g, '$1'],
]
const link = /!?\[([^\][\n]{0,500})\]\((https?:[^\s()]{1,2000}|mailto:[^\s()]{1,300})(?: "[^"\n]{0,300}")?\)/g
const escape = /\\([!-/:-@[-`{-~])/g

/** Markdown as it reads: names instead of the ids of people, and no markup. Addresses of links stay with `links`. */
export function plainText(text: string, { links = false } = {}): string {
  const named = text.replaceAll(mention, '@$1').replaceAll(link, (whole, label: string, url: string) => {
    if (whole.startsWith('!') && !links) return label
    return links && label !== url ? [label, `(${url})`].filter(Boolean).join(' ') : label
  })
  return inline.reduce((read, [markup, left]) => read.replace(markup, left), named).replaceAll(escape, '$1')
}

/** A text for assistants, which name people as they write them: `@[Grace Hopper]`. */
export const withoutIds = (text: string): string => text.replaceAll(mention, '@[$1]')

/** An answer of the API, or a page of them, with these fields in plain text. */
export const inPlainText =
  (...fields: string[]) =>
  (result: string): string => {
    const answer = JSON.parse(result) as Record<string, unknown>
    for (const one of Array.isArray(answer.items) ? (answer.items as Record<string, unknown>[]) : [answer])
      for (const field of fields) {
        const text = one[field]
        if (typeof text === 'string') one[field] = plainText(text)
      }
    return JSON.stringify(answer)
  }
