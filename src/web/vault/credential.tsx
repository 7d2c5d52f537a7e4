import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Facts, Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { noProblems } from '../kit/page-request.ts'
import { entryOf } from './log-entry.ts'
import {
  belongings,
  changeFields,
  choicesOf,
  codeShown,
  keyField,
  kindOf,
  readersOf,
  revealed,
  secretField,
  stateOf,
} from './credential-parts.tsx'

type Credential = Answer<'getCredential'>
const partsOf = async ({ request, read, organization, id }: ObjectFetching<'getCredential'>) => {
  const part = partOf(request, `/credentials/${id}?org=${organization.slug}`, 'log_from', 20, 'log')
  return together({
    more: belongings(read, organization),
    log: mayCall(organization, 'listCredentialAccessLog')
      ? readPart(read, 'listCredentialAccessLog', part)
      : null,
  })
}
type Props = Shown<Credential, PartsOf<typeof partsOf>>

const proof = {
  password: {
    label: 'Your password',
    type: 'password',
    autocomplete: 'current-password',
    hint: 'If you signed in more than 15 minutes ago.',
  },
  code: { label: 'Code of your second factor', autocomplete: 'one-time-code' },
} as const

/** A credential: what is known of it, its secret for whoever says why, and who has revealed it. */
export default objectPage<'getCredential', PartsOf<typeof partsOf>>({
  at: '/credentials/:id',
  of: 'getCredential',
  noun: 'credential',
  under: (organization) => [[say('Vault'), addressIn(organization, 'vault')]],
  title: ({ name }) => name,
  marks: stateOf,
  parts: partsOf,
  forms: {
    reveal: calling('revealCredential', {
      title: 'Reveal the secret',
      verb: 'Reveal',
      fields: bodyFields('CredentialReveal', {
        reason: { label: 'Why do you need it?', hint: 'The log keeps it.', wide: true },
        part: {
          label: 'What to reveal',
          choices: [
            ['secret', 'Secret'],
            ['totp', 'Key for one-time codes'],
          ],
        },
        ...proof,
        version: { label: 'Version', hint: 'Empty for the newest.' },
      }),
      to: ({ request }, answer, again) => again(revealed(answer, request.form.part === 'totp')),
    }),
    code: calling('showCredentialCode', {
      verb: 'Show the one-time code',
      fields: bodyFields('CredentialCodeRequest', proof),
      to: (_, answer, again) => again(codeShown(answer)),
    }),
    secret: calling('updateCredential', {
      title: 'Replace the secret',
      verb: 'Replace it',
      fields: bodyFields('CredentialChange', { secret: { ...secretField, isNeeded: true } }),
    }),
    totp: calling('updateCredential', {
      title: 'Replace the key for one-time codes',
      verb: 'Replace it',
      fields: bodyFields('CredentialChange', { totp: { ...keyField, isNeeded: true } }),
    }),
    'no-totp': calling('updateCredential', {
      verb: 'Remove the key for one-time codes',
      warning: 'All its versions are destroyed, and no code is shown any more. The secret stays.',
      also: () => ({ totp: null }),
    }),
    change: calling('updateCredential', { title: 'Edit', fields: changeFields }),
    delete: calling('deleteCredential', {
      warning: 'All versions of its secret are destroyed. The log of who has seen it stays.',
      to: backTo('vault'),
    }),
  },
  Content: (shown) => {
    const { object: credential, form, parts } = shown
    return (
      <>
        <Warnings {...shown} />
        <Facts
          of={[
            [say('Kind'), kindOf(credential)],
            ...changeFields.factsOf(credential, ['name', 'kind', 'min_role']),
            [say('Who sees it'), readersOf(credential)],
            [
              say('Secret'),
              credential.has_secret &&
                credential.rotated_at &&
                say('version {version}, {at}', {
                  version: credential.secret_version,
                  at: <Moment at={credential.rotated_at} />,
                }),
            ],
            [say('One-time codes'), credential.has_totp && say('shown below')],
            [
              say('Last revealed'),
              credential.last_revealed_by &&
                credential.last_revealed_at &&
                say('by {name}, {at}', {
                  name: credential.last_revealed_by.name,
                  at: <Moment at={credential.last_revealed_at} />,
                }),
            ],
          ]}
        />
        <Secrets {...shown} />
        <section class="card stack" aria-label={say('Change')}>
          {form('change', { choices: choicesOf(parts.more) })}
          {form('delete', { about: credential.name })}
        </section>
        <Log {...shown} />
      </>
    )
  },
})

/** What is sealed of it: shown to whoever says why, and replaced. */
const Secrets: FC<Props> = ({ object: credential, request, problems, form }) => {
  const { has_secret, has_totp, versions, totp_versions } = credential
  const isRefused = request.action === 'code' && problems !== noProblems
  const kept = [...new Set([...versions, ...totp_versions])].toSorted((a, b) => b - a)
  return (
    <section class="card stack" aria-label={say('Secret')}>
      {has_totp ? form('code', { except: isRefused ? [] : ['password', 'code'] }) : null}
      {has_secret || has_totp
        ? form('reveal', {
            choices: {
              version: kept.map((version): [string, string] => [
                String(version),
                say('Version {version}', { version }),
              ]),
            },
            values: { part: has_secret ? 'secret' : 'totp' },
            ...(has_secret && has_totp ? {} : { except: ['part'], hidden: { part: has_totp ? 'totp' : '' } }),
          })
        : null}
      {form('secret', { open: !has_secret && !has_totp, ...(has_secret ? {} : { verb: 'Enter it' }) })}
      {form('totp', { verb: has_totp ? 'Replace it' : 'Enter it' })}
      {has_totp ? form('no-totp', { about: credential.name }) : null}
    </section>
  )
}

const Warnings: FC<Props> = ({ object: { warnings, same_secret_ids } }) => (
  <>
    {warnings.length ? (
      <Notice kind="warn" title={say('This may be a secret that is not sealed')}>
        <p>
          {say('It seems to be in: {warnings}. Move it to the secret.', {
            warnings: warnings.map((one) => one.split(':')[0]).join(', '),
          })}
        </p>
      </Notice>
    ) : null}
    {same_secret_ids.length ? (
      <Notice kind="warn" title={say('The same secret is used elsewhere')}>
        <p>
          {say('{counted} it too.', {
            counted: count(same_secret_ids.length, 'other credential has', 'other credentials have'),
          })}
        </p>
      </Notice>
    ) : null}
  </>
)

const Log: FC<Props> = ({ parts: { log } }) =>
  log ? (
    <ListSection
      id="log"
      title={say('Who did what with it')}
      of={log.items}
      total={log.total}
      part={log.part}
      line={(one) => entryOf(one)}
    />
  ) : (
    <Section id="log" title={say('Who did what with it')}>
      <p class="muted">
        {say('Each time the secret is revealed, the log keeps who it was and why. Admins can read it.')}
      </p>
    </Section>
  )
