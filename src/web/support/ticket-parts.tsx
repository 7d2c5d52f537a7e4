import type { FC } from 'hono/jsx'
import type { Line } from '../kit/rows.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Listed = Item<'listTickets'>
type Deadline = Pick<Schemas['TicketClock'], 'metric' | 'state' | 'remaining_seconds'>

const kinds = {
  open: 'accent',
  pending: 'warn',
  on_hold: undefined,
  resolved: 'good',
  closed: undefined,
} as const
const urgency = { low: undefined, medium: undefined, high: 'warn', urgent: 'bad' } as const
export const TicketState: FC<{ of: Listed }> = ({ of }) => (
  <>
    <Badge kind={kinds[of.status]}>{of.merged_into_id ? say('merged') : inWords(of.status)}</Badge>
    <Badge kind={urgency[of.priority]}>{say('{priority} priority', { priority: of.priority })}</Badge>
    {of.snoozed_until ? <Badge>{say('snoozed')}</Badge> : null}
  </>
)

/** A duration such as "3 days", "2 h 5 min" or "40 min"; from `maxHours` hours on it is given in days. */
export function spanOf(seconds: number, maxHours = 48): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= maxHours) return say('{floor} days', { floor: Math.floor(hours / 24) })
  if (hours)
    return minutes % 60 && hours < 10
      ? say('{hours} h {value} min', { hours, value: minutes % 60 })
      : `${hours} h`
  return minutes ? say('{minutes} min', { minutes }) : say('less than a minute')
}
export const ago = (at: string) => spanOf((Date.now() - Date.parse(at)) / 1000)

export const metrics = {
  first_response: 'First answer',
  next_response: 'Next answer',
  resolution: 'Resolution',
} as const
const toDo = { first_response: 'to answer', next_response: 'to answer', resolution: 'to resolve' } as const
const clockKinds = {
  running: 'good',
  at_risk: 'warn',
  breached: 'bad',
  paused: undefined,
  met: 'good',
  missed: 'bad',
  cancelled: undefined,
} as const

/** The state of a clock in words. The remaining time is working time, so it is given in hours, not days. */
function clockText({ state, metric, remaining_seconds }: Deadline): string {
  const left = spanOf(remaining_seconds, 10_000)
  switch (state) {
    case 'breached':
      return say('late: {left} over', { left })
    case 'at_risk':
      return say('at risk: {left} left {toDo}', { left, toDo: say(toDo[metric]) })
    case 'running':
      return say('{left} left {toDo}', { left, toDo: say(toDo[metric]) })
    case 'paused':
      return remaining_seconds < 0
        ? say('paused, {left} over', { left })
        : say('paused with {left} left', { left })
    case 'met':
      return 'met'
    case 'missed':
      return say('missed by {left}', { left })
    case 'cancelled':
      return 'cancelled'
  }
}

export const TimeLeft: FC<{ of: Deadline }> = ({ of }) => (
  <Badge kind={clockKinds[of.state]}>{clockText(of)}</Badge>
)

/** A ticket in a list. */
export function ticketLine(ticket: Listed, organization: MemberOrganization): Line {
  const { key, number, subject, client, contact, requester_email: email, assignee, sla } = ticket
  return {
    to: addressIn(organization, `tickets/${number}`),
    before: <span class="muted">{key}</span>,
    title: subject,
    facts: [
      client?.name,
      contact?.name ?? email ?? (client ? '' : say('No requester')),
      assignee ? say('Assigned to {name}', { name: assignee.name }) : say('Nobody assigned'),
      ticket.waiting_since && say('Waiting for {ago}', { ago: ago(ticket.waiting_since) }),
      atMoment('Snoozed until', ticket.snoozed_until),
    ],
    marks: (
      <p class="marks">
        {sla ? <TimeLeft of={sla} /> : null}
        <TicketState of={ticket} />
      </p>
    ),
  }
}
