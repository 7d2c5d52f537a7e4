import type { Child, FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { clockOf, dayOf, eventNames, whatIsCorrected } from './correction-facts.tsx'
import type { Props } from './hours.tsx'

type Record = Item<'listWorkingHours'>

/** The records of a month as they stand in the log, the latest first. */
export const Records: FC<Props> = (shown) => {
  const { items, total, part } = shown.parts.records
  return (
    <ListSection
      id="records"
      title={say('Records')}
      of={items}
      total={total}
      part={part}
      none={say('There are none.')}
      shown={shown}
      line={(one: Record) => (one.status ? correctionLine(one) : recordLine(one, shown))}
    />
  )
}

/** Corrections of any month that wait for the side of the reader. */
export const Waiting: FC<Props> = (shown) => (
  <ListSection
    id="waiting"
    title={say('Corrections that wait for your answer')}
    of={shown.parts.waiting.filter((one) => isAsked(one, shown))}
    orNothing
    line={(one: Record) => ({ ...correctionLine(one), buttons: answersTo(one, shown) })}
  />
)

const isAsked = (one: Record, { isOwn }: Props) =>
  one.status === 'waiting' && !one.acks.some(({ side }) => side === (isOwn ? 'worker' : 'company'))

const recordLine = (one: Record, { form, request, parts }: Props): Line => {
  const zone = parts.summary.time_zone
  const [day, time] = shownIn(zone, one.occurred_at)
  const options = {
    of: { id: String(one.seq) },
    by: 'corrects_seq',
    hidden: { employee_id: (request.c.req.param() as { employee_id?: string }).employee_id, zone },
  }
  const values = { event: one.event, day, time }
  return {
    id: String(one.seq),
    title: `${clockOf(one.occurred_at)} ${say(eventNames[one.event])}`,
    facts: factsOf(one),
    forms: [form('correct', { ...options, values }), form('withdraw', options)],
  }
}

const factsOf = (one: Record): Child[] => [
  <Day at={dayOf(one.occurred_at)} />,
  one.mode === 'remote' && say('remote'),
  one.captured_offline && say('recorded without network'),
  one.recorded_by && say('recorded by somebody else'),
  say('no. {seq}', { seq: one.seq }),
]

const kinds = {
  waiting: ['accent', 'waits for an answer'],
  agreed: ['good', 'agreed'],
  disputed: ['bad', 'disputed'],
  unilateral: ['warn', 'word of the company'],
  sole: ['good', 'agreed'],
} as const
const decisions = {
  agreed: 'agreed',
  refused: 'refused',
  unilateral: 'decided alone',
  sole: 'agreed alone',
} as const

const correctionLine = (one: Record): Line => {
  const [kind, text] = kinds[one.status!]
  return {
    id: String(one.seq),
    title: say(eventNames[one.event]),
    facts: [
      whatIsCorrected(one),
      one.reason && `“${one.reason}”`,
      ...one.acks.map((ack) =>
        [`${ack.name ?? say('The {side}', { side: ack.side })} ${say(decisions[ack.decision])}`, ack.reason]
          .filter(Boolean)
          .join(': '),
      ),
      say('no. {seq}', { seq: one.seq }),
    ],
    marks: <Badge kind={kind}>{say(text)}</Badge>,
  }
}

function answersTo(one: Record, { form }: Props) {
  const of = { id: String(one.seq) }
  const about = say('correction {seq}', { seq: one.seq })
  return [form('agree', { of, about, primary: true }), form('refuse', { of, about, floats: true })]
}
