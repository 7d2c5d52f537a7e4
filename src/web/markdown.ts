import { html, raw } from 'hono/html'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** So many characters are formatted, as some take milliseconds for each hundred; the rest is shown as it was typed. */
const mostFormatted = 16_000

/** Formats texts of a page one after the other, as far as they go: a long one up to its last paragraph that fits. */
export function formatter() {
  let left = mostFormatted
  return (text: string) => {
    const end = text.length <= left ? text.length : Math.max(0, text.lastIndexOf('\n\n', left))
    left -= end
    const [first, rest] = [text.slice(0, end), text.slice(end).trim()]
    return html`${first ? markdown(first) : ''}${rest ? html`<div class="as-typed">${rest}</div>` : ''}`
  }
}

/** A mention in a text of the API: `@[Grace Hopper](user:…)`. */
const mention = /@\[([^\][\n]*)\]\(user:[0-9a-f-]{36}\)/gi

/**
 * Markdown as HTML. The parser lets no HTML and no address of another scheme through. An image becomes a link to it: to
 * load it would tell its host who reads what.
 */
function markdown(text: string) {
  const source = text.replaceAll(mention, '**@$1**')
  const made = micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return raw(
    made
      .replaceAll(
        /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
        (_, url: string, alt: string) => `<a href="${url}">${alt || 'Image'}</a>`,
      )
      .replaceAll('<a href="http', '<a rel="nofollow noopener" href="http')
      .replaceAll(/<(\/?)h[1-6]/g, '<$1h3'),
  )
}
