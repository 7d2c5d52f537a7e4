import type { FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { Moment } from '../kit/time.tsx'

/** The meetings that somebody would miss. */
export const MeetingsThen: FC<{ of: Schemas['MeetingInLeave'][]; slug: string }> = ({ of, slug }) => (
  <ul>
    {of.map(({ meeting_id, title, starts_at }) => (
      <li>
        <a href={`/meetings/${meeting_id}?org=${slug}`}>{title}</a>, <Moment at={starts_at} />
      </li>
    ))}
  </ul>
)
