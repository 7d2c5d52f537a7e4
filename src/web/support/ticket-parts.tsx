import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { Badge } from '../kit/parts.tsx'
import type { Home } from '../kit/organization-context.ts'
import { Moment } from '../kit/time.tsx'

type Named = { id: string; name: string }
type UserRef = { user_id: string; name: string }
type Metric = 'first_response' | 'next_response' | 'resolution'
export type ClockState = 'running' | 'at_risk' | 'breached' | 'paused' | 'met' | 'missed' | 'cancelled'
export type Deadline = {
  metric: Metric
  state: ClockState
  due_at: string | null
  remaining_seconds: number
}
export type TicketClock = Deadline & {
  id: string
  policy: Named
  percent: number
  completed_at: string | null
}
export const ticketStatuses = ['open', 'pending', 'on_hold', 'resolved', 'closed'] as const
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type Ticket = {
  id: string
  number: number
  key: string
  subject: string
  status: (typeof ticketStatuses)[number]
  priority: (typeof ticketPriorities)[number]
  type: string | null
  channel: string
  client: Named | null
  contact: (Named & { email: string | null }) | null
  requester_email: string | null
  assignee: UserRef | null
  tags: string[]
  task: { key: string; title: string; status: string } | null
  sla: Deadline | null
  waiting_since: string | null
  snoozed_until: string | null
  created_at: string
  resolved_at: string | null
  closed_at: string | null
  reopened_count: number
  merged_into_id: string | null
  follow_up_of_id: string | null
  csat_score: number | null
  csat_comment: string | null
  version: number
}
export type TicketDetail = Ticket & {
  description: string
  mail_id: string | null
  messages_count: number
  sla_clocks: TicketClock[]
}

export const ticketLabels = {
  subject: 'Subject',
  description: 'Question',
  client_id: 'Client',
  contact_id: 'Contact',
  requester_email: 'E-mail address of the requester',
  assignee_user_id: 'Assigned to',
  status: 'Status',
  priority: 'Priority',
  type: 'Type',
  tags: 'Tags',
  channel: 'Channel',
}

export const ticketsAt = (home: Pick<Home, 'slug'>) => `/organizations/${home.slug}/tickets`
/** Choices for a list of codes, with readable labels. */
export const choicesOf = (codes: readonly string[]) =>
  codes.map((code): [string, string] => [code, inWords(code)])

const kinds = {
  open: 'accent',
  pending: 'warn',
  on_hold: undefined,
  resolved: 'good',
  closed: undefined,
} as const
const urgency = { low: undefined, medium: undefined, high: 'warn', urgent: 'bad' } as const
export const TicketState: FC<{ of: Ticket }> = ({ of }) => (
  <>
    <Badge kind={kinds[of.status]}>{of.merged_into_id ? 'merged' : inWords(of.status)}</Badge>
    <Badge kind={urgency[of.priority]}>{`${of.priority} priority`}</Badge>
    {of.snoozed_until ? <Badge>snoozed</Badge> : null}
  </>
)

/** A duration such as "3 days", "2 h 5 min" or "40 min"; from `maxHours` hours on it is given in days. */
export function spanOf(seconds: number, maxHours = 48): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= maxHours) return `${Math.floor(hours / 24)} days`
  if (hours) return minutes % 60 && hours < 10 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  return minutes ? `${minutes} min` : 'less than a minute'
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
      return `late: ${left} over`
    case 'at_risk':
      return `at risk: ${left} left ${toDo[metric]}`
    case 'running':
      return `${left} left ${toDo[metric]}`
    case 'paused':
      return remaining_seconds < 0 ? `paused, ${left} over` : `paused with ${left} left`
    case 'met':
      return 'met'
    case 'missed':
      return `missed by ${left}`
    case 'cancelled':
      return 'cancelled'
  }
}

export const TimeLeft: FC<{ of: Deadline }> = ({ of }) => (
  <Badge kind={clockKinds[of.state]}>{clockText(of)}</Badge>
)

/** A ticket in a list. */
export const TicketRow: FC<{ ticket: Ticket; home: Home }> = ({ ticket, home }) => {
  const requester = ticket.contact?.name ?? ticket.requester_email ?? (ticket.client ? '' : 'No requester')
  return (
    <li class="row">
      <div class="grow">
        <p class="title">
          <span class="muted">{ticket.key}</span>{' '}
          <a href={`${ticketsAt(home)}/${ticket.number}`}>{ticket.subject}</a>
        </p>
        <p class="facts">
          {ticket.client ? <span>{ticket.client.name}</span> : null}
          {requester ? <span>{requester}</span> : null}
          <span>{ticket.assignee ? `Assigned to ${ticket.assignee.name}` : 'Nobody assigned'}</span>
          {ticket.waiting_since ? <span>{`Waiting for ${ago(ticket.waiting_since)}`}</span> : null}
          {ticket.snoozed_until ? (
            <span>
              Snoozed until <Moment at={ticket.snoozed_until} />
            </span>
          ) : null}
        </p>
      </div>
      <p class="marks">
        {ticket.sla ? <TimeLeft of={ticket.sla} /> : null}
        <TicketState of={ticket} />
      </p>
    </li>
  )
}
