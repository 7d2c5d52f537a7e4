import { readAll } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { languages, zonesAfter } from '../kit/choices.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Row } from '../kit/list-page.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Day } from '../kit/time.tsx'
import type { Visit } from '../kit/visit.ts'
import { ExportSection } from './account-export.tsx'
import { IdentitiesSection } from './account-identities.tsx'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { isUnproven } from './verify.tsx'

type Me = Answer<'getMe'>
export type AccountParts = {
  me: Me
  sessions: Answer<'listSessions'>
  factor: Answer<'getSecondFactor'>
  passkeys: Item<'listPasskeys'>[]
  file: Answer<'getAccountExport'>
  identities: Answer<'listIdentities'>
  proof: Proof
}

const at = '/account'
const sessionsOn = (visit: Visit) => partOf(visit, at, 'sessions_from', 50, 'sessions')
const asInOrganizations = 'As in each organization'

/** Who a person is here, how they sign in, and where they are signed in. */
export default personPage<AccountParts>({
  at,
  title: 'Account',
  lead: 'Who you are here, how you sign in, and where you are signed in.',
  parts: async ({ read, visit }) => {
    const factor = read('getSecondFactor')
    const [me, sessions, passkeys, file, identities, proof] = await Promise.all([
      read('getMe'),
      read('listSessions', sessionsOn(visit).range),
      readAll(read, 'listPasskeys'),
      read('getAccountExport'),
      read('listIdentities'),
      proofOf(read, factor),
    ])
    return { me, sessions, factor: await factor, passkeys, file, identities, proof }
  },
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
    const { form, parts, visit } = shown
    return (
      <>
        <section class="card stack" aria-labelledby="profile">
          <h2 id="profile">Profile</h2>
          {form('profile', { of: { ...parts.me, id: undefined } })}
        </section>
        <section class="card" aria-labelledby="password">
          <h2 id="password">Password</h2>
          {form('password', {
            below: (
              <p class="small">
                <a href="/forgot">Forgot your password?</a>
              </p>
            ),
          })}
        </section>
        <IdentitiesSection identities={parts.identities} />
        <SecondFactorSection {...shown} waits={isUnproven(visit, parts.me)} />
        <section class="card stack" aria-labelledby="email">
          <h2 id="email">E-mail address</h2>
          <Address me={parts.me} />
          {form('email', asking(parts.proof))}
        </section>
        <Sessions {...shown} />
        <ExportSection file={parts.file} />
        <section class="card close" aria-labelledby="others">
          <h2 id="others">Beyond this page</h2>
          <p>
            Changing your password ends neither <a href="/settings/applications">connected applications</a>{' '}
            nor <a href="/account/keys">API keys</a>; end those on their own pages.
          </p>
          <p>
            <a href="/account/delete">Delete your account</a> if you no longer need it.
          </p>
        </section>
      </>
    )
  },
})

const Address: FC<{ me: Me }> = ({ me: { email, email_verified } }) => (
  <p>
    {email} {email_verified ? null : <Badge kind="warn">not confirmed</Badge>}{' '}
    {email_verified ? null : <a href="/verify">Confirm it</a>}
  </p>
)

const methodNames: Record<string, string> = {
  totp: 'a code',
  recovery_code: 'a recovery code',
  passkey: 'a passkey',
  google: 'Google',
  github: 'GitHub',
}

const Sessions: FC<Shown<null, AccountParts>> = (shown) => {
  const { form, visit } = shown
  const { items, total } = shown.parts.sessions
  return (
    <section class="card stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul class="rows">
        {items.map((one) => (
          <Row
            id={one.id}
            title={
              <>
                {one.device} {one.current ? <Badge kind="good">this one</Badge> : null}
              </>
            }
            facts={[
              one.ip,
              <>
                Signed in <Day at={one.created_at} />{' '}
                {`with ${one.methods.map((method) => methodNames[method] ?? method).join(' and ')}`}
              </>,
              <>
                Last used <Day at={one.last_used_at} />
              </>,
            ]}
            marks={one.current ? null : form('end-session', { of: one, about: one.device })}
            shown={shown}
          />
        ))}
      </ul>
      {sessionsOn(visit).pager(total)}
      {total > 1 ? form('end-others') : null}
    </section>
  )
}
