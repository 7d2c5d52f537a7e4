import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { Account, Badge, Notice, Pairs } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { Clock } from '../kit/time.tsx'
import { type Form, type Me, me, PageError } from '../kit/page-request.ts'

type Consent = Answer<'getOauthConsent'>
type Parts = { consent: Consent; host: string; person: Me }

/** What an application requests, for the signed-in person to allow or deny. */
export default publicPage<Parts>({
  at: '/oauth/consent',
  security: { leavesSite: true },
  title: 'Connect an application?',
  centered: 'broad',
  keeps: ['rid'],
  parts: async ({ request, read }) => {
    const request_id = request.query.rid ?? request.form.request_id ?? ''
    if (!isUuid(request_id)) throw requestEnded()
    const [person, consent] = await Promise.all([
      me(request),
      read('getOauthConsent', {}, { request_id }).catch((error: unknown) => {
        throw error instanceof PageError && error.status === 404 ? requestEnded() : error
      }),
    ])
    return { person, consent, host: hostOf(consent.redirect_host) }
  },
  forms: {
    '': calling('decideOauthConsent', {
      verb: '',
      also: decisionIn,
      missing: () => Promise.reject(requestEnded()),
      to: (_, { redirect_to }) => redirect_to,
    }),
  },
  Content: ({ request, parts, form }) => {
    const { consent, host } = parts
    return (
      <>
        <p>
          {say('A program that sends you back to {host} asks to act for you in {appName}.', {
            host: <strong>{host}</strong>,
            appName: request.settings.appName,
          })}
        </p>
        {isLoopback(host) ? <Local host={host} /> : null}
        <Parties {...parts} />
        <Access scope={consent.scope} />
        {form('', {
          hidden: { request_id: consent.request_id },
          above: <Restrictions organizations={consent.organizations} />,
          below: (
            <div class="actions">
              <button class="primary" name="decision" value="approve">
                {say('Allow access')}
              </button>
              <button name="decision" value="deny">
                {say('Deny')}
              </button>
            </div>
          ),
        })}
        <p class="hint">
          {say('Open until {at}. If you did not start this yourself, deny it.', {
            at: <Clock at={consent.expires_at} />,
          })}
        </p>
      </>
    )
  },
})

/** The decision: full or read-only access, to all or only the selected organizations, or none. */
function decisionIn(form: Form) {
  const { decision, reach, access } = form
  if (decision === 'deny') return { approve: false }
  if (decision !== 'approve') throw new PageError(422, say('No decision'), say('Choose to allow or to deny.'))
  const chosen = Object.keys(form).filter((name) => name.startsWith('org_'))
  if (reach === 'some' && !chosen.length)
    throw new PageError(
      422,
      say('No organization is chosen'),
      say('Go back and tick one at least, or allow all of them.'),
    )
  return {
    approve: true,
    read_only: access === 'read',
    ...(reach === 'some' && { organization_ids: chosen.map((name) => name.slice(4)) }),
  }
}

const requestEnded = () =>
  new PageError(
    404,
    say('This request has ended'),
    `${say('It was already answered, it is older than ten minutes, or the address is incomplete.')} ` +
      say('Go back to the application and connect it again.'),
  )

/** The host as browsers read it: other alphabets as `xn--…`, unusual spellings of an address normalized. */
function hostOf(redirectHost: string | null): string {
  if (!redirectHost || !URL.canParse(`http://${redirectHost}`)) {
    throw new PageError(
      400,
      say('This application cannot be connected'),
      say('It does not say clearly where it would send you back to.'),
    )
  }
  return new URL(`http://${redirectHost}`).host
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)

const Parties: FC<Parts> = ({ consent, host, person }) => (
  <Pairs
    of={[
      [say('Sends you back to'), <strong>{host}</strong>],
      [
        say('Its home'),
        consent.client_url && <WebSite host={new URL(consent.client_url).host} isLocal={isLoopback(host)} />,
      ],
      [
        say('Calls itself'),
        <>
          {consent.client_name} {consent.client_url ? null : <Badge kind="warn">{say('Unverified')}</Badge>}
          <p class="hint">{say('It gave itself this name; nobody has checked it.')}</p>
        </>,
      ],
      [say('Works with'), consent.resource && <strong>{consent.resource}</strong>],
      [say('Your account'), <Account person={person} back={`/oauth/consent?rid=${consent.request_id}`} />],
    ]}
  />
)

/** A local program can claim any website as its home; one that redirects to that website cannot. */
const WebSite: FC<{ host: string; isLocal: boolean }> = ({ host, isLocal }) => (
  <>
    <strong>{host}</strong>{' '}
    {isLocal ? <Badge kind="warn">{say('Unverified')}</Badge> : <Badge kind="good">{say('Verified')}</Badge>}
    <p class="hint">
      {isLocal
        ? say('This web site describes such an application; whether this is it, nobody can check.')
        : say('This web site describes the application and confirms where it sends you back to.')}
    </p>
  </>
)

const Local: FC<{ host: string }> = ({ host }) => (
  <Notice kind="warn" title={say('This goes to a program on this computer')}>
    <p>
      {say(
        '{host} is the device that you are using, so any program on it could be asking in this name. Allow it only if you have just started connecting it yourself.',
        { host },
      )}
    </p>
  </Notice>
)

const Access: FC<{ scope: string }> = ({ scope }) => (
  <div class="close">
    <h2>{say('What it asks for')}</h2>
    <ul class="ticks">
      {scope
        .split(' ')
        .flatMap((name) => meanings[name] ?? [say('Whatever the permission “{name}” covers', { name })])
        .map((meaning) => (
          <li>{meaning}</li>
        ))}
      <li>{say('It never sees your password, and you can disconnect it at any time under Applications.')}</li>
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
      <legend>{say('What you allow')}</legend>
      <Check name="access" value="all" kind="radio" label={say('Read and change')} on />
      <Check
        name="access"
        value="read"
        kind="radio"
        label={say('Only read')}
        hint={say('It looks at everything and changes nothing.')}
      />
    </fieldset>
    {organizations.length > 1 ? (
      <fieldset class="stack">
        <legend>{say('Where')}</legend>
        <Check
          name="reach"
          value="all"
          kind="radio"
          label={say('In all my organizations')}
          hint={say('Also in those that I join later.')}
          on
        />
        <Check name="reach" value="some" kind="radio" label={say('Only in these')} />
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
