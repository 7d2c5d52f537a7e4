import type { Schemas } from '../kit/operations.ts'
import type { Line } from '../kit/rows.tsx'
import { atMoment } from '../kit/time.tsx'

type Entry = Schemas['CredentialAccess']

const done: Record<Entry['action'], (it: string) => string> = {
  created: (it) => `created${it}`,
  updated: (it) => `changed${it}`,
  rotated: (it) => `replaced the secret${of(it)}`,
  revealed: (it) => `revealed the secret${of(it)}`,
  code_shown: (it) => `had a one-time code${of(it)} shown`,
  reveal_denied: (it) => `was denied the secret${of(it)}`,
  deleted: (it) => `deleted${it}`,
  rewrapped: (it) => `wrapped the key${of(it)} anew`,
  listed: () => 'read the list of credentials',
  exported: () => 'began an export of the organization, which has no secrets',
  export_denied: () => 'was denied an export of the organization',
}
const of = (it: string) => (it === ' it' ? '' : ` of${it}`)

/** An entry of the log: who did what with `it`, a name or "it", with a blank before it. */
export const entryOf = (one: Entry, it: string): Line => ({
  title: `${one.actor?.name ?? 'The service'} ${done[one.action](it)}`,
  facts: [
    one.reason && `“${one.reason}”`,
    one.fields.length
      ? one.fields.join(', ').replaceAll('_', ' ').replace('totp', 'key for one-time codes')
      : null,
    one.secret_version && `version ${one.secret_version}`,
    one.attempts && one.attempts > 1 ? `${one.attempts} times` : null,
    one.auth_kind === 'user' ? null : one.auth_kind.replaceAll('_', ' '),
    atMoment('', one.created_at),
  ],
})
