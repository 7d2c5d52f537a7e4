import type { FC } from 'hono/jsx'
import { offsetOf, Tabs, withQuery } from '../kit/lists.tsx'
import type { Answer, Query, Read } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { Timeline } from './timeline.tsx'

export type RoadmapParts = Answer<'getRoadmap'>
/** Rows on one page. */
const size = 60
const isWithSprints = ({ query }: PageRequest) => Boolean(query.sprints)

/** What is planned, with or without sprints. */
export const roadmapOf = (request: PageRequest, read: Read, more: Query<'getRoadmap'> = {}) =>
  read('getRoadmap', {
    level: isWithSprints(request) ? 'project,milestone,epic,sprint' : 'project,milestone,epic',
    limit: size,
    offset: offsetOf(request),
    ...more,
  })

type Props = Pick<Shown<never, RoadmapParts>, 'request' | 'here' | 'organization' | 'parts'>
/** The timeline of a roadmap. */
export const Roadmap: FC<Props> = ({ request, here, organization, parts: { rows, total, today } }) => {
  const withSprints = isWithSprints(request)
  const [path, query = ''] = here.split('?') as [string, string?]
  return (
    <>
      <p class="lead">
        {say(
          'A bar is late by the days since its end, or by how many days later its open work ends. The green part is done.',
        )}
      </p>
      <section class="card stack" aria-label={say('Timeline')}>
        <Tabs
          name={say('Levels')}
          of={[
            { label: say('Without sprints'), to: here, current: !withSprints },
            { label: say('With sprints'), to: withQuery(here, { sprints: 'yes' }), current: withSprints },
          ]}
        />
        {rows.length ? (
          <Timeline bars={rows} today={today} org={organization.slug} />
        ) : (
          <p class="muted">
            {say('Nothing is planned here yet. Milestones, epics and the dates of projects appear here.')}
          </p>
        )}
        <Pager
          at={path}
          query={{
            ...Object.fromEntries(new URLSearchParams(query)),
            ...(withSprints && { sprints: 'yes' }),
          }}
          offset={offsetOf(request)}
          size={size}
          total={total}
        />
      </section>
    </>
  )
}
