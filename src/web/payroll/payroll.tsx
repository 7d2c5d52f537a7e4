import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { Money } from '../kit/money.tsx'
import { addressIn } from '../kit/page.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { stateOfRun } from './run-state.tsx'

/** The fields of a run; what is left empty is this month, and everybody. */
export const runFields = (body: 'PayrollRunDraft' | 'PayrollRunChange') =>
  bodyFields(body, {
    name: { label: 'Name', hint: 'After its month unless you enter another.' },
    period_start: { label: 'First day', hint: 'That of this month unless you choose another.' },
    period_end: { label: 'Last day', hint: 'That of the same month.' },
    pay_date: { label: 'Paid on', hint: 'The last day unless you choose another.' },
    department_id: { label: 'Only the department', none: 'Everybody' },
    day_count: {
      label: 'A month has',
      choices: [
        ['calendar', 'its days'],
        ['thirty', 'thirty days'],
      ],
    },
    is_extra: 'It is one of the payments beyond twelve a year',
    extra_number: { label: 'Which of those payments', hint: 'Such as 1 for that of summer.' },
  })

/** Payroll runs, and what they are made of. */
export default listPage({
  at: '/organizations/:slug/payroll',
  of: 'listPayrollRuns',
  title: 'Payroll',
  lead: 'A run pays everybody, or a department, for a month. It is calculated, looked through, approved and paid.',
  noun: ['run'],
  states: ['draft', 'calculated', 'approved', 'paid', 'cancelled'],
  createsApart: true,
  parts: async ({ read, request }) => (isCreating(request) ? readAll(read, 'listDepartments') : []),
  forms: {
    '': calling('createPayrollRun', {
      title: 'New run',
      verb: 'Create run',
      fields: runFields('PayrollRunDraft'),
      to: ({ organization }, { id }) => `/payroll/${id}?org=${organization.slug}`,
    }),
  },
  create: ({ parts: { more } }) => ({ choices: { department_id: more } }),
  line: (run, { organization: { slug } }) => ({
    to: `/payroll/${run.id}?org=${slug}`,
    title: run.name,
    facts: [
      <>{say('{at} to {at2}', { at: <Day at={run.period_start} />, at2: <Day at={run.period_end} /> })}</>,
      <>
        {run.paid_on ? say('paid on') : say('to be paid on')} <Day at={run.paid_on ?? run.pay_date} />
      </>,
      run.totals && count(run.totals.employees, 'person', 'people'),
    ],
    amount: run.totals && <Money minor={run.totals.net_minor} currency={run.currency} />,
    marks: stateOfRun(run),
  }),
  below: ({ organization }) => (
    <p>
      <LinkButton to={addressIn(organization, 'payroll-components')}>
        {say('What is paid and deducted')}
      </LinkButton>
    </p>
  ),
})
