import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { mention } from './plain-text.ts'

/**
 * Markdown as HTML. The parser lets no HTML and no URL of another scheme through. Images become links: loading one would
 * reveal to its host who reads what.
 */
export function htmlOfMarkdown(text: string): string {
  const source = text.replaceAll(mention, '**@$1**')
  const html = micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return html
    .replaceAll(
      /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
      (_, url: string, alt: string) => `<a href="${url}">${alt || 'Image'}</a>`,
    )
    .replaceAll('<a href="http', '<a rel="nofollow noopener" href="http')
    .replaceAll(/<(\/?)h[1-6]/g, '<$1h3')
}
