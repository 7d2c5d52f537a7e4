import { html, raw } from 'hono/html'
import { htmlOfMarkdown } from '../shared/markdown.ts'

/** So many characters are formatted, as some take milliseconds for each hundred; the rest is shown as it was typed. */
const mostFormatted = 16_000

/** Formats texts of a page one after the other, as far as they go: a long one up to its last paragraph that fits. */
export function formatter() {
  let left = mostFormatted
  return (text: string) => {
    const end = text.length <= left ? text.length : Math.max(0, text.lastIndexOf('\n\n', left))
    left -= end
    const [first, rest] = [text.slice(0, end), text.slice(end).trim()]
    return html`${first ? raw(htmlOfMarkdown(first)) : ''}${rest ? html`<div class="as-typed">${rest}</div>` : ''}`
  }
}
