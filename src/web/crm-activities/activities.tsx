import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForms, type ShowForm, type Subject } from '../kit/forms.tsx'
import type { Read, Schemas } from '../kit/operations.ts'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import type { Form, PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { dayIn } from '../kit/zone.ts'

type Activity = Schemas['CrmActivity']
type Listed = { items: Activity[]; total: number }
export type ActivityLists = { open: Listed; done: Listed; parts: { open: Part; done: Part } }

/** The activities of a client, deal or lead: open ones, and the latest completed ones. */
export async function activitiesOf(
  request: PageRequest,
  read: Read,
  about: { client_id?: string; deal_id?: string; lead_id?: string },
  page: string,
): Promise<ActivityLists> {
  const parts = {
    open: partOf(request, page, 'todo_from', 25, 'activities'),
    done: partOf(request, page, 'done_from', 10, 'activities'),
  }
  const [open, done] = await Promise.all([
    read('listCrmActivities', { ...about, done: false, sort: 'due_at', ...parts.open.range }),
    read('listCrmActivities', { ...about, done: true, sort: '-done_at', ...parts.done.range }),
  ])
  return { open, done, parts }
}

const planned = bodyFields(
  'CrmActivityDraft',
  {
    type: {
      label: 'Kind',
      choices: [
        ['call', 'call'],
        ['meeting', 'meeting'],
        ['email', 'e-mail'],
        ['task', 'task'],
        ['note', 'note'],
      ],
    },
    subject: 'Subject',
    due_at: 'Day',
    body: { label: 'Notes', hint: 'Visible only within the organization.' },
  },
  {
    state: {
      label: 'Status',
      after: 'type',
      choices: [
        ['', 'to be done'],
        ['done', 'done already'],
      ],
    },
  },
)
const completed = bodyFields(
  'CrmActivityCompletion',
  { outcome: 'Outcome' },
  { next_on: { label: 'Follow up on', type: 'date' } },
)

type Owner = { id: string }
/** The forms for the activities of an object. */
export function activityForms<T extends Owner>(about: 'client' | 'deal' | 'lead'): PageForms<T> {
  const to = ({ here }: Subject<T>) => `${here}&done=saved#activities`
  return {
    plan: calling('createCrmActivity', {
      title: 'Plan or log an activity',
      verb: 'Save activity',
      fields: planned,
      also: ({ state }: Form, { object }: Subject<T>, { due_at }: { due_at?: string }) => ({
        [`${about}_id`]: object.id,
        ...(state === 'done' && doneAt(due_at)),
      }),
      to,
    }),
    complete: calling('completeCrmActivity', {
      title: 'Complete',
      verb: 'Done',
      fields: completed,
      also: ({ next_on }: Form, { organization }: Subject<T>) => followUp(organization.timezone, next_on),
      to,
    }),
  }
}

/** What is done already was done when it is said to have been, at the latest now. */
function doneAt(day: string | undefined) {
  const now = new Date().toISOString()
  return { due_at: undefined, done_at: day && day < now ? day : now }
}

function followUp(zone: string, day: string | undefined) {
  if (!day) return {}
  const whole = dayIn(zone, day)
  return whole ? { follow_up: { due_at: whole[1] } } : { invalid: { next_on: say('Must be a day.') } }
}

type Props = { of: ActivityLists; org: string; form: ShowForm }
/** Activities, with a form to plan or log one and a form to complete each open one. */
export const Activities: FC<Props> = ({ of: { open, done, parts }, org, form }) => (
  <Section
    id="activities"
    title={
      open.total ? say('To do: {total}', { total: open.total.toLocaleString('en') }) : say('Nothing to do')
    }
  >
    {form('plan')}
    <Rows of={open.items} org={org} form={form} />
    {parts.open.pager(open.total)}
    {done.total ? (
      <>
        <h3>{say('Done')}</h3>
        <Rows of={done.items} org={org} />
        {parts.done.pager(done.total)}
      </>
    ) : null}
  </Section>
)

const Rows: FC<{ of: Activity[]; org: string; form?: ShowForm }> = ({ of, org, form }) =>
  of.length ? (
    <ul class="rows">
      {of.map((one) => (
        <li class="close">
          <Row activity={one} org={org} />
          {form?.('complete', { of: one, about: one.subject })}
        </li>
      ))}
    </ul>
  ) : null

const Row: FC<{ activity: Activity; org: string }> = ({ activity, org }) => {
  const { type, subject, body, due_at, done_at, outcome, owner, deal } = activity
  const late = !done_at && due_at !== null && due_at < new Date().toISOString()
  return (
    <>
      <p class="head">
        <span class="title">{subject}</span>
        <Badge kind={late ? 'bad' : undefined}>
          {late ? say('{type}, overdue', { type: inWords(type) }) : inWords(type)}
        </Badge>
      </p>
      <p class="facts">
        {done_at ? <Moment at={done_at} /> : due_at ? <Moment at={due_at} /> : null}
        {owner ? <span>{owner.name}</span> : null}
        {deal ? <a href={`/deals/${deal.id}?org=${org}`}>{deal.name}</a> : null}
      </p>
      {body ? <p class="as-typed small">{body}</p> : null}
      {outcome ? <p class="as-typed small">{outcome}</p> : null}
    </>
  )
}
