import type { Child, FC } from 'hono/jsx'
import type { Shown } from '../kit/page.tsx'
import { Badge, LinkButton, Notice } from '../kit/parts.tsx'
import { Row } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
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
        {say('Second factor')} {on ? <Badge kind="good">{say('on')}</Badge> : <Badge>{say('off')}</Badge>}
      </h2>
      <p>
        {say('Something besides the password that only you have, so that a stolen password opens nothing.')}
      </p>
      {required.length && !on ? (
        <Notice kind="warn">
          <p>
            {say('{required}: you can enter once a second factor is on.', { required: required.join(', ') })}
          </p>
        </Notice>
      ) : null}
      {waits && !on ? (
        <p>{say('{link} first.', { link: <a href="/verify">{say('Confirm your e-mail address')}</a> })}</p>
      ) : null}
      <Factors {...shown} />
      <div class="buttons">
        <Step to="passkey">{say('Add a passkey')}</Step>
      </div>
      {on ? (
        <p class="hint">
          {say(
            'Keep the recovery codes in a safe place: without them, and without your app or passkey, only the operators of this service can let you in again.',
          )}
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
        title={
          <>
            {say('Authenticator app')} {since ? <Badge kind="good">{say('on')}</Badge> : null}
          </>
        }
        facts={[
          onDay('On since', since) ?? say('An app on your phone that shows a new code every 30 seconds.'),
        ]}
        marks={
          <Step to={since ? 'off' : 'app'}>
            {since ? say('Turn off') : say('Set up')}
            <span class="hidden"> {say('the authenticator app')}</span>
          </Step>
        }
        shown={shown}
      />
      {passkeys.map((one) => (
        <PasskeyRow one={one} shown={shown} />
      ))}
      {on ? <Codes left={left} shown={shown} /> : null}
    </ul>
  )
}

const Codes: FC<{ left: number; shown: Props }> = ({ left, shown }) => (
  <Row
    id="codes"
    title={
      <>
        {say('Recovery codes')}{' '}
        {left <= few ? <Badge kind="warn">{left ? say('few') : say('none')}</Badge> : null}
      </>
    }
    facts={[say('{counted} left', { counted: count(left, 'code') })]}
    marks={<Step to="codes">{say('Get new codes')}</Step>}
    shown={shown}
  />
)

type PasskeyProps = { one: AccountParts['passkeys'][number]; shown: Shown<null, AccountParts> }
const PasskeyRow: FC<PasskeyProps> = ({ one, shown }) => (
  <Row
    id={one.id}
    title={[`${one.name} `, <Badge>{say('passkey')}</Badge>]}
    facts={[onDay('Added', one.created_at), onDay('Last used', one.last_used_at) ?? say('Not used yet')]}
    buttons={[
      shown.form('rename-passkey', { of: one, about: one.name, floats: true }),
      <Step to={`remove?id=${one.id}`}>
        {say('Remove')}
        <span class="hidden"> {one.name}</span>
      </Step>,
    ]}
    shown={shown}
  />
)
