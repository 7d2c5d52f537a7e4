import { isTimezone } from '../../shared/timezone.ts'
import { isDay } from '../kit/days.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { momentIn } from '../kit/zone.ts'
import { eventNames } from './correction-facts.tsx'

const why = { label: 'Why', hint: 'For both sides; it stays in the log.', wide: true } as const
const choices = (['clock_in', 'break_start', 'break_end', 'clock_out'] as const).map(
  (event): [string, string] => [event, eventNames[event]],
)
const fields = bodyFields(
  'WorkingHoursCorrection',
  { event: { label: 'What happened', choices }, reason: why },
  {
    day: { type: 'date', label: 'Day', required: true, after: 'event' },
    time: { label: 'Time', hint: 'Such as 14:30, where the person works.', required: true, after: 'day' },
  },
)
/** What a correction says beside its fields: the record that is wrong, or that one is missing, and whose it is. */
const about = ({ corrects_seq: seq, employee_id }: Form) => ({
  ...(seq ? { corrects_seq: Number(seq) } : { missing: true }),
  ...(employee_id && { employee_id }),
})
/** The same with when it was, in the time zone of the person, which the form names. */
function dated(form: Form) {
  const { zone = '', day = '', time = '' } = form
  const occurred_at = isTimezone(zone) ? momentIn(zone, day, time.trim()) : null
  return occurred_at
    ? { ...about(form), occurred_at }
    : {
        invalid: {
          [isDay(day) ? 'time' : 'day']: isDay(day)
            ? say('Must be a time such as 14:30.')
            : say('Is required.'),
        },
      }
}

/** The answers of a side to a correction. */
export const answers = {
  agree: calling('confirmWorkingHoursCorrection', { verb: 'Agree', also: () => ({ decision: 'agreed' }) }),
  refuse: calling('confirmWorkingHoursCorrection', {
    title: 'Refuse',
    verb: 'Refuse',
    fields: bodyFields('CorrectionAnswer', {
      reason: {
        label: 'Why',
        hint: 'It stays in the log with what both sides say.',
        wide: true,
        isNeeded: true,
      },
    }),
    also: () => ({ decision: 'refused' }),
  }),
}
export const hoursForms = {
  add: calling('correctWorkingHours', {
    title: 'Add a record that is missing',
    verb: 'Ask to add it',
    fields,
    also: dated,
    saidAt: { occurred_at: 'time' },
  }),
  correct: calling('correctWorkingHours', {
    title: 'What is right',
    verb: 'Ask to correct it',
    fields,
    also: dated,
    saidAt: { occurred_at: 'time' },
  }),
  withdraw: calling('correctWorkingHours', {
    title: 'It never happened',
    verb: 'Ask to withdraw it',
    fields: bodyFields('WorkingHoursCorrection', { reason: why }),
    also: (form) => ({ event: 'void', ...about(form) }),
  }),
  ...answers,
}

export const answered = {
  agree: 'The correction counts now.',
  refuse: 'You refused the correction. What was recorded counts.',
}
const asked = 'Your side agrees. It counts once the other side agrees too.'
export const said = { add: asked, correct: asked, withdraw: asked, ...answered }
