import type { FC } from 'hono/jsx'
import { Badge, count, Hidden, Notice } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

/** The second factor of a person, as the API returns it. */
export type SecondFactor = {
  on: boolean
  totp_since: string | null
  passkeys: number
  recovery_codes_left: number
  required_by: string[]
}
export type Passkey = { id: string; name: string; created_at: string; last_used_at: string | null }

export const stepsAt = '/account/second-factor'
const few = 3

export const SecondFactorSection: FC<{
  factor: SecondFactor
  passkeys: Passkey[]
  /** The address can and has to be confirmed first. */
  waits: boolean
}> = ({ factor, passkeys, waits }) => (
  <section class="card stack" id="second-factor" aria-labelledby="second-factor-title">
    <h2 id="second-factor-title">
      Second factor {factor.on ? <Badge kind="good">on</Badge> : <Badge>off</Badge>}
    </h2>
    <p>Something besides the password that only you have, so that a stolen password opens nothing.</p>
    {factor.required_by.length && !factor.on ? (
      <Notice kind="warn">
        <p>{`${factor.required_by.join(', ')}: you can enter once a second factor is on.`}</p>
      </Notice>
    ) : null}
    {waits && !factor.on ? (
      <p>
        <a href="/verify">Confirm your e-mail address</a> first.
      </p>
    ) : null}
    <ul class="rows">
      <App since={factor.totp_since} />
      {passkeys.map((one) => (
        <PasskeyRow one={one} />
      ))}
      {factor.on ? <Codes left={factor.recovery_codes_left} /> : null}
    </ul>
    <div class="buttons">
      <a class="button slim" href={`${stepsAt}/passkey`}>
        Add a passkey
      </a>
    </div>
    {factor.on ? (
      <p class="hint">
        Keep the recovery codes in a safe place: without them, and without your app or passkey, only the
        operators of this service can let you in again.
      </p>
    ) : null}
  </section>
)

const App: FC<{ since: string | null }> = ({ since }) => (
  <li class="row">
    <div class="grow">
      <h3>Authenticator app {since ? <Badge kind="good">on</Badge> : null}</h3>
      <p class="facts">
        {since ? (
          <span>
            On since <Day at={since} />
          </span>
        ) : (
          <span>An app on your phone that shows a new code every 30 seconds.</span>
        )}
      </p>
    </div>
    <a class="button slim" href={since ? `${stepsAt}/off` : `${stepsAt}/app`}>
      {since ? 'Turn off' : 'Set up'}
      <span class="hidden"> the authenticator app</span>
    </a>
  </li>
)

const PasskeyRow: FC<{ one: Passkey }> = ({ one: { id, name, created_at, last_used_at } }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {name} <Badge>passkey</Badge>
      </h3>
      <p class="facts">
        <span>
          Added <Day at={created_at} />
        </span>
        <span>{last_used_at ? <>Last used {<Day at={last_used_at} />}</> : 'Not used yet'}</span>
      </p>
    </div>
    <div class="buttons">
      <details class="confirm">
        <summary class="button slim">
          Rename<span class="hidden"> {name}</span>
        </summary>
        <form class="confirm-form calm" method="post" action="/account/passkeys/rename">
          <Hidden fields={{ id }} />
          <label for={`name-${id}`}>New name</label>
          <input id={`name-${id}`} name="name" type="text" value={name} required />
          <button class="slim">{`Rename ${name}`}</button>
        </form>
      </details>
      <a class="button slim" href={`${stepsAt}/remove?id=${id}`}>
        Remove<span class="hidden"> {name}</span>
      </a>
    </div>
  </li>
)

const Codes: FC<{ left: number }> = ({ left }) => (
  <li class="row">
    <div class="grow">
      <h3>Recovery codes {left <= few ? <Badge kind="warn">{left ? 'few' : 'none'}</Badge> : null}</h3>
      <p class="facts">
        <span>{`${count(left, 'code')} left`}</span>
      </p>
    </div>
    <a class="button slim" href={`${stepsAt}/codes`}>
      Get new codes
    </a>
  </li>
)
