import { addressOf } from './addresses.ts'
import { oneLine } from './lines.ts'

export type Bounce = { address: string; reason: string }
type Attached = { Content?: string | null | undefined; ContentType?: string | null | undefined }

/** The recipients that a delivery report (RFC 3464) says were not reached; not those that are still tried. */
export const bouncesIn = (attachments: Attached[]): Bounce[] =>
  attachments
    .filter(({ ContentType }) => /^message\/(?:global-)?delivery-status/i.test(ContentType ?? ''))
    .flatMap(({ Content }) => textInBase64(Content ?? '').split(/\r?\n[ \t]*\r?\n/))
    .flatMap((recipient) => bounceOf(recipient.replaceAll(/\r?\n[ \t]+/g, ' ')))
    .slice(0, 50)

function bounceOf(recipient: string): Bounce[] {
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(recipient)?.[1]
  const typed = field('Original-Recipient') ?? field('Final-Recipient')
  const address = addressOf(typed?.replace(/^[^;]*;/, ''))
  if (!address || !/^failed\b/i.test(field('Action') ?? '')) return []
  const diagnosis = field('Diagnostic-Code')?.replace(/^[^;]*;/, '')
  return [{ address, reason: oneLine(diagnosis ?? field('Status') ?? '', 300) }]
}

export const textInBase64 = (content: string) => {
  try {
    return atob(content.slice(0, 100_000))
  } catch {
    return ''
  }
}
