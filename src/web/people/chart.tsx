import type { FC } from 'hono/jsx'
import { withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn, type Fetching, organizationPage, type PartsOf, within } from '../kit/page.tsx'
import { count, say } from '../kit/say.ts'

type Person = Answer<'getOrganizationChart'>['people'][number]

/** Levels that are shown at once, and people whose reports stand open; the others have a link. */
const [levels, most] = [3, 60]

const partsOf = async ({ read, request }: Fetching) => {
  const { people } = await read('getOrganizationChart')
  return { people, top: people.find(({ employee_id }) => employee_id === request.query.of) }
}

/** Who reports to whom, from the top or from one person down. */
export default organizationPage<PartsOf<typeof partsOf>>({
  at: '/organizations/:slug/org-chart',
  title: 'Organization chart',
  lead: 'Who reports to whom today.',
  under: within(['People', 'people']),
  parts: partsOf,
  Content: ({ organization, parts: { people, top } }) => {
    const below = Map.groupBy(people, ({ manager_employee_id }) => manager_employee_id)
    const first = top ? [top] : (below.get(null) ?? [])
    return people.length ? (
      <section class="card stack" aria-label={say('Chart')}>
        {top ? (
          <p>
            <a href={addressIn(organization, 'org-chart')}>{say('From the top')}</a>
            {top.manager_employee_id ? (
              <>
                {' · '}
                <a href={from(organization, top.manager_employee_id)}>{say('One level up')}</a>
              </>
            ) : null}
          </p>
        ) : null}
        <Level of={first} below={below} organization={organization} depth={1} />
      </section>
    ) : (
      <p class="muted">{say('Nobody works here yet.')}</p>
    )
  },
})

const from = (organization: MemberOrganization, of: string) =>
  withQuery(addressIn(organization, 'org-chart'), { of })

type LevelProps = {
  of: Person[]
  below: Map<string | null, Person[]>
  organization: MemberOrganization
  depth: number
}
const Level: FC<LevelProps> = ({ of, below, organization, depth }) => (
  <ul class="tree">
    {of.slice(0, most).map((one) => {
      const reports = below.get(one.employee_id) ?? []
      return (
        <li>
          <a href={`/people/${one.employee_id}?org=${organization.slug}`}>{one.name}</a>
          <span class="muted small"> {[one.job_title, one.department?.name].filter(Boolean).join(', ')}</span>
          {!reports.length ? null : depth < levels ? (
            <Level of={reports} below={below} organization={organization} depth={depth + 1} />
          ) : (
            <p class="small">
              <a href={from(organization, one.employee_id)}>
                {say('{counted} below', { counted: count(one.below, 'person', 'people') })}
              </a>
            </p>
          )}
        </li>
      )
    })}
    {of.length > most ? <li class="muted">{say('and {value} more', { value: of.length - most })}</li> : null}
  </ul>
)
