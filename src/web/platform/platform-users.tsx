import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { show } from '../kit/layout.tsx'
import { Badge, count, Notice } from '../kit/parts.tsx'
import {
  apiQuery,
  submitForm,
  noFailure,
  Operations,
  Pager,
  ReasonForm,
  SearchForm,
  type FailedForm,
} from './platform-parts.tsx'
import { bodyOf, me, type Page, type Visit } from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

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
const doneTexts: Record<string, string> = {
  locked: 'Locked out. Sessions have ended, keys and connected applications are refused.',
  'factor-removed':
    'The second factor is removed. The password alone signs them in; they are notified by mail.',
  active: 'Unlocked. They can sign in again, and their keys work again.',
}

export const showUsers: Page = (visit) => usersPage(visit, noFailure)

export const switchUser: Page = async (visit) => {
  const { user = '', status = '', reason = '', q = user } = visit.form
  const path = `${api}/users/${encodeURIComponent(user)}`
  const change = () => visit.api.call('PATCH', path, { body: { status, reason } })
  const done = await submitForm(visit, change, `${at}?q=${encodeURIComponent(q)}&done=${status}`)
  return done instanceof Response ? done : usersPage({ ...visit, query: { q } }, done)
}

export const removeSecondFactor: Page = async (visit) => {
  const { user = '', reason = '', q = user } = visit.form
  const path = `${api}/users/${encodeURIComponent(user)}/second-factor`
  const remove = () => visit.api.call('DELETE', path, { body: { reason } })
  const done = await submitForm(visit, remove, `${at}?q=${encodeURIComponent(q)}&done=factor-removed`)
  return done instanceof Response ? done : usersPage({ ...visit, query: { q } }, done)
}

/** Issues an impersonation link, which is shown on this page only. */
export const impersonate: Page = async (visit) => {
  const { user = '', reason = '', q = user } = visit.form
  let issued: Issued | undefined
  const issue = async () => {
    const sent = { body: { user_id: user, reason }, headers: { 'idempotency-key': uuidv7() } }
    const reply = await visit.api.call<Issued>('POST', `${api}/impersonations`, sent)
    if (reply.status === 201) issued = reply.body
    return reply
  }
  const done = await submitForm(visit, issue, at)
  const sameQuery = { ...visit, query: { q } }
  return done instanceof Response ? usersPage(sameQuery, noFailure, issued) : usersPage(sameQuery, done)
}

async function usersPage(visit: Visit, failed: FailedForm, issued?: Issued): Promise<Response> {
  const params = apiQuery(visit, ['q', 'status'])
  const { items, total } = bodyOf(
    await visit.api.call<{ items: User[]; total: number }>('GET', `${api}/users?${params}`),
    visit.here,
  )
  const person = await me(visit)
  const done = doneTexts[visit.query.done ?? '']
  return show(
    visit,
    { title: 'People', me: person, status: failed.status },
    <>
      <Operations here={at} lead="Everyone who has signed up. What they work on is not shown." />
      {done ? (
        <Notice kind="good">
          <p>{done}</p>
        </Notice>
      ) : null}
      {issued?.activate_url ? <ImpersonationLink url={issued.activate_url} name={issued.user.name} /> : null}
      <SearchForm
        visit={{ ...visit, here: at }}
        label="Find a person"
        hint="By name or e-mail address."
        choice={{ name: 'status', label: 'State', all: 'All', values: ['active', 'locked'] }}
      />
      <section class="card" aria-labelledby="found">
        <h2 id="found">People</h2>
        <ul class="rows">
          {items.map((one) => (
            <Row one={one} isSelf={one.user_id === person.id} failed={failed} />
          ))}
        </ul>
        <Pager visit={{ ...visit, here: at }} shown={items.length} total={total} what="people" />
      </section>
    </>,
  )
}

const ImpersonationLink: FC<{ url: string; name: string }> = ({ url, name }) => (
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

const Row: FC<{ one: User; isSelf: boolean; failed: FailedForm }> = ({ one, isSelf, failed }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {one.name} {one.status === 'locked' ? <Badge kind="bad">locked</Badge> : null}{' '}
        {one.is_operator ? <Badge kind="accent">operator</Badge> : null} {isSelf ? <Badge>you</Badge> : null}
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
    {isSelf ? null : (
      <div class="buttons">
        {one.is_operator || one.status === 'locked' ? null : <Impersonate one={one} failed={failed} />}
        {one.second_factor ? <RemoveSecondFactor one={one} failed={failed} /> : null}
        <Switch one={one} failed={failed} />
      </div>
    )}
  </li>
)

const Impersonate: FC<{ one: User; failed: FailedForm }> = ({ one: { user_id, name, email }, failed }) => (
  <ReasonForm
    id={`impersonate-${user_id}`}
    verb="Impersonate"
    subject={name}
    action="/platform/impersonate"
    fields={{ user: user_id, q: email }}
    text="You see what this person sees, except what is private to them. It is read-only and recorded in the audit log."
    failed={failed}
  />
)

const RemoveSecondFactor: FC<{ one: User; failed: FailedForm }> = ({
  one: { user_id, name, email },
  failed,
}) => (
  <ReasonForm
    id={`remove-factor-${user_id}`}
    verb="Remove second factor"
    subject={`of ${name}`}
    action="/platform/users/second-factor"
    fields={{ user: user_id, q: email }}
    text="For somebody who lost the app, the passkeys and the recovery codes. Be certain who is asking: afterwards the password alone signs them in."
    risky
    failed={failed}
  />
)

const Switch: FC<{ one: User; failed: FailedForm }> = ({ one: { user_id, name, email, status }, failed }) => {
  const on = status === 'locked'
  return (
    <ReasonForm
      id={`user-${user_id}`}
      verb={on ? 'Unlock' : 'Lock'}
      subject={name}
      action={at}
      fields={{ user: user_id, q: email, status: on ? 'active' : 'locked' }}
      text={
        on
          ? 'They can sign in again; keys and connected applications work again.'
          : 'All sessions end at once; keys and connected applications are refused until it is unlocked.'
      }
      risky={!on}
      failed={failed}
    />
  )
}
