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
type Found = { organization: MemberOrganization } & Pick<Answer<'search'>, 'items' | 'total'>

const at = '/search'
const wordsIn = ({ query }: PageRequest) => query.q?.trim().slice(0, 200) ?? ''
const partIn = (request: PageRequest, organization: MemberOrganization) =>
  partOf(request, at, `from_${organization.slug}`, 30, `found-${organization.id}`)

/** Searches everything that a person may see, in all of their organizations. */
export default memberPage<Found[]>({
  at,
  title: 'Search',
  parts: async ({ request, read, organizations }) => {
    const q = wordsIn(request)
    const found = (q ? lookedInto(request, organizations) : []).map(async (organization): Promise<Found> => {
      const { items, total } = await read(
        'search',
        { q, ...partIn(request, organization).range },
        { org_id: organization.id },
      )
      return { organization, items, total }
    })
    return (await Promise.all(found)).filter(({ total }) => total > 0)
  },
  Content: ({ request, parts: found, organizations }) => {
    const q = wordsIn(request)
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
          <Hits {...one} part={partIn(request, one.organization)} />
        ))}
        {q ? <OtherOrganizations organizations={organizations} request={request} at={at} /> : null}
        {q && !found.length ? <p class="muted">{say('Nothing was found.')}</p> : null}
      </>
    )
  },
})
const Hits: FC<Found & { part: Part }> = ({ organization, items, total, part }) => (
  <Section id={`found-${organization.id}`} title={organization.name}>
    <ul class="rows">
      {items.map((hit) => (
        <li>
          <p class="head">
            <Title hit={hit} org={organization.slug} />
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
