import { together } from '../kit/all-of.ts'
import { readAll } from '../kit/all-of.ts'
import { saidChoice } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { type Item, mayCall, type Read, type Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Clock } from '../kit/time.tsx'

type Credential = Schemas['Credential']

const kinds: [Credential['kind'], string][] = [
  ['password', 'Password'],
  ['api_key', 'API key'],
  ['ssh_key', 'SSH key'],
  ['certificate', 'Certificate'],
  ['note', 'Note'],
  ['other', 'Other'],
]
export const kindOf = ({ kind }: Pick<Credential, 'kind'>) => saidChoice(kinds, kind)

export const roles: [Credential['min_role'], string][] = [
  ['member', 'Members and above'],
  ['manager', 'Managers and above'],
  ['admin', 'Admins and owners'],
  ['owner', 'Owners'],
]
export const readersOf = ({ min_role }: Pick<Credential, 'min_role'>) => saidChoice(roles, min_role)

const described = {
  name: { label: 'Name', wide: true },
  kind: { label: 'Kind', choices: kinds },
  username: { label: 'User name', autocomplete: 'off' },
  url: { label: 'Address', hint: 'Such as https://db.example.com, without a password in it.' },
  min_role: { label: 'Who sees it', choices: roles, hint: 'For all others it does not exist.' },
  expires_at: { label: 'Ends', hint: 'People are reminded 30, 7 and 1 days before.' },
  client_id: { label: 'Client', none: 'None' },
  project_id: { label: 'Project', none: 'None', hint: 'Whoever may not open it does not see this.' },
  tags: { label: 'Tags', hint: 'Separated by commas.' },
  notes: { label: 'Notes', hint: 'Not secret: whoever sees the credential reads them.' },
} as const
export const secretField = {
  label: 'Secret',
  type: 'secret',
  hint: 'It is sealed, and never shown unless somebody reveals it with a reason.',
} as const

export const keyField = {
  label: 'Key for one-time codes',
  type: 'secret',
  height: 1,
  hint: 'What an authenticator app would scan: otpauth://totp/… or letters and digits. This page shows the codes then.',
} as const

export const draftFields = bodyFields('CredentialDraft', {
  ...described,
  secret: secretField,
  totp: keyField,
})
export const changeFields = bodyFields('CredentialChange', described)

/** What a credential can belong to, as far as the person may know of it. */
export const belongings = (read: Read, organization: MemberOrganization) =>
  together({
    clients: mayCall(organization, 'createCredential') ? readAll(read, 'listClients') : [],
    projects: mayCall(organization, 'createCredential') ? readAll(read, 'listProjects') : [],
  })
export type Belongings = { clients: Item<'listClients'>[]; projects: Item<'listProjects'>[] }
export const choicesOf = ({ clients, projects }: Belongings) => ({ client_id: clients, project_id: projects })

type Dated = Pick<Credential, 'has_secret' | 'has_totp' | 'expires_at'>
export const stateOf = ({ has_secret, has_totp, expires_at }: Dated) => {
  if (!has_secret && !has_totp) return <Badge kind="warn">{say('no secret yet')}</Badge>
  const left = expires_at === null ? Infinity : Date.parse(expires_at) - Date.now()
  if (left <= 0) return <Badge kind="bad">{say('over')}</Badge>
  return left <= 30 * 864e5 ? <Badge kind="warn">{say('ends soon')}</Badge> : null
}

const shownOnce = (
  <Notice kind="warn" title="It was shown once">
    <p>Ask for it again to see it again.</p>
  </Notice>
)

/** The secret, on this page alone, and half a minute. */
export const revealed = ({ secret, secret_version }: Schemas['RevealedCredential'], isKey: boolean) =>
  secret === null ? (
    shownOnce
  ) : (
    <Notice
      kind="good"
      title={say('Version {secret_version} of the {value}', {
        secret_version,
        value: isKey ? say('key for one-time codes') : say('secret'),
      })}
    >
      <div
        class="close"
        data-hide-after="30"
        data-hidden={say('It is hidden again. Reveal it anew if you need it.')}
      >
        <p>{say('It is hidden after 30 seconds. That you saw it is in the log.')}</p>
        <details>
          <summary>{say('Show it')}</summary>
          <Copy id="secret" what={say('Secret')} text={secret} fold />
        </details>
      </div>
    </Notice>
  )

/** The code of this moment, until there is the next one. */
export const codeShown = ({ code, valid_until }: Schemas['CredentialCode'], now = Date.now()) => {
  if (code === null || valid_until === null) return shownOnce
  const seconds = Math.max(1, Math.ceil((Date.parse(valid_until) - now) / 1000))
  return (
    <Notice kind="good" title={say('The one-time code')}>
      <div
        class="close"
        data-hide-after={String(seconds)}
        data-hidden={say('It is over. Show the one that is valid now.')}
      >
        <p>
          {say('Valid for {counted}, until {at}.', {
            counted: count(seconds, 'second', 'seconds'),
            at: <Clock at={valid_until} seconds />,
          })}
        </p>
        <Copy id="code" what={say('Code')} text={code} />
      </div>
    </Notice>
  )
}
