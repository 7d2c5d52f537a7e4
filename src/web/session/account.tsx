import { readAll, together } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { languages, zonesAfter } from '../kit/choices.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { PartsOf, Fetching, Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { ExportSection } from './account-export.tsx'
import { IdentitiesSection } from './account-identities.tsx'
import { asking, proofFields, proofOf, proven } from './proof.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { isUnproven } from './verify.tsx'

const at = '/account'
const asInOrganizations = 'As in each organization'

async function partsOf({ read, request }: Omit<Fetching, 'organization'>) {
  const factor = read('getSecondFactor')
  return together({
    me: read('getMe'),
    sessions: readPart(read, 'listSessions', partOf(request, at, 'sessions_from', 50, 'sessions')),
    factor,
    passkeys: readAll(read, 'listPasskeys'),
    file: read('getAccountExport'),
    identities: read('listIdentities'),
    proof: proofOf(read, factor),
  })
}
export type AccountParts = PartsOf<typeof partsOf>

/** Who a person is here, how they sign in, and where they are signed in. */
export default personPage<AccountParts>({
  at,
  title: 'Account',
  lead: 'Who you are here, how you sign in, and where you are signed in.',
  parts: partsOf,
  said: {
    profile: 'Your profile is saved.',
    password: 'Your password is changed. You are signed out everywhere but here.',
    email: 'Check the e-mail sent to the new address: it replaces the old one once you confirm it there.',
    export: 'Your file is being prepared. You get an e-mail when it is ready.',
    'factor-on': 'Your second factor is on. From now on signing in asks for it.',
    'factor-off': 'The authenticator app is off.',
    'passkey-added': 'The passkey is added.',
    'passkey-removed': 'The passkey is removed.',
    'passkey-renamed': 'The passkey is renamed.',
    session: 'That session has ended.',
    sessions: 'You are signed out everywhere but here.',
  },
  forms: {
    profile: calling('updateMe', {
      verb: 'Save profile',
      fields: bodyFields('ProfileChange', {
        name: { label: 'Your name', autocomplete: 'name', wide: true, isNeeded: true },
        locale: { label: 'Language', hint: 'For mail to you.', choices: languages, none: asInOrganizations },
        timezone: {
          label: 'Time zone',
          hint: 'For the times in it.',
          choices: zonesAfter([]),
          none: asInOrganizations,
        },
      }),
    }),
    password: calling('changePassword', {
      verb: 'Change password',
      fields: bodyFields('PasswordChange', {
        current_password: {
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
          wide: true,
        },
        new_password: {
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'At least 8 characters. You will be signed out everywhere but here.',
          wide: true,
        },
      }),
    }),
    email: calling('changeEmail', {
      verb: 'Send a confirmation e-mail',
      fields: bodyFields('EmailChange', {
        email: {
          label: 'New e-mail address',
          autocomplete: 'email',
          hint: 'Your current address is notified too, and can undo the change for seven days.',
          wide: true,
        },
        ...proofFields,
      }),
      ...proven,
    }),
    'rename-passkey': calling('renamePasskey', {
      title: 'Rename',
      verb: 'Rename it',
      fields: bodyFields('PasskeyName', { name: 'New name' }),
      done: 'passkey-renamed',
    }),
    'end-session': calling('endSession', {
      verb: 'End',
      warning: 'That browser has to sign in again.',
      mustExist: true,
      done: 'session',
    }),
    'end-others': calling('endOtherSessions', {
      verb: 'Sign out everywhere else',
      warning: 'Every other browser has to sign in again. This one stays.',
      done: 'sessions',
    }),
  },
  Content: (shown) => {
    const { form, parts, request } = shown
    return (
      <>
        <Section id="profile" title={say('Profile')}>
          {form('profile', { of: { ...parts.me, id: undefined } })}
        </Section>
        <Section id="password" title={say('Password')}>
          {form('password', {
            below: (
              <p class="small">
                <a href="/forgot">{say('Forgot your password?')}</a>
              </p>
            ),
          })}
        </Section>
        <IdentitiesSection identities={parts.identities} />
        <SecondFactorSection {...shown} waits={isUnproven(request, parts.me)} />
        <Section id="email" title={say('E-mail address')}>
          <Address me={parts.me} />
          {form('email', asking(parts.proof))}
        </Section>
        <Sessions {...shown} />
        <ExportSection file={parts.file} />
        <Section id="others" title={say('Beyond this page')} close>
          <p>
            {say('Changing your password ends neither {link} nor {link2}; end those on their own pages.', {
              link: <a href="/settings/applications">{say('connected applications')}</a>,
              link2: <a href="/account/keys">{say('API keys')}</a>,
            })}
          </p>
          <p>
            {say('{link} if you no longer need it.', {
              link: <a href="/account/delete">{say('Delete your account')}</a>,
            })}
          </p>
        </Section>
      </>
    )
  },
})

const Address: FC<{ me: AccountParts['me'] }> = ({ me: { email, email_verified } }) => (
  <p>
    {email} {email_verified ? null : <Badge kind="warn">{say('not confirmed')}</Badge>}{' '}
    {email_verified ? null : <a href="/verify">{say('Confirm it')}</a>}
  </p>
)

const methodNames: Record<string, string> = {
  totp: 'a code',
  recovery_code: 'a recovery code',
  passkey: 'a passkey',
  google: 'Google',
  github: 'GitHub',
}

const Sessions: FC<Shown<null, AccountParts>> = ({ form, parts: { sessions } }) => (
  <ListSection
    id="sessions"
    title={say('Where you are signed in')}
    of={sessions.items}
    line={({ current, ...one }) => ({
      title: [`${one.device} `, current ? <Badge kind="good">{say('this one')}</Badge> : null],
      facts: [
        one.ip,
        [
          onDay('Signed in', one.created_at),
          ` ${say('with {methods}', { methods: one.methods.map((method) => say(methodNames[method] ?? method)).join(' and ') })}`,
        ],
        onDay('Last used', one.last_used_at),
      ],
      marks: current ? null : form('end-session', { of: one, about: one.device }),
    })}
    part={sessions.part}
    total={sessions.total}
  >
    {sessions.total > 1 ? form('end-others') : null}
  </ListSection>
)
