import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { inWords } from '../kit/words.ts'
import { OtherOrganizations } from '../kit/other-organizations.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, Hidden } from '../kit/parts.tsx'
import { forPerson, type Home, lookedInto } from '../kit/organization-context.ts'
import { bodyOf, redirectTo, type Page, type Visit } from '../kit/visit.ts'
import { Moment } from '../kit/time.tsx'

type Item = {
  id: string
  reason: string
  actor: { name: string } | null
  change: { from: string; to: string } | null
  title: string
  snippet: string | null
  url: string | null
  read_at: string | null
  created_at: string
}
type Box = { home: Home; items: Item[]; total: number }

/** The notifications of a person in all of their organizations. */
export const showInbox: Page = async (visit) => {
  const {
    person,
    homes,
    parts: boxes,
  } = await forPerson(visit, (homes) =>
    Promise.all(lookedInto(visit, homes).map((home) => boxOf(visit, home))),
  )
  const nonEmpty = boxes.filter(({ total }) => total > 0)
  return show(
    visit,
    { title: 'Inbox', me: person },
    <>
      <div>
        <h1>Inbox</h1>
        <p class="lead">What others did that concerns you.</p>
        <p class="facts">
          <a href="/inbox/preferences">Choose what comes here, and by mail</a>
        </p>
      </div>
      {nonEmpty.length ? (
        nonEmpty.map((box) => <BoxCard {...box} part={partIn(visit, box.home)} />)
      ) : (
        <Empty />
      )}
      <OtherOrganizations homes={homes} visit={visit} at="/inbox" />
    </>,
  )
}

const partIn = (visit: Visit, home: Home) =>
  partOf(visit, '/inbox', `from_${home.slug}`, 50, `inbox-${home.id}`)

async function boxOf(visit: Visit, home: Home): Promise<Box> {
  const reply = await visit.api.call<{ items: Item[]; total: number }>(
    'GET',
    `/api/v1/organizations/${home.id}/notifications?${partIn(visit, home).query}`,
  )
  return { home, ...bodyOf(reply, visit.here) }
}

/** Marks what the page showed as read; later notifications stay unread. */
export const readInbox: Page = async (visit) => {
  const { org = '', before = '' } = visit.form
  const path = `/api/v1/organizations/${encodeURIComponent(org)}/notifications/read-all`
  bodyOf(await visit.api.call('POST', path, { body: { before } }), '/inbox')
  return redirectTo('/inbox')
}

const BoxCard: FC<Box & { part: Part }> = ({ home, items, total, part }) => {
  const unread = items.filter(({ read_at }) => read_at === null).length
  return (
    <section class="card stack" aria-labelledby={`inbox-${home.id}`}>
      <div class="head">
        <h2 id={`inbox-${home.id}`}>{home.name}</h2>
        {unread ? (
          <form method="post" action="/inbox">
            <Hidden fields={{ org: home.id, before: items[0]!.created_at }} />
            <button class="slim">Mark all as read</button>
          </form>
        ) : null}
      </div>
      <ul class="rows">
        {items.map((one) => (
          <Row item={one} home={home} />
        ))}
      </ul>
      {part.pager(total)}
    </section>
  )
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
}

function whatHappened({ reason, actor, change }: Item): string {
  const event = events[reason]
  if (event) return event
  const deed = deeds[reason] ?? inWords(reason)
  const details = change ? ` from ${inWords(change.from)} to ${inWords(change.to)}` : ''
  return `${actor?.name ?? 'Somebody'} ${deed}${details}`
}

const Row: FC<{ item: Item; home: Home }> = ({ item, home }) => {
  const to = item.url && URL.canParse(item.url) ? `${new URL(item.url).pathname}?org=${home.slug}` : undefined
  return (
    <li class="row">
      <div class="grow">
        <p class="title">{to ? <a href={to}>{item.title}</a> : item.title}</p>
        {item.snippet ? <p>{item.snippet}</p> : null}
        <p class="facts">
          <span>{whatHappened(item)}</span>
          <Moment at={item.created_at} />
        </p>
      </div>
      {item.read_at === null ? <Badge kind="accent">new</Badge> : null}
    </li>
  )
}

const Empty: FC = () => (
  <section class="card close">
    <h2>Nothing here</h2>
    <p class="muted">When somebody assigns you a task, mentions you or answers you, it appears here.</p>
  </section>
)
