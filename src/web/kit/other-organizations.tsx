import type { FC } from 'hono/jsx'
import { withQuery } from './lists.tsx'
import { type MemberOrganization, maxSearched } from './organization-context.ts'
import type { PageRequest } from './page-request.ts'
import { Section } from './parts.tsx'
import { say } from './say.ts'

/** Links to a page of organizations that it did not look into. */
export const OtherOrganizations: FC<{ homes: MemberOrganization[]; visit: PageRequest; at: string }> = ({
  homes,
  visit,
  at,
}) => {
  const others = visit.query.org ? [] : homes.slice(maxSearched)
  return others.length ? (
    <Section id="others" title={say('More organizations')}>
      <ul class="rows">
        {others.map(({ name, slug }) => (
          <li>
            <a href={withQuery(at, { q: visit.query.q, org: slug })}>{name}</a>
          </li>
        ))}
      </ul>
    </Section>
  ) : null
}
