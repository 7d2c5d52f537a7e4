import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { OtherOrganizations } from '../kit/other-organizations.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { forPerson, type Home, lookedInto } from '../kit/organization-context.ts'
import { bodyOf, type Page, type Visit } from '../kit/visit.ts'

type Ref = { type: string; id: string; key: string | null }
type Hit = Ref & {
  title: string
  project: { key: string } | null
  subject: Ref | null
  snippet: string
  highlights: [number, number][]
}
type Found = { home: Home; items: Hit[]; total: number }

/** Searches everything that the person may see, in all of their organizations. */
export const showSearch: Page = async (visit) => {
  const q = visit.query.q?.trim().slice(0, 200) ?? ''
  const {
    person,
    homes,
    parts: found,
  } = await forPerson(visit, (homes) =>
    Promise.all(q ? lookedInto(visit, homes).map((home) => searchIn(visit, home, q)) : []),
  )
  const nonEmpty = found.filter(({ total }) => total > 0)
  return show(
    visit,
    { title: q ? `${q}: search` : 'Search', me: person },
    <>
      <h1>Search</h1>
      <form class="search" method="get" action="/search" role="search">
        <div class="field">
          <label for="q">Words, or the key of a task</label>
          <input type="search" id="q" name="q" value={q} />
        </div>
        <button class="primary">Search</button>
      </form>
      {nonEmpty.map((one) => (
        <Hits {...one} part={partIn(visit, one.home)} />
      ))}
      {q ? <OtherOrganizations homes={homes} visit={visit} at="/search" /> : null}
      {q && !nonEmpty.length ? <p class="muted">Nothing was found.</p> : null}
    </>,
  )
}

const partIn = (visit: Visit, home: Home) =>
  partOf(visit, '/search', `from_${home.slug}`, 30, `found-${home.id}`)

async function searchIn(visit: Visit, home: Home, q: string): Promise<Found> {
  const path = `/api/v1/organizations/${home.id}/search?${new URLSearchParams({ q })}&${partIn(visit, home).query}`
  return { home, ...bodyOf(await visit.api.call<{ items: Hit[]; total: number }>('GET', path), visit.here) }
}

const Hits: FC<Found & { part: Part }> = ({ home, items, total, part }) => (
  <section class="card" aria-labelledby={`found-${home.id}`}>
    <h2 id={`found-${home.id}`}>{home.name}</h2>
    <ul class="rows">
      {items.map((hit) => (
        <li>
          <p class="head">
            <Title hit={hit} org={home.slug} />
            <Badge>{hit.type}</Badge>
          </p>
          {hit.snippet ? (
            <p class="small">
              <Marked text={hit.snippet} highlights={hit.highlights} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </section>
)

const Title: FC<{ hit: Hit; org: string }> = ({ hit, org }) => {
  const subject = hit.subject ?? hit
  const to =
    subject.type === 'ticket' && subject.key
      ? `/organizations/${org}/tickets/${subject.key.slice(1)}`
      : pageOf(subject, hit.project?.key)
  const text = [hit.key, hit.title].filter(Boolean).join(' ')
  return to ? <a href={`${to}?org=${org}`}>{text}</a> : <span class="title">{text}</span>
}

/** The page of an object, or of its project if it has none. */
function pageOf({ type, id, key }: Ref, project: string | undefined): string | undefined {
  if ((type === 'task' || type === 'project') && key) return `/${type}s/${key}`
  if (['document', 'contract', 'client', 'invoice', 'deal', 'lead'].includes(type)) return `/${type}s/${id}`
  return project && `/projects/${project}`
}

const Marked: FC<{ text: string; highlights: [number, number][] }> = ({ text, highlights }) => {
  const ends = highlights.map(([, end]) => end)
  return (
    <>
      {highlights.map(([start, end], n) => (
        <>
          {text.slice(ends[n - 1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  )
}
