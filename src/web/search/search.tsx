import type { FC } from 'hono/jsx'
import { objectAddress } from '../kit/object-address.ts'
import type { Answer, Item } from '../kit/operations.ts'
import { type MemberOrganization, lookedInto } from '../kit/organization-context.ts'
import { OtherOrganizations } from '../kit/other-organizations.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { memberPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'

type Hit = Item<'search'>
type Found = { home: MemberOrganization } & Pick<Answer<'search'>, 'items' | 'total'>

const at = '/search'
const wordsIn = ({ query }: PageRequest) => query.q?.trim().slice(0, 200) ?? ''
const partIn = (visit: PageRequest, home: MemberOrganization) =>
  partOf(visit, at, `from_${home.slug}`, 30, `found-${home.id}`)

/** Searches everything that a person may see, in all of their organizations. */
export default memberPage<Found[]>({
  at,
  title: 'Search',
  parts: async ({ visit, read, homes }) => {
    const q = wordsIn(visit)
    const found = (q ? lookedInto(visit, homes) : []).map(async (home): Promise<Found> => {
      const { items, total } = await read('search', { q, ...partIn(visit, home).range }, { org_id: home.id })
      return { home, items, total }
    })
    return (await Promise.all(found)).filter(({ total }) => total > 0)
  },
  Content: ({ visit, parts: found, homes }) => {
    const q = wordsIn(visit)
    return (
      <>
        <form class="search" method="get" action={at} role="search">
          <div class="field">
            <label for="q">{say('Words, or the key of a task')}</label>
            <input type="search" id="q" name="q" value={q} />
          </div>
          <button class="primary">{say('Search')}</button>
        </form>
        {found.map((one) => (
          <Hits {...one} part={partIn(visit, one.home)} />
        ))}
        {q ? <OtherOrganizations homes={homes} visit={visit} at={at} /> : null}
        {q && !found.length ? <p class="muted">{say('Nothing was found.')}</p> : null}
      </>
    )
  },
})
const Hits: FC<Found & { part: Part }> = ({ home, items, total, part }) => (
  <Section id={`found-${home.id}`} title={home.name}>
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
  </Section>
)

const Title: FC<{ hit: Hit; org: string }> = ({ hit, org }) => {
  const subject = hit.subject ?? hit
  const to =
    subject.type === 'share'
      ? hit.key && `/organizations/${org}/shared/${subject.id}/tasks/${hit.key}?org=${org}`
      : objectAddress(subject, org, hit.project?.key)
  const text = [hit.key, hit.title].filter(Boolean).join(' ')
  return to ? <a href={to}>{text}</a> : <span class="title">{text}</span>
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
