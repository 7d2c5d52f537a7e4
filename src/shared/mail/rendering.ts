import { withDirections } from '../directions.ts'
import { htmlOfMarkdown } from '../markdown.ts'
import { plainText } from '../plain-text.ts'

/** The content of a mail, as plain text. */
export type Text = {
  subject: string
  title: string
  lines: string[]
  /** User-supplied Markdown, below the lines. */
  body?: string
  /** The label of the button, if there is one. */
  button?: string
  /** Smaller, below the button. */
  notes: string[]
  /** The sender, if it is not only the service. */
  footer?: string
}
export type Page = Text & {
  language: string
  link: string
  footer: string
  /** The link to unsubscribe. */
  stop?: { says: string; link: string }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const paragraphs = (lines: string[], kind: 'text' | 'note', style: string) =>
  lines.map((line) => `<p class="${kind}" style="${style}">${escaped(line)}</p>`).join('\n')

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const body = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#1b1f27'
const small = 'margin:0 0 10px;font-size:14px;line-height:1.5;color:#555d6b'

/** Clients that know dark mode take these; the others keep the inline colours. */
const dark = `@media (prefers-color-scheme: dark) {
.page { background: #14171c !important } .card { background: #1d2129 !important; border-color: #343b47 !important }
.title, .text { color: #e8ebf0 !important } .note { color: #a9b1bf !important }
.link { color: #9db7ff !important } }`

/** HTML with inline styles, no image and nothing else to fetch. */
export function htmlOf({
  subject,
  title,
  lines,
  body: markdown,
  button,
  notes,
  language,
  link,
  footer,
  stop,
}: Page): string {
  const ending = stop
    ? `<br><a class="note" href="${escaped(stop.link)}" style="color:#555d6b">${escaped(stop.says)}</a>`
    : ''
  return withDirections(`<!doctype html>
<html lang="${escaped(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f3f5f8;${font}">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dde1e8;border-radius:12px">
${title ? `<h1 class="title" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1b1f27">${escaped(title)}</h1>` : ''}
${paragraphs(lines, 'text', body)}
${markdown ? `<div class="text" style="${body}">${htmlOfMarkdown(markdown)}</div>` : ''}${button ? buttonOf(button, link) : ''}
${paragraphs(notes, 'note', small)}
</div>
<p class="note" style="max-width:520px;margin:16px auto 0;font-size:13px;line-height:1.5;color:#555d6b;text-align:center">${escaped(footer)}${ending}</p>
</body>
</html>
`)
}

const buttonOf = (label: string, link: string) =>
  `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#2650bd;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;line-height:1.5;overflow-wrap:anywhere"><a class="link" href="${escaped(link)}" style="color:#2650bd">${escaped(link)}</a></p>`

export const plainOf = ({ title, lines, body: markdown, button, notes, link, footer, stop }: Page): string =>
  [
    ...(title ? [title] : []),
    ...lines,
    ...(markdown ? [plainText(markdown, { links: true })] : []),
    ...(button ? [`${button}:\n${link}`] : []),
    ...notes,
    `-- \n${footer}${stop ? `\n${stop.says}: ${stop.link}` : ''}`,
  ].join('\n\n') + '\n'
