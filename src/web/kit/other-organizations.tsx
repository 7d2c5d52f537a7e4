import type { FC } from 'hono/jsx'
import { withQuery } from './lists.tsx'
import { type MemberOrganization, maxSearched } from './organization-context.ts'
import type { PageRequest } from './page-request.ts'
import { Section } from './parts.tsx'
import { say } from './say.ts'

/** Links to a page of organizations that it did not look into. */
export const OtherOrganizations: FC<{
  organizations: MemberOrganization[]
  request: PageRequest
  at: string
}> = ({ organizations, request, at }) => {
  const others = request.query.org ? [] : organizations.slice(maxSearched)
  return others.length ? (
    <Section id="others" title={say('More organizations')}>
      <ul class="rows">
        {others.map(({ name, slug }) => (
          <li>
            <a href={withQuery(at, { q: request.query.q, org: slug })}>{name}</a>
          </li>
        ))}
      </ul>
    </Section>
  ) : null
}
