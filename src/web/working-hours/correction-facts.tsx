import type { Child } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

type Kind = Schemas['WorkingHoursRecord']['event']
export const eventNames: Record<Kind, string> = {
  clock_in: 'Clock in',
  break_start: 'Break began',
  break_end: 'Break ended',
  clock_out: 'Clock out',
  correction: 'Correction',
  void: 'Withdrawal',
}

/** The day and the time of a moment that is written with the offset of its place, as clocks there showed it. */
export const clockOf = (moment: string) => moment.slice(11, 16)
export const dayOf = (moment: string) => moment.slice(0, 10)

/** What a correction says is right. */
export function whatIsCorrected(one: Schemas['WorkingHoursRecord']): Child {
  const { event, of_event: kind, occurred_at: at, corrects_seq: seq } = one
  if (event === 'void') return say('record {seq} does not count', { seq })
  return (
    <>
      {kind ? `${say(eventNames[kind])} ` : null}
      {say('{time} on {at}', { time: clockOf(at), at: <Day at={dayOf(at)} /> })}
      {seq === null ? say(', which is missing') : say(', instead of record {seq}', { seq })}
    </>
  )
}
