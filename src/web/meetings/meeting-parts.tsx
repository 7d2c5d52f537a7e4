import { Badge } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { saidChoice } from '../kit/field-entries.ts'

type Meeting = Item<'listMeetings'>
type Invited = Schemas['MeetingInvitation']

export const statuses: Record<Meeting['status'], string> = {
  scheduled: 'planned',
  live: 'on now',
  ended: 'over',
  cancelled: 'cancelled',
}
export const answers: Record<NonNullable<Meeting['my_response']>, string> = {
  pending: 'not answered',
  accepted: 'comes',
  tentative: 'comes perhaps',
  declined: 'does not come',
}
export const places: [Meeting['provider'], string][] = [
  ['internal', 'In person or by phone'],
  ['livekit', 'A room of this service'],
  ['jitsi', 'A room at Jitsi'],
  ['external', 'A room elsewhere, at the address below'],
]
export const placeOf = (provider: Meeting['provider']) => saidChoice(places, provider)

const rules: [string, string][] = [
  ['DAILY', 'Every day'],
  ['WEEKLY', 'Every week'],
  ['MONTHLY', 'Every month'],
]
/** How a meeting recurs, asked for in words. */
export const recurring = {
  repeats: {
    label: 'Repeats',
    type: 'choice' as const,
    choices: [['', 'Never'], ...rules] as [string, string][],
    after: 'ends_at',
  },
  times: {
    label: 'How often',
    type: 'number' as const,
    hint: 'If it repeats: 2 to 100 times; 10 if empty.',
    after: 'repeats',
  },
}
export const recurrenceOf = ({ repeats, times }: Form) =>
  repeats ? { recurrence: `FREQ=${repeats};COUNT=${times?.trim() || 10}` } : {}
/** A rule in words; one that another client made as it is. */
export const inWords = (rule: string | null) => {
  if (!rule) return null
  const [, frequency, count] = /^FREQ=(DAILY|WEEKLY|MONTHLY);COUNT=(\d+)$/.exec(rule) ?? []
  const words = rules.find(([one]) => one === frequency)?.[1].toLowerCase()
  return words ? say('{words}, {count} times', { words, count }) : rule
}

export const people = {
  people: {
    label: 'Who',
    type: 'long' as const,
    height: 3,
    hint: 'E-mail addresses of members or others, one a line.',
  },
}
export const invitedIn = ({ people: typed = '' }: Form): Invited[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((email) => ({ email }))

export const stateOf = ({ status, my_response }: Meeting) => (
  <>
    {status === 'scheduled' ? null : (
      <Badge {...(status === 'live' ? { kind: 'good' } : {})}>{say(statuses[status])}</Badge>
    )}
    {status === 'scheduled' && my_response === 'pending' ? <Badge>{say('not answered')}</Badge> : null}
  </>
)
export const whenOf = ({ starts_at, ends_at }: Pick<Meeting, 'starts_at' | 'ends_at'>) => (
  <>{say('{at} to {at2}', { at: <Moment at={starts_at} />, at2: <Moment at={ends_at} /> })}</>
)
