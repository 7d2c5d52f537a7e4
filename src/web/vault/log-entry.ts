import type { Schemas } from '../kit/operations.ts'
import type { Line } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Entry = Schemas['CredentialAccess']

const done = {
  created: '{who} created {it}',
  updated: '{who} changed {it}',
  rotated: '{who} replaced the secret{named, select, yes { of {it}} other {}}',
  revealed: '{who} revealed the secret{named, select, yes { of {it}} other {}}',
  code_shown: '{who} had a one-time code{named, select, yes { of {it}} other {}} shown',
  reveal_denied: '{who} was denied the secret{named, select, yes { of {it}} other {}}',
  deleted: '{who} deleted {it}',
  rewrapped: '{who} wrapped the key{named, select, yes { of {it}} other {}} anew',
  listed: '{who} read the list of credentials',
  exported: '{who} began an export of the organization, which has no secrets',
  export_denied: '{who} was denied an export of the organization',
} as const satisfies Record<Entry['action'], string>

/** An entry of the log: who did what with a credential of this name, or with the one that the page is about. */
export const entryOf = (one: Entry, name?: string): Line => ({
  title: say(done[one.action], {
    who: one.actor?.name ?? say('The service'),
    it: name ?? say('it'),
    named: name ? 'yes' : 'no',
  }),
  facts: [
    one.reason && `“${one.reason}”`,
    one.fields.length
      ? one.fields
          .map((field) => (field === 'totp' ? say('key for one-time codes') : inWords(field)))
          .join(', ')
      : null,
    one.secret_version && say('version {secret_version}', { secret_version: one.secret_version }),
    one.attempts && one.attempts > 1 ? say('{attempts} times', { attempts: one.attempts }) : null,
    one.auth_kind === 'user' ? null : inWords(one.auth_kind),
    atMoment('', one.created_at),
  ],
})
