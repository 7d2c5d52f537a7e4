import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference'
import { type Tag, tokensOf } from './html-tokens.ts'

/** Elements that begin on a line of their own, and those with an empty line around them. */
const lines = new Set(
  'address article aside dd div dl dt fieldset figcaption footer form header li main nav section table tbody thead tr caption center'.split(
    ' ',
  ),
)
const paragraphs = new Set('blockquote h1 h2 h3 h4 h5 h6 hr ol p pre ul'.split(' '))

/** More is not kept of a mail. */
const longestText = 150_000

/**
 * The text of an HTML-only mail: paragraphs and lines, lists, the cells of a table side by side, the addresses of links, and
 * what is quoted marked by `>`. The result is text, never HTML.
 */
export function textOfHtml(html: string): string {
  const page = new Page()
  for (const token of tokensOf(html.slice(0, 500_000))) {
    if (page.size > longestText) break
    if (typeof token === 'string') page.text(decoded(token))
    else if (token.closes) page.close(token)
    else page.open(token)
  }
  return page.end()
}

class Page {
  size = 0
  #done: string[] = []
  /** The line so far, in parts, of which none ends with white space but by a single blank. */
  #line: string[] = []
  /** An empty line comes before the next one. */
  #hasGap = false
  #quotes = 0
  #verbatim = 0
  #lists: number[] = []
  #link: { href: string; from: number } | null = null

  text(words: string) {
    if (this.#verbatim) return this.#verbatimText(words)
    const text = words.replaceAll(/[ \t\r\n\f]+/g, ' ')
    this.#add(this.#line.at(-1)?.endsWith(' ') === false ? text : text.replace(/^ /, ''))
  }

  open({ name, attributes }: Tag) {
    if (name === 'br') return this.#break(true)
    if (lines.has(name) || paragraphs.has(name)) this.#block(name)
    if (name === 'blockquote') this.#quotes = Math.min(this.#quotes + 1, 20)
    if (name === 'pre') this.#verbatim++
    if (name === 'ul') this.#lists.push(-1)
    if (name === 'ol') this.#lists.push(0)
    if (name === 'li') this.#add(this.#marker())
    if ((name === 'td' || name === 'th') && this.#line.length) this.#add(' | ')
    if (name === 'a') this.#link = { href: addressIn(attributes('href')), from: this.#line.length }
    if (name === 'img') this.#picture(decoded(attributes('alt')))
  }

  close({ name }: Tag) {
    if (name === 'a') this.#endLink()
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (lines.has(name) || paragraphs.has(name)) this.#block(name)
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1)
    if (name === 'pre') this.#verbatim = Math.max(0, this.#verbatim - 1)
  }

  end() {
    this.#break(false)
    return this.#done.join('\n').trim()
  }

  #add(text: string) {
    if (text) this.#line.push(text)
    this.size += text.length
  }

  #verbatimText(words: string) {
    for (const [place, line] of words.split('\n').entries()) {
      if (place) this.#break(true)
      this.#add(line)
    }
  }

  #block(name: string) {
    this.#break(false)
    if (paragraphs.has(name) && !(this.#lists.length && name !== 'blockquote')) this.#hasGap = true
  }

  /** Ends the line; an empty one counts only where it was asked for. */
  #break(isWanted: boolean) {
    const text = this.#line.join('').trimEnd()
    this.#line = []
    if (this.#link) this.#link.from = 0
    if (!text && !isWanted) return
    const mark = '> '.repeat(this.#quotes)
    if (text && this.#hasGap && this.#done.length) this.#done.push(mark.trimEnd())
    if (text) this.#hasGap = false
    this.#done.push((mark + text).trimEnd())
    this.size += mark.length + 1
  }

  #marker() {
    const count = this.#lists.pop() ?? -1
    this.#lists.push(count < 0 ? count : count + 1)
    return `${'  '.repeat(Math.min(this.#lists.length - 1, 10))}${count < 0 ? '-' : `${count + 1}.`} `
  }

  #picture(alt: string) {
    const label = alt.replaceAll(/\s+/g, ' ').trim()
    if (label) this.text(`[${label.slice(0, 200)}]`)
  }

  /** The address of a link, unless its text says it. */
  #endLink() {
    const { href, from } = this.#link ?? { href: '', from: 0 }
    const label = this.#line.slice(from).join('').trim()
    if (href && label && plain(label) !== plain(href)) this.#add(` <${href}>`)
    this.#link = null
  }
}

const addressIn = (href: string) => {
  const address = decoded(href).replaceAll(/[\s<>]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:)./i.test(address) && address.length <= 2000 ? address : ''
}
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)(?:www\.)?/, '')
    .replace(/\/$/, '')

/** Text with its character references decoded; those without a semicolon only where they are numbers. */
const decoded = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})(?!\d);?|#x([0-9a-f]{1,6})(?![0-9a-f]);?|([a-z][a-z0-9]{1,30});)/gi,
    (whole, decimal?: string, hex?: string, name?: string) =>
      name
        ? decodeNamedCharacterReference(name) || whole
        : decodeNumericCharacterReference((decimal ?? hex)!, decimal ? 10 : 16),
  )
