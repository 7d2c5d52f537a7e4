import { bytesOfBase64 } from '../../base/base64.ts'
import { hashOf } from '../../base/tokens.ts'
import { asRecord, asText } from '../outbound/records.ts'
import { oneLine } from './lines.ts'

/** What a provider reports of a mail of ours: it came back. */
export type ReturnedMail = { mail: string; reason: string }
type Headers = (name: string) => string | undefined
type Reports = {
  /** Whether the provider sent this request, as the secret of its webhook shows. */
  isGenuine: (secret: string, headers: Headers, body: string, now: Date) => Promise<boolean> | boolean
  returned: (event: Record<string, unknown>) => ReturnedMail | null
}

/** Kinds of bounces after which Postmark does not try again: https://postmarkapp.com/developer/api/bounce-api */
const finalKinds = new Set(
  'HardBounce SoftBounce DnsError BadEmailAddress Blocked SpamNotification VirusNotification DMARCPolicy ManuallyDeactivated'.split(
    ' ',
  ),
)
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const returnedMail = (mail: unknown, ...reasons: unknown[]): ReturnedMail | null =>
  typeof mail === 'string' && uuid.test(mail)
    ? { mail, reason: oneLine(reasons.map((reason) => asText(reason, 300)).find(Boolean) ?? '', 300) }
    : null

/** https://postmarkapp.com/developer/webhooks/bounce-webhook: basic authentication, metadata as it was sent. */
const postmark: Reports = {
  isGenuine: (secret, header) =>
    hashOf(header('authorization') ?? '') === hashOf(`Basic ${btoa(secret)}`) && secret.includes(':'),
  returned: ({ RecordType, Type, Metadata, Details, Description }) =>
    RecordType === 'Bounce' && finalKinds.has(String(Type))
      ? returnedMail(asRecord(Metadata).mail, Details, Description, Type)
      : null,
}

const tolerance = 5 * 60_000

/** https://docs.svix.com/receiving/verifying-payloads/how-manual: signed with the secret of the webhook, `whsec_…`. */
async function isSigned(secret: string, header: Headers, body: string, now: Date): Promise<boolean> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => header(`svix-${name}`) ?? '',
  )
  if (!id || !/^\d{1,12}$/.test(timestamp!) || Math.abs(Number(timestamp) * 1000 - now.getTime()) > tolerance)
    return false
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOfBase64(secret.replace(/^whsec_/, '')),
      algorithm,
      false,
      ['verify'],
    )
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
    const given = signatures!.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
    const checked = await Promise.all(
      given.slice(0, 5).map((one) => crypto.subtle.verify('HMAC', key, bytesOfBase64(one), signed)),
    )
    return checked.includes(true)
  } catch {
    return false
  }
}

/** https://resend.com/docs/webhooks/emails/bounced; tags come as a list or as an object. */
const resend: Reports = {
  isGenuine: isSigned,
  returned({ type, data }) {
    const { tags, bounce, failed } = asRecord(data)
    const tag = Array.isArray(tags)
      ? asRecord(tags.find((one) => asRecord(one).name === 'mail')).value
      : asRecord(tags).mail
    if (type === 'email.failed') return returnedMail(tag, asRecord(failed).reason, 'failed')
    if (type === 'email.suppressed') return returnedMail(tag, 'the address came back before')
    if (type !== 'email.bounced') return null
    const { diagnosticCode, message } = asRecord(bounce)
    return returnedMail(tag, ...(Array.isArray(diagnosticCode) ? diagnosticCode : []), message, 'bounced')
  },
}

export const reports = { resend, postmark }
