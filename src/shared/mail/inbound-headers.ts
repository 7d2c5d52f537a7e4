import { addressOf } from './addresses.ts'

/** The values of a header, in the order in which they stand. */
export type Headers = (name: string) => string[]

export const headersOf = (headers: { Name: string; Value: string }[]): Headers => {
  const known = headers.map(({ Name, Value }) => [Name.toLowerCase(), Value] as const)
  return (name) => known.flatMap(([key, value]) => (key === name ? [value] : []))
}

/** `report`: a mail that came back, or an absence. `receipt`: that a mail was read. */
export type MailKind = 'message' | 'report' | 'receipt'
type Seen = { header: Headers; from: string | null; subject: string; fileTypes: string[] }

/** What programs call the absence of a person, in the subject; they send it as any generated mail. */
const absence =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|autoreply|automatische (?:antwort|reactie)|automatisch antwoord|abwesen|afwezig|réponse automatique|absen(?:ce|t)|respuesta automática|fuera de (?:la )?oficina|ausente|ausência|resposta automática|risposta automatica|assenza|fuori sede|autosvar|automati(?:skt?|sk) svar|frånvaro|fravær|automaattinen vastaus|odpowiedź automatyczna|automatická odpov|автоматический ответ|автоответ|自動(?:応答|返信|回覆)|自动(?:答复|回复)|자동 ?회신)/iu

/** RFC 3834 for absences, RFC 3464 for mails that came back, RFC 8098 for receipts. */
export function kindOf({ header, from, subject, fileTypes }: Seen): MailKind {
  const has = (part: string) =>
    header('content-type').some((value) => value.toLowerCase().includes(part)) ||
    fileTypes.some((type) => type.includes(part))
  if (has('disposition-notification')) return 'receipt'
  const came = automation(header)
  const isReport =
    has('delivery-status') ||
    came === 'auto-replied' ||
    ['x-autoreply', 'x-autorespond', 'x-failed-recipients'].some((name) => header(name).some(Boolean)) ||
    header('precedence').some((value) => /auto_reply/i.test(value)) ||
    header('return-path').some((value) => /^<\s*>$/.test(value.trim())) ||
    /^(?:mailer-daemon|postmaster)@/.test(from ?? '') ||
    ((came !== 'no' || suppresses(header)) && absence.test(subject))
  return isReport ? 'report' : 'message'
}

const automation = (header: Headers) =>
  (header('auto-submitted')[0] ?? '').split(/[;(\s]/)[0]!.toLowerCase() || 'no'
const suppresses = (header: Headers) =>
  header('x-auto-response-suppress').some((value) => !/^\s*none\s*$/i.test(value))

export const takesNoReply = (address: string | null) =>
  /^(?:[^@]*[._+-])?(?:no|do-?not|not)[._-]?reply(?:[._+-][^@]*)?@|^(?:mailer-daemon|postmaster|bounces?)[@+-]/.test(
    address ?? '',
  )

/** Lists, bulk mail and whatever a program wrote: it is read, but nothing answers it by itself (RFC 3834, 2). */
export const isUnattended = (header: Headers) =>
  automation(header) !== 'no' ||
  suppresses(header) ||
  header('precedence').some((value) => /bulk|junk|list/i.test(value)) ||
  header('list-id').some(Boolean)

/** The person behind a list that put its own address in `From`, as groups do for senders with a strict DMARC policy. */
export function senderBehindGroup(header: Headers, name: string): string | null {
  if (!header('list-id').some(Boolean) && !header('x-google-group-id').some(Boolean)) return null
  const via = / via /i.test(name) ? header('reply-to') : []
  return (
    [...header('x-original-from'), ...header('x-original-sender'), ...via].map(addressOf).find(Boolean) ??
    null
  )
}

export type Proof = { dmarc: string | null; failed: boolean; doubtful: boolean; proven: boolean }

/**
 * What the provider found out about the sender: `failed` if the mail is not from who it says, `doubtful` if any of
 * the checks failed, `proven` if it certainly comes from that address's domain. Of each check the first result counts,
 * which is the last server's (RFC 8601).
 */
export function proofOf(header: Headers, from: string | null): Proof {
  const results = header('authentication-results').join('; ')
  const tests = header('x-spam-tests').join(',').toUpperCase()
  const said = (method: string) =>
    new RegExp(`(?:^|[;\\s])${method}\\s*=\\s*([a-z]+)`, 'i').exec(results)?.[1]?.toLowerCase() ?? null
  const spf =
    said('spf') ??
    (/^\s*([a-z]+)/i.exec(header('received-spf')[0] ?? '')?.[1]?.toLowerCase() || null) ??
    (/\bSPF_(PASS|FAIL|SOFTFAIL)\b/.exec(tests)?.[1]?.toLowerCase() || null)
  const dkim =
    said('dkim') ?? (/\bDKIM_VALID\b/.test(tests) ? 'pass' : /\bDKIM_INVALID\b/.test(tests) ? 'fail' : null)
  const dmarc = said('dmarc')
  const wrong = (result: string | null) => ['fail', 'softfail', 'permerror', 'reject'].includes(result ?? '')
  const bothFailed = wrong(spf) && (dkim === null ? spf !== 'softfail' : dkim !== 'pass')
  const failed = wrong(dmarc) || (dmarc !== 'pass' && bothFailed)
  return {
    dmarc,
    failed,
    doubtful: wrong(dmarc) || (dmarc !== 'pass' && (wrong(spf) || wrong(dkim))),
    proven: !failed && isProven(header, from?.split('@')[1]),
  }
}

/**
 * Whether a check passed for the domain of the sender (RFC 7489, 3.1), by every server that says anything: a sender can
 * write results too, but not remove those that the provider writes above them.
 */
function isProven(header: Headers, domain: string | undefined): boolean {
  const [results] = header('authentication-results')
  const tests = header('x-spam-tests').map((value) => value.toUpperCase())
  if (!domain || (!results && !tests.length)) return false
  return (
    (!results || provesDomain(results, domain)) &&
    tests.every(
      (one) => /\bDKIM_VALID_AU\b/.test(one) || (/\bSPF_PASS\b/.test(one) && isEnvelope(header, domain)),
    )
  )
}

/** One of the results of a header, each of which has a method, a result and properties. */
const provesDomain = (results: string, domain: string) =>
  results
    .replaceAll(/\([^()]*\)/g, ' ')
    .split(';')
    .some((one) => {
      const [, method] = /^\s*(dmarc|dkim|spf)\s*=\s*pass\b/i.exec(one) ?? []
      const property = { dmarc: 'header\\.from', dkim: 'header\\.[di]', spf: 'smtp\\.mailfrom' }[
        method?.toLowerCase() ?? ''
      ]
      const [, said] = new RegExp(`\\b${property}\\s*=\\s*"?(?:[^\\s"@]*@)?([^\\s";]+)`, 'i').exec(one) ?? []
      return property !== undefined && isAligned(said, domain)
    })

const isEnvelope = (header: Headers, domain: string) =>
  isAligned(
    /\benvelope-from\s*=\s*"?<?[^\s"<>@;]*@([^\s"<>;]+)/i.exec(header('received-spf')[0] ?? '')?.[1],
    domain,
  )

/** The domain itself, or one above it that speaks for it. */
const isAligned = (said: string | undefined, domain: string) => {
  const checked = said?.toLowerCase().replace(/\.$/, '')
  return checked === domain || (checked?.includes('.') === true && domain.endsWith(`.${checked}`))
}
