import type { FC, PropsWithChildren } from 'hono/jsx'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { type FormRequest, type FormState, type Action, fieldsOf, filled } from '../kit/object-actions.tsx'
import { partOf } from '../kit/pager.tsx'
import { Badge, Hidden } from '../kit/parts.tsx'
import type { Found } from '../kit/organization-context.ts'
import { Moment } from '../kit/time.tsx'
import { bodyOf, type Form, type Visit } from '../kit/visit.ts'
import { dayIn, momentIn } from '../kit/zone.ts'

type Named = { id: string; name: string }
type Activity = {
  id: string
  type: string
  subject: string
  body: string | null
  due_at: string | null
  done_at: string | null
  outcome: string | null
  owner: { name: string } | null
  client: Named | null
  deal: Named | null
}
type Listed = { items: Activity[]; total: number }
export type ActivityLists = { open: Listed; done: Listed; lists: ReturnType<typeof listsOn> }

const types = ['call', 'meeting', 'email', 'task', 'note']
export const activityLabels = {
  type: 'Kind',
  subject: 'Subject',
  state: 'Status',
  due_on: 'Day',
  due_time: 'Time',
  body: 'Notes',
  outcome: 'Outcome',
  next_on: 'Follow up on',
}

/** The activities of a client, deal or lead: open ones, and the latest completed ones. */
/** The parts of the lists of activities that a page shows. */
const listsOn = (visit: Visit, page: string) => ({
  open: partOf(visit, page, 'todo_from', 25, 'activities'),
  done: partOf(visit, page, 'done_from', 10, 'activities'),
})

export async function activitiesOf(
  visit: Visit,
  at: string,
  about: string,
  page: string,
): Promise<ActivityLists> {
  const get = async (query: string) =>
    bodyOf(await visit.api.call<Listed>('GET', `${at}/crm/activities?${about}&${query}`), visit.here)
  const lists = listsOn(visit, page)
  const [open, done] = await Promise.all([
    get(`done=false&sort=due_at&${lists.open.query}`),
    get(`done=true&sort=-done_at&${lists.done.query}`),
  ])
  return { open, done, lists }
}

type When = { at: string | null } | { invalid: Form }
/** The moment given in a form; without a time, the end of the day. */
function whenOf(zone: string, day = '', time = ''): When {
  if (!day) return time ? { invalid: { due_on: 'Choose the day too.' } } : { at: null }
  const fullDay = dayIn(zone, day)
  if (!fullDay) return { invalid: { due_on: 'Must be a day.' } }
  const at = time.trim() ? momentIn(zone, day, time.trim()) : fullDay[1]
  return at ? { at } : { invalid: { due_time: 'Must be a time such as 14:30.' } }
}

/** The request that creates an activity, planned or already done. */
function plan(form: Form, zone: string, about: object): FormRequest {
  const when = whenOf(zone, form.due_on, form.due_time)
  if ('invalid' in when) return when
  const now = new Date().toISOString()
  const moment =
    form.state === 'done' ? { done_at: when.at && when.at < now ? when.at : now } : { due_at: when.at }
  const { type = '', subject = '' } = form
  return { path: '/crm/activities', body: { type, subject, ...filled(form, ['body']), ...moment, ...about } }
}

/** The request that completes an activity, with a follow-up if a day is given. */
function complete(form: Form, zone: string): FormRequest {
  const next = form.next_on ? whenOf(zone, form.next_on) : { at: null }
  if ('invalid' in next || !isUuid(form.activity ?? '')) return { invalid: { next_on: 'Must be a day.' } }
  const follow_up = next.at ? { follow_up: { due_at: next.at } } : {}
  return {
    path: `/crm/activities/${form.activity}/complete`,
    body: { ...filled(form, ['outcome']), ...follow_up },
  }
}

/** The form actions for the activities of an object. */
export const activityActions = <T extends { id: string }>(about: string): Record<string, Action<T>> => {
  const to = ({ object, home }: Found<T>) => `/${about}s/${object.id}?org=${home.slug}&done=saved#activities`
  return {
    plan: {
      request: (form, { object, home }) => plan(form, home.timezone, { [`${about}_id`]: object.id }),
      to,
    },
    complete: { request: (form, { home }) => complete(form, home.timezone), to },
  }
}

type Props = {
  of: ActivityLists
  org: string
  /** The URL of a form action. */
  at: (action: string) => string
  may: boolean
  planning: FormState
}

/** Activities, with a form to plan or log one and a form to complete each open one. */
export const Activities: FC<Props> = ({ of: { open, done, lists }, org, at, may, planning }) => (
  <section class="card stack" aria-labelledby="activities">
    <h2 id="activities">{open.total ? `To do: ${open.total.toLocaleString('en')}` : 'Nothing to do'}</h2>
    {may ? <Plan to={at('plan')} {...planning} /> : null}
    {open.total ? (
      <ul class="rows">
        {open.items.map((one) => (
          <Row activity={one} org={org}>
            {may ? <Complete activity={one} to={at('complete')} /> : null}
          </Row>
        ))}
      </ul>
    ) : null}
    {lists.open.pager(open.total)}
    {done.total ? (
      <>
        <h3>Done</h3>
        <ul class="rows">
          {done.items.map((one) => (
            <Row activity={one} org={org} />
          ))}
        </ul>
        {lists.done.pager(done.total)}
      </>
    ) : null}
  </section>
)

const Row: FC<PropsWithChildren<{ activity: Activity; org: string }>> = ({ activity, org, children }) => {
  const { type, subject, body, due_at, done_at, outcome, owner, deal } = activity
  const late = !done_at && due_at !== null && due_at < new Date().toISOString()
  return (
    <li class="close">
      <p class="head">
        <span class="title">{subject}</span>
        <Badge kind={late ? 'bad' : undefined}>{late ? `${type}, overdue` : type}</Badge>
      </p>
      <p class="facts">
        {done_at ? <Moment at={done_at} /> : due_at ? <Moment at={due_at} /> : null}
        {owner ? <span>{owner.name}</span> : null}
        {deal ? <a href={`/deals/${deal.id}?org=${org}`}>{deal.name}</a> : null}
      </p>
      {body ? <p class="as-typed small">{body}</p> : null}
      {outcome ? <p class="as-typed small">{outcome}</p> : null}
      {children}
    </li>
  )
}

const Complete: FC<{ activity: Activity; to: string }> = ({ activity: { id, subject }, to }) => (
  <details class="more small">
    <summary>
      Complete<span class="hidden">{` ${subject}`}</span>
    </summary>
    <form class="search" method="post" action={to}>
      <Hidden fields={{ activity: id, once: uuidv7() }} />
      <div class="field">
        <label for={`outcome-${id}`}>{activityLabels.outcome}</label>
        <input type="text" id={`outcome-${id}`} name="outcome" />
      </div>
      <div class="field short">
        <label for={`next-${id}`}>{activityLabels.next_on}</label>
        <input type="date" id={`next-${id}`} name="next_on" />
      </div>
      <button>Done</button>
    </form>
  </details>
)

const Plan: FC<FormState & { to: string }> = ({ to, open, values, problems }) => {
  const { field, choice, text } = fieldsOf(activityLabels, { values: { type: 'call', ...values }, problems })
  return (
    <details class="more" open={open}>
      <summary>Plan or log an activity</summary>
      <form class="stack" method="post" action={to} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          {choice(
            'type',
            types.map((one) => [one, one === 'email' ? 'e-mail' : one]),
          )}
          {choice('state', [
            ['', 'to be done'],
            ['done', 'done already'],
          ])}
        </div>
        {field('subject')}
        <div class="columns">
          {field('due_on', { type: 'date', optional: true })}
          {field('due_time', {
            optional: true,
            hint: 'Such as 14:30; otherwise the end of the day.',
          })}
        </div>
        {text('body', 3, 'Visible only within the organization.')}
        <button class="primary">Save activity</button>
      </form>
    </details>
  )
}
