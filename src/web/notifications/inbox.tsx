import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import { Live } from '../kit/live.tsx'
import { withQuery } from '../kit/lists.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { type MemberOrganization, lookedInto } from '../kit/organization-context.ts'
import { OtherOrganizations } from '../kit/other-organizations.tsx'
import type { Shown } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { memberPage } from '../kit/person-page.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'

type Notification = Item<'listNotifications'>
type Box = { organization: MemberOrganization } & Pick<Answer<'listNotifications'>, 'items' | 'total'>

const at = '/inbox'
const partIn = (request: PageRequest, organization: MemberOrganization) =>
  partOf(request, at, `from_${organization.slug}`, 50, `inbox-${organization.id}`)

/** The notifications of a person in all of their organizations. */
export default memberPage<Box[]>({
  at,
  title: 'Inbox',
  lead: () => (
    <>
      {say('What others did that concerns you. {link}', {
        link: <a href="/inbox/preferences">{say('Choose what comes here, and by mail')}</a>,
      })}
    </>
  ),
  parts: async ({ request, read, organizations }) => {
    const boxes = lookedInto(request, organizations).map(async (organization): Promise<Box> => {
      const { items, total } = await read('listNotifications', partIn(request, organization).range, {
        org_id: organization.id,
      })
      return { organization, items, total }
    })
    return (await Promise.all(boxes)).filter(({ total }) => total > 0)
  },
  forms: {
    // What the page showed is read; later notifications stay unread.
    '': calling('readAllNotifications', {
      verb: 'Mark all as read',
      also: ({ before }) => ({ before }),
      to: () => at,
    }),
  },
  Content: (shown) => (
    <>
      {shown.parts.map((box) => (
        <BoxCard {...box} shown={shown} />
      ))}
      {shown.parts.length ? null : (
        <section class="card close">
          <h2>{say('Nothing here')}</h2>
          <p class="muted">
            {say('When somebody assigns you a task, mentions you or answers you, it appears here.')}
          </p>
        </section>
      )}
      <OtherOrganizations organizations={shown.organizations} request={shown.request} at={at} />
      <Live
        of="notification"
        organizations={lookedInto(shown.request, shown.organizations)}
        request={shown.request}
      />
    </>
  ),
})

const BoxCard: FC<Box & { shown: Shown<null, Box[]> }> = ({ organization, items, total, shown }) => (
  <section class="card stack" aria-labelledby={`inbox-${organization.id}`}>
    <div class="head">
      <h2 id={`inbox-${organization.id}`}>{organization.name}</h2>
      {items.some(({ read_at }) => read_at === null)
        ? shown.form('', { hidden: { org_id: organization.id, before: items[0]!.created_at } })
        : null}
    </div>
    <Rows
      of={items}
      line={(one) => ({
        ...(one.url && URL.canParse(one.url) && { to: pathOf(one.url, organization) }),
        title: one.title,
        facts: [one.snippet, whatHappened(one), <Moment at={one.created_at} />],
        marks: one.read_at === null ? <Badge kind="accent">{say('new')}</Badge> : null,
      })}
      shown={shown}
    />
    {partIn(shown.request, organization).pager(total)}
  </section>
)

/** The page that a notification is about, in its organization. */
function pathOf(url: string, { slug }: MemberOrganization) {
  const { pathname, search } = new URL(url)
  return withQuery(pathname + search, { org: slug })
}

/** What somebody did, by the reason of the notification; what happens by itself has a sentence of its own. */
const deeds: Record<string, string> = {
  mentioned: 'mentioned you',
  assigned: 'assigned it to you',
  unassigned: 'assigned it to nobody or to somebody else',
  replied: 'replied to you',
  commented: 'commented',
  status_changed: 'changed the status',
  blocked: 'made it wait for another task',
  unblocked: 'finished what it waited for',
  sprint_started: 'started the sprint',
  sprint_completed: 'completed the sprint',
  document_updated: 'edited the document',
  document_commented: 'commented on the document',
  invited: 'invited you',
  share_request: 'asks for access',
  approval: 'asks for your decision',
}
const events: Record<string, string> = {
  due_soon: 'Due soon',
  overdue: 'Overdue',
  automation: 'By an automation',
  reminder: 'Reminder',
  system: 'From the service',
  leave_asked: 'Leave to decide',
  leave_decided: 'Leave decided',
  leave_changed: 'Leave',
  timesheet_asked: 'Timesheets of your people',
  timesheet_decided: 'My timesheet',
  hours_correction: 'Working hours',
  payslip_ready: 'Payslip',
  hr_task: 'People',
  meeting: 'Meeting',
  objective: 'Objective',
}

function whatHappened({ reason, actor, change }: Notification): string {
  const event = say(events[reason])
  if (event) return event
  const deed = say(deeds[reason] ?? inWords(reason))
  const details = change
    ? ` ${say('from {from} to {to}', { from: inWords(change.from), to: inWords(change.to) })}`
    : ''
  return `${actor?.name ?? say('Somebody')} ${deed}${details}`
}
