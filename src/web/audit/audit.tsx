import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { Badge, count, Hidden, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import { Moment } from '../kit/time.tsx'
import {
  bodyOf,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'
import { dayIn } from '../kit/zone.ts'

type Entry = {
  created_at: string
  action: string
  actor: { type: string; label: string | null }
  via: string
  entity: { type: string; label: string | null }
  fields: string[]
  ip: string | null
}
type Log = { items: Entry[]; total: number; next_cursor: string | null }
type Action = { action: string; description: string | null; count_30d: number }
type Member = { user_id: string; name: string }
type Parts = { log: Log; actions: Action[]; members: Member[]; problems: Problems }

const size = 40
const labels = { actor_id: 'Person', action: 'Action', day: 'Day' }

/** Who did what in an organization, for its admins and owners. */
export const showAudit: Page = async (visit) => {
  const { person, home, parts } = await organizationContext(visit, async (at, it) => {
    // Checked before the log is requested, since a refusal would itself be logged.
    if (!isAtLeast(it, 'admin'))
      throw new PageError(403, 'Not allowed', 'Only admins and owners see the audit log.')
    return partsOf(visit, at, it)
  })
  return show(
    visit,
    {
      title: `Audit log of ${home.name}`,
      me: person,
      zone: home.timezone,
      status: parts.problems === noProblems ? 200 : 422,
    },
    <Content visit={visit} home={home} {...parts} />,
  )
}

async function partsOf(visit: Visit, at: string, home: Home): Promise<Parts> {
  const { api, here } = visit
  const { params, problems } = paramsOf(visit, home)
  const [log, actions, members] = await Promise.all([
    api.call<Log>('GET', `${at}/audit-log?${new URLSearchParams(params)}`),
    api.call<{ items: Action[] }>('GET', `${at}/audit-log/actions`),
    allOf<Member>(visit, `${at}/members`),
  ])
  const lists = { actions: bodyOf(actions, here).items, members }
  if (log.status !== 422) return { log: bodyOf(log, here), problems, ...lists }
  const { general } = problemsOf(log, [])
  return { log: { items: [], total: 0, next_cursor: null }, problems: { fields: {}, general }, ...lists }
}

/** The query for the log; the day is one of the reader's time zone. */
function paramsOf(
  { query }: Visit,
  { timezone }: Home,
): { params: Record<string, string>; problems: Problems } {
  const { actor_id, action, day, cursor } = query
  const [from, to] = (day && dayIn(timezone, day)) || []
  const params = { actor_id, action, from, to, cursor, limit: String(size) }
  const present = Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const problems = day && !from ? { fields: { day: 'Must be a day.' }, general: [] } : noProblems
  return { params: Object.fromEntries(present), problems }
}

const Content: FC<Parts & { visit: Visit; home: Home }> = ({
  visit,
  home,
  log,
  actions,
  members,
  problems,
}) => (
  <>
    <div>
      <p class="facts">
        <a href={`/organizations/${home.slug}`}>{home.name}</a>
        <a href={`/organizations/${home.slug}/settings`}>Settings</a>
      </p>
      <h1>Audit log</h1>
      <p class="lead">Who did what, newest first. Nothing here can be changed.</p>
    </div>
    <Summary problems={problems} labels={labels} />
    <Filter visit={visit} home={home} actions={actions} members={members} problems={problems} />
    <section class="card stack" aria-labelledby="entries">
      <h2 id="entries">{count(log.total, 'entry', 'entries')}</h2>
      {log.items.length ? (
        <ul class="rows">
          {log.items.map((entry) => (
            <Row
              entry={entry}
              description={actions.find(({ action }) => action === entry.action)?.description}
            />
          ))}
        </ul>
      ) : (
        <p class="muted">Nothing matches.</p>
      )}
      <Pages visit={visit} home={home} next={log.next_cursor} />
    </section>
  </>
)

const filterOf = ({ query }: Visit) =>
  Object.fromEntries(Object.keys(labels).flatMap((name) => (query[name] ? [[name, query[name]]] : [])))

type FilterProps = Pick<Parts, 'actions' | 'members' | 'problems'> & { visit: Visit; home: Home }
const Filter: FC<FilterProps> = ({ visit, home, actions, members, problems }) => {
  const { actor_id = '', action = '' } = visit.query
  const recent = actions.filter((one) => one.count_30d > 0 || one.action === action)
  return (
    <form class="card search" method="get" action={`/organizations/${home.slug}/audit`}>
      <Hidden fields={{}} />
      <div class="field">
        <label for="actor_id">{labels.actor_id}</label>
        <select id="actor_id" name="actor_id">
          <option value="">Anybody</option>
          {members.map(({ user_id, name }) => (
            <option value={user_id} selected={user_id === actor_id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="action">{labels.action}</label>
        <select id="action" name="action">
          <option value="">Anything</option>
          {recent.map((one) => (
            <option value={one.action} selected={one.action === action}>
              {one.action}
            </option>
          ))}
        </select>
      </div>
      <Field name="day" type="date" label={labels.day} values={visit.query} problems={problems} optional />
      <button>Find</button>
    </form>
  )
}

const viaTexts: Record<string, string> = {
  api_key: 'by an API key',
  oauth: 'by a connected application',
  automation: 'by an automation',
  support: 'by the support team',
}

const Row: FC<{ entry: Entry; description: string | null | undefined }> = ({ entry, description }) => (
  <li class="row">
    <div class="grow">
      <p>
        <span class="title">{description ?? entry.action}</span>
        {entry.entity.label ? `: ${entry.entity.label}` : ''}
      </p>
      <p class="facts">
        <span>{entry.actor.label ?? 'The service'}</span>
        <Moment at={entry.created_at} />
        {viaTexts[entry.via] ? <span>{viaTexts[entry.via]}</span> : null}
        {entry.fields.length ? <span>{entry.fields.slice(0, 8).join(', ').replaceAll('_', ' ')}</span> : null}
        {entry.ip ? <span class="mono">{entry.ip}</span> : null}
      </p>
    </div>
    <Badge>{entry.action}</Badge>
  </li>
)

const Pages: FC<{ visit: Visit; home: Home; next: string | null }> = ({ visit, home, next }) => {
  const at = (more: Record<string, string>) =>
    `/organizations/${home.slug}/audit?${new URLSearchParams({ ...filterOf(visit), ...more })}`
  if (!next && !visit.query.cursor) return null
  return (
    <nav class="pager" aria-label="Pages">
      {visit.query.cursor ? <a href={at({})}>Newest</a> : <span />}
      {next ? <a href={at({ cursor: next })}>Older</a> : <span />}
    </nav>
  )
}
