import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { show } from './layout.tsx'
import { Badge, count, Notice } from './parts.tsx'
import { askedOf, doing, nothing, Operations, Pager, Reasoned, Seek, type Tried } from './platform-parts.tsx'
import { bodyOf, me, type Page, type Visit } from './visit.ts'
import { Day } from './time.tsx'

type User = {
  user_id: string
  name: string
  email: string
  status: 'active' | 'locked'
  is_operator: boolean
  second_factor: boolean
  organizations: number
  created_at: string
  last_seen_at: string | null
}
type Issued = { activate_url: string | null; user: { user_id: string; name: string } }

const at = '/platform/users'
const api = '/api/v1/platform'
const did: Record<string, string> = {
  locked: 'Locked out. Sessions have ended, keys and connected applications are refused.',
  unguarded: 'The second factor is removed. The password alone signs them in; they are told by mail.',
  active: 'Unlocked. They can sign in again, and their keys work again.',
}

export const showUsers: Page = (visit) => usersPage(visit, nothing)

export const switchUser: Page = async (visit) => {
  const { user = '', status = '', reason = '', q = user } = visit.form
  const path = `${api}/users/${encodeURIComponent(user)}`
  const change = () => visit.api.call('PATCH', path, { body: { status, reason } })
  const done = await doing(visit, change, `${at}?q=${encodeURIComponent(q)}&done=${status}`)
  return done instanceof Response ? done : usersPage({ ...visit, query: { q } }, done)
}

export const removeFactor: Page = async (visit) => {
  const { user = '', reason = '', q = user } = visit.form
  const path = `${api}/users/${encodeURIComponent(user)}/second-factor`
  const remove = () => visit.api.call('DELETE', path, { body: { reason } })
  const done = await doing(visit, remove, `${at}?q=${encodeURIComponent(q)}&done=unguarded`)
  return done instanceof Response ? done : usersPage({ ...visit, query: { q } }, done)
}

/** Issues an impersonation link, which is shown on this page only. */
export const look: Page = async (visit) => {
  const { user = '', reason = '', q = user } = visit.form
  let issued: Issued | undefined
  const issue = async () => {
    const sent = { body: { user_id: user, reason }, headers: { 'idempotency-key': uuidv7() } }
    const reply = await visit.api.call<Issued>('POST', `${api}/impersonations`, sent)
    if (reply.status === 201) issued = reply.body
    return reply
  }
  const done = await doing(visit, issue, at)
  const again = { ...visit, query: { q } }
  return done instanceof Response ? usersPage(again, nothing, issued) : usersPage(again, done)
}

async function usersPage(visit: Visit, tried: Tried, issued?: Issued): Promise<Response> {
  const requested = askedOf(visit, ['q', 'status'])
  const { items, total } = bodyOf(
    await visit.api.call<{ items: User[]; total: number }>('GET', `${api}/users?${requested}`),
    visit.here,
  )
  const person = await me(visit)
  const done = did[visit.query.done ?? '']
  return show(
    visit,
    { title: 'People', me: person, status: tried.status },
    <>
      <Operations here={at} lead="Everybody who signed up. What they work on is not shown." />
      {done ? (
        <Notice kind="good">
          <p>{done}</p>
        </Notice>
      ) : null}
      {issued?.activate_url ? <Ready url={issued.activate_url} name={issued.user.name} /> : null}
      <Seek
        visit={{ ...visit, here: at }}
        label="Find a person"
        hint="By name or e-mail address."
        choice={{ name: 'status', label: 'State', all: 'All', values: ['active', 'locked'] }}
      />
      <section class="card" aria-labelledby="found">
        <h2 id="found">People</h2>
        <ul class="rows">
          {items.map((one) => (
            <Row one={one} own={one.user_id === person.id} tried={tried} />
          ))}
        </ul>
        <Pager visit={{ ...visit, here: at }} shown={items.length} total={total} what="people" />
      </section>
    </>,
  )
}

const Ready: FC<{ url: string; name: string }> = ({ url, name }) => (
  <Notice kind="good" title={`You can impersonate ${name}`}>
    <div class="close">
      <p>
        For half an hour, and without changing anything. The link works once and within five minutes; your own
        session waits until you stop impersonating.
      </p>
      <p>
        <a class="button primary" href={url} rel="noreferrer">{`See what ${name} sees`}</a>
      </p>
    </div>
  </Notice>
)

const Row: FC<{ one: User; own: boolean; tried: Tried }> = ({ one, own, tried }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {one.name} {one.status === 'locked' ? <Badge kind="bad">locked</Badge> : null}{' '}
        {one.is_operator ? <Badge kind="accent">operator</Badge> : null} {own ? <Badge>you</Badge> : null}
      </h3>
      <p class="facts">
        <span>{one.email}</span>
        <span>{count(one.organizations, 'organization')}</span>
        <span>
          since <Day at={one.created_at} />
        </span>
        {one.last_seen_at ? (
          <span>
            last seen <Day at={one.last_seen_at} />
          </span>
        ) : null}
      </p>
    </div>
    {own ? null : (
      <div class="doings">
        {one.is_operator || one.status === 'locked' ? null : <Look one={one} tried={tried} />}
        {one.second_factor ? <Unguard one={one} tried={tried} /> : null}
        <Switch one={one} tried={tried} />
      </div>
    )}
  </li>
)

const Look: FC<{ one: User; tried: Tried }> = ({ one: { user_id, name, email }, tried }) => (
  <Reasoned
    id={`look-${user_id}`}
    does="Look as"
    about={name}
    action="/platform/look"
    fields={{ user: user_id, q: email }}
    says="You see what this person sees, but for what is private to them. It is read-only, and in the audit log."
    tried={tried}
  />
)

const Unguard: FC<{ one: User; tried: Tried }> = ({ one: { user_id, name, email }, tried }) => (
  <Reasoned
    id={`unguard-${user_id}`}
    does="Remove second factor"
    about={`of ${name}`}
    action="/platform/users/second-factor"
    fields={{ user: user_id, q: email }}
    says="For somebody who lost the app, the passkeys and the recovery codes. Be certain who asks: the password alone signs them in then."
    risky
    tried={tried}
  />
)

const Switch: FC<{ one: User; tried: Tried }> = ({ one: { user_id, name, email, status }, tried }) => {
  const on = status === 'locked'
  return (
    <Reasoned
      id={`user-${user_id}`}
      does={on ? 'Unlock' : 'Lock'}
      about={name}
      action={at}
      fields={{ user: user_id, q: email, status: on ? 'active' : 'locked' }}
      says={
        on
          ? 'They can sign in again; keys and connected applications work again.'
          : 'All sessions end at once; keys and connected applications are refused until it is unlocked.'
      }
      risky={!on}
      tried={tried}
    />
  )
}
