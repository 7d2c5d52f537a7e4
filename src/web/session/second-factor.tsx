import type { Child, FC } from 'hono/jsx'
import type { Shown } from '../kit/page.tsx'
import { Badge, count, LinkButton, Notice } from '../kit/parts.tsx'
import { Row } from '../kit/rows.tsx'
import { onDay } from '../kit/time.tsx'
import type { AccountParts } from './account.tsx'

export const stepsAt = '/account/second-factor'
const few = 3

const Step: FC<{ to: string; children: Child }> = ({ to, children }) => (
  <LinkButton to={`${stepsAt}/${to}`} kind="slim">
    {children}
  </LinkButton>
)

type Props = Shown<null, AccountParts>
/** The second factor of a person; `waits` where the address can and has to be confirmed first. */
export const SecondFactorSection: FC<Props & { waits: boolean }> = ({ waits, ...shown }) => {
  const { on, required_by: required } = shown.parts.factor
  return (
    <section class="card stack" id="second-factor" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">
        Second factor {on ? <Badge kind="good">on</Badge> : <Badge>off</Badge>}
      </h2>
      <p>Something besides the password that only you have, so that a stolen password opens nothing.</p>
      {required.length && !on ? (
        <Notice kind="warn">
          <p>{`${required.join(', ')}: you can enter once a second factor is on.`}</p>
        </Notice>
      ) : null}
      {waits && !on ? (
        <p>
          <a href="/verify">Confirm your e-mail address</a> first.
        </p>
      ) : null}
      <Factors {...shown} />
      <div class="buttons">
        <Step to="passkey">Add a passkey</Step>
      </div>
      {on ? (
        <p class="hint">
          Keep the recovery codes in a safe place: without them, and without your app or passkey, only the
          operators of this service can let you in again.
        </p>
      ) : null}
    </section>
  )
}

const Factors: FC<Props> = (shown) => {
  const { factor, passkeys } = shown.parts
  const { on, totp_since: since, recovery_codes_left: left } = factor
  return (
    <ul class="rows">
      <Row
        id="app"
        title={<>Authenticator app {since ? <Badge kind="good">on</Badge> : null}</>}
        facts={[onDay('On since', since) ?? 'An app on your phone that shows a new code every 30 seconds.']}
        marks={
          <Step to={since ? 'off' : 'app'}>
            {since ? 'Turn off' : 'Set up'}
            <span class="hidden"> the authenticator app</span>
          </Step>
        }
        shown={shown}
      />
      {passkeys.map((one) => (
        <PasskeyRow one={one} shown={shown} />
      ))}
      {on ? (
        <Row
          id="codes"
          title={
            <>Recovery codes {left <= few ? <Badge kind="warn">{left ? 'few' : 'none'}</Badge> : null}</>
          }
          facts={[`${count(left, 'code')} left`]}
          marks={<Step to="codes">Get new codes</Step>}
          shown={shown}
        />
      ) : null}
    </ul>
  )
}

type PasskeyProps = { one: AccountParts['passkeys'][number]; shown: Shown<null, AccountParts> }
const PasskeyRow: FC<PasskeyProps> = ({ one, shown }) => (
  <Row
    id={one.id}
    title={[`${one.name} `, <Badge>passkey</Badge>]}
    facts={[onDay('Added', one.created_at), onDay('Last used', one.last_used_at) ?? 'Not used yet']}
    buttons={[
      shown.form('rename-passkey', { of: one, about: one.name, floats: true }),
      <Step to={`remove?id=${one.id}`}>
        Remove<span class="hidden"> {one.name}</span>
      </Step>,
    ]}
    shown={shown}
  />
)
