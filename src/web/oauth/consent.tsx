import type { FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import { show } from '../kit/layout.tsx'
import { Account, Badge, Hidden, Notice } from '../kit/parts.tsx'
import { Clock } from '../kit/time.tsx'
import { bodyOf, type Form, redirectTo, type Me, me, type Page, PageError, type Visit } from '../kit/visit.ts'

type Consent = {
  request_id: string
  client_name: string
  client_url: string | null
  redirect_host: string | null
  scope: string
  resource: string | null
  expires_at: string
  organizations: { id: string; name: string }[]
}

export const showConsent: Page = async (visit) => {
  const at = consentAt(visit.query.rid)
  const [person, requested] = await Promise.all([me(visit), visit.api.call<Consent>('GET', at)])
  if (requested.status === 404) throw requestEnded()
  const consent = bodyOf(requested, visit.here)
  return show(
    visit,
    { title: 'Connect an application', centered: 'broad', me: person },
    <ConsentForm visit={visit} consent={consent} host={hostOf(consent.redirect_host)} person={person} />,
  )
}

export const decideConsent: Page = async (visit) => {
  const { rid, decision } = visit.form
  const at = consentAt(rid)
  if (decision !== 'approve' && decision !== 'deny')
    throw new PageError(422, 'No decision', 'Choose to allow or to deny.')
  const reply = await visit.api.call<{ redirect_to: string }>('POST', at, {
    body: decision === 'approve' ? allowed(visit.form) : { approve: false },
  })
  if (reply.status === 404) throw requestEnded()
  return redirectTo(bodyOf(reply, `/oauth/consent?rid=${rid}`).redirect_to)
}

/** The request body for an approval: full or read-only access, to all or only the selected organizations. */
function allowed(form: Form) {
  const organization_ids = Object.keys(form).flatMap((name) =>
    name.startsWith('org_') ? [name.slice(4)] : [],
  )
  if (form.reach === 'some' && !organization_ids.length)
    throw new PageError(
      422,
      'No organization is chosen',
      'Go back and tick one at least, or allow all of them.',
    )
  return {
    approve: true,
    read_only: form.access === 'read',
    ...(form.reach === 'some' ? { organization_ids } : {}),
  }
}

function consentAt(rid: string | undefined): string {
  if (!rid || !isUuid(rid)) throw requestEnded()
  return `/api/v1/oauth/consent/${rid}`
}

const requestEnded = () =>
  new PageError(
    404,
    'This request has ended',
    'It was already answered, it is older than ten minutes, or the address is incomplete. ' +
      'Go back to the application and connect it again.',
  )

/** The host as browsers read it: other alphabets as `xn--…`, unusual spellings of an address normalized. */
function hostOf(redirectHost: string | null): string {
  if (!redirectHost || !URL.canParse(`http://${redirectHost}`)) {
    throw new PageError(
      400,
      'This application cannot be connected',
      'It does not say clearly where it would send you back to.',
    )
  }
  return new URL(`http://${redirectHost}`).host
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)

type ConsentProps = { visit: Visit; consent: Consent; host: string; person: Me }

const ConsentForm: FC<ConsentProps> = ({ visit, consent, host, person }) => (
  <div class="card stack">
    <h1>Connect an application?</h1>
    <p>
      A program that sends you back to <strong>{host}</strong> asks to act for you in {visit.settings.appName}
      .
    </p>
    {isLoopback(host) ? <Local host={host} /> : null}
    <Parties visit={visit} consent={consent} host={host} person={person} />
    <Access scope={consent.scope} />
    <form class="stack" method="post" action="/oauth/consent">
      <Hidden fields={{ rid: consent.request_id }} />
      <Restrictions organizations={consent.organizations} />
      <div class="actions">
        <button class="primary" name="decision" value="approve">
          Allow access
        </button>
        <button name="decision" value="deny">
          Deny
        </button>
      </div>
    </form>
    <p class="hint">
      Open until <Clock at={consent.expires_at} />. If you did not start this yourself, deny it.
    </p>
  </div>
)

const Parties: FC<ConsentProps> = ({ consent, host, person }) => (
  <dl class="pairs">
    <dt>Sends you back to</dt>
    <dd>
      <strong>{host}</strong>
    </dd>
    {consent.client_url ? <Home home={new URL(consent.client_url).host} local={isLoopback(host)} /> : null}
    <dt>Calls itself</dt>
    <dd>
      {consent.client_name} {consent.client_url ? null : <Badge kind="warn">Unverified</Badge>}
      <p class="hint">It gave itself this name; nobody has checked it.</p>
    </dd>
    {consent.resource ? (
      <>
        <dt>Works with</dt>
        <dd>
          <strong>{consent.resource}</strong>
        </dd>
      </>
    ) : null}
    <dt>Your account</dt>
    <dd>
      <Account person={person} back={`/oauth/consent?rid=${consent.request_id}`} />
    </dd>
  </dl>
)

/** A local program can claim any website as its home; one that redirects to that website cannot. */
const Home: FC<{ home: string; local: boolean }> = ({ home, local }) => (
  <>
    <dt>Its home</dt>
    <dd>
      <strong>{home}</strong>{' '}
      {local ? <Badge kind="warn">Unverified</Badge> : <Badge kind="good">Verified</Badge>}
      <p class="hint">
        {local
          ? 'This web site describes such an application; whether this is it, nobody can check.'
          : 'This web site describes the application and confirms where it sends you back to.'}
      </p>
    </dd>
  </>
)

const Local: FC<{ host: string }> = ({ host }) => (
  <Notice kind="warn" title="This goes to a program on this computer">
    <p>
      {host} is the device that you are using, so any program on it could be asking in this name. Allow it
      only if you have just started connecting it yourself.
    </p>
  </Notice>
)

const Access: FC<{ scope: string }> = ({ scope }) => (
  <div class="close">
    <h2>What it asks for</h2>
    <ul class="ticks">
      {scope
        .split(' ')
        .flatMap((name) => meanings[name] ?? [`Whatever the permission “${name}” covers`])
        .map((meaning) => (
          <li>{meaning}</li>
        ))}
      <li>It never sees your password, and you can disconnect it at any time under Applications.</li>
    </ul>
  </div>
)

type Choice = {
  name: string
  value?: string
  kind: 'radio' | 'checkbox'
  label: string
  hint?: string
  on?: boolean
}
const Check: FC<Choice> = ({ name, value, kind, label, hint, on }) => {
  const id = value ? `${name}-${value}` : name
  return (
    <div class="check">
      <input
        type={kind}
        id={id}
        name={name}
        value={value}
        checked={on}
        aria-describedby={hint && `${id}-hint`}
      />
      <div>
        <label for={id}>{label}</label>
        {hint ? (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Restricts the access to reading or to some organizations. */
const Restrictions: FC<{ organizations: Consent['organizations'] }> = ({ organizations }) => (
  <>
    <fieldset class="stack">
      <legend>What you allow</legend>
      <Check name="access" value="all" kind="radio" label="Read and change" on />
      <Check
        name="access"
        value="read"
        kind="radio"
        label="Only read"
        hint="It looks at everything and changes nothing."
      />
    </fieldset>
    {organizations.length > 1 ? (
      <fieldset class="stack">
        <legend>Where</legend>
        <Check
          name="reach"
          value="all"
          kind="radio"
          label="In all my organizations"
          hint="Also in those that I join later."
          on
        />
        <Check name="reach" value="some" kind="radio" label="Only in these" />
        <div class="stack inset">
          {organizations.map(({ id, name }) => (
            <Check name={`org_${id}`} kind="checkbox" label={name} />
          ))}
        </div>
      </fieldset>
    ) : null}
  </>
)

const meanings: Record<string, string[]> = {
  service: [
    'See everything that you can see, in every organization you belong to',
    'Create, change and delete in your name, with the role that you have there',
  ],
}
