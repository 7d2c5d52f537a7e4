import { bodyFields } from '../kit/fields.tsx'
import { calling, type FormOptions } from '../kit/forms.tsx'
import { dayAfter } from '../kit/days.ts'
import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { momentIn, shownIn } from '../kit/zone.ts'
import { spentIn } from './task-time.tsx'

type Entry = Pick<
  Schemas['TimesheetEntry'],
  'started_at' | 'ended_at' | 'minutes' | 'description' | 'project' | 'task'
>

const clock = 'Such as 14:30.'

/** Changes an entry: its time of day if it has one, else how long it took. */
export const changeTime = calling('updateTimeEntry', {
  title: 'Change',
  verb: 'Save',
  fields: bodyFields(
    'TimeEntryChange',
    {
      project_id: { label: 'Project', none: 'None', from: ({ project }: Entry) => project?.id },
      description: 'What was done',
    },
    {
      begun: { label: 'From', hint: clock, required: true },
      until: { label: 'To', hint: clock, required: true },
      spent: { label: 'Time', hint: 'Hours and minutes, such as 1:30, or 90m.', required: true },
    },
  ),
  also: (form) => (form.spent === undefined ? hoursIn(form) : durationIn(form)),
  saidAt: { duration_seconds: 'spent', started_at: 'begun', ended_at: 'until' },
})

const durationIn = (form: Form) => (form.spent === form.was ? {} : spentIn(form.spent))

/** The moments of both times on the day of an entry; one that ends before it begins ends the day after. */
function hoursIn({ begun = '', until = '', was, day = '', zone = '' }: Form) {
  if (`${begun} ${until}` === was) return {}
  const started_at = momentIn(zone, day, begun.trim())
  const sameDay = momentIn(zone, day, until.trim())
  const wrong = say('Must be a time such as 14:30.')
  if (!started_at || !sameDay)
    return { invalid: { ...(!started_at && { begun: wrong }), ...(!sameDay && { until: wrong }) } }
  return {
    started_at,
    ended_at: sameDay > started_at ? sameDay : momentIn(zone, dayAfter(day, 1), until.trim())!,
  }
}

const durationOf = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** What the form shows of an entry, and what it needs to know to read it. */
export function changeOf(entry: Entry, zone: string): FormOptions {
  const { started_at, ended_at, task } = entry
  if (!started_at || !ended_at) {
    const spent = durationOf(entry.minutes)
    return {
      except: ['begun', 'until', ...(task ? ['project_id'] : [])],
      values: { spent },
      hidden: { was: spent },
    }
  }
  const [[day, begun], [, until]] = [shownIn(zone, started_at), shownIn(zone, ended_at)]
  return {
    except: ['spent', ...(task ? ['project_id'] : [])],
    values: { begun, until },
    hidden: { was: `${begun} ${until}`, day, zone },
  }
}
