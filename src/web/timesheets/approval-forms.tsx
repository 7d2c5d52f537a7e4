import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { checkedIn } from '../kit/inputs.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { Form } from '../kit/page-request.ts'
import { answered, answers } from '../working-hours/hours-forms.tsx'

const why = (hint: string) => ({ label: 'Why', hint, wide: true }) as const

/** What the boxes of weeks say: the employee, the Monday and the version that was seen. */
export const boxOf = ({ employee, week_start, version }: Item<'listTimesheets'>) =>
  [employee.employee_id, week_start, version].join('.')
function chosenWeeks(form: Form) {
  const items = checkedIn(form, 'weeks').map((box) => {
    const [employee_id = '', week_start = '', version] = box.split('.')
    return { employee_id, week_start, version: Number(version) }
  })
  return items.length ? { items } : { invalid: { weeks: say('Choose at least one week.') } }
}

export const forms = {
  'approve-leave': calling('approveLeaveRequest', { verb: 'Approve' }),
  'reject-leave': calling('rejectLeaveRequest', {
    title: 'Reject',
    verb: 'Reject',
    fields: bodyFields('LeaveRejection', { note: why('For the person.') }),
  }),
  'approve-weeks': calling('approveTimesheets', {
    verb: 'Approve the chosen weeks',
    also: chosenWeeks,
    to: (_, { results }, again) => {
      const refused = results.filter(({ approved }) => !approved)
      return refused.length ? again(<Refused of={results} />, { status: 409 }) : undefined
    },
  }),
  ...answers,
}
export const said = {
  'approve-leave': 'The leave is approved.',
  'reject-leave': 'The leave is rejected. The person was told why.',
  'approve-weeks': 'The weeks are approved.',
  ...answered,
}

const Refused: FC<{ of: Answer<'approveTimesheets'>['results'] }> = ({ of }) => {
  const refused = of.filter(({ approved }) => !approved)
  return (
    <Notice
      kind="bad"
      title={say('{value} of {of} weeks are approved', { value: of.length - refused.length, of: of.length })}
    >
      <ul>
        {refused.map(({ week_start, error }) => (
          <li>{say('Week of {at}: {message}', { at: <Day at={week_start} />, message: error?.message })}</li>
        ))}
      </ul>
    </Notice>
  )
}
