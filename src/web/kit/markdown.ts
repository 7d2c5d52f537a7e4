import { html, raw } from 'hono/html'
import { htmlOfMarkdown } from '../../shared/markdown.ts'

/** Formatting some text takes milliseconds per hundred characters, so what exceeds this limit is shown unformatted. */
const maxFormatted = 16_000

/** Formats the texts of a page one after the other until the limit; a long text up to its last paragraph that fits. */
export function formatter() {
  let left = maxFormatted
  return (text: string) => {
    const end = text.length <= left ? text.length : Math.max(0, text.lastIndexOf('\n\n', left))
    left -= end
    const [first, rest] = [text.slice(0, end), text.slice(end).trim()]
    return html`${first ? raw(htmlOfMarkdown(first)) : ''}${rest ? html`<div class="as-typed">${rest}</div>` : ''}`
  }
}
