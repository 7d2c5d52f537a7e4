import type { Child } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type Subject } from '../kit/forms.tsx'
import { send } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { type Answer, pathOf } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Facts, LinkButton } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day, Moment } from '../kit/time.tsx'
import { fileForBank } from './bank-file.tsx'
import { runFields } from './payroll.tsx'
import { Exceptions, Journal, Steps, Sums } from './run-parts.tsx'
import { stateOfRun } from './run-state.tsx'

export type Run = Answer<'getPayrollRun'>
const partsOf = async ({ request, read, id, object }: ObjectFetching<'getPayrollRun'>) => {
  const part = partOf(request, `/payroll/${id}`, 'slips', 25, 'payslips')
  const isEmpty = (await object).status === 'draft'
  return together({
    slips: isEmpty ? null : readPart(read, 'listPayslips', part),
    journal: isEmpty ? null : read('getPayrollJournal'),
    departments: readAll(read, 'listDepartments'),
  })
}
export type Parts = PartsOf<typeof partsOf>
export type ShownRun = Shown<Run, Parts>

/** Calculates again, after who is paid was changed. */
const calculated = async ({ request, ids }: Subject<Run>) =>
  (await send(request, { method: 'POST', path: pathOf('calculatePayrollRun', ids) })).rejected

const approvalFields = bodyFields('PayrollApproval', {
  publish: { label: 'Show people their payslips now, not only once they are paid', type: 'check' },
})
const withdrawn = bodyFields('PayrollTakingBack', {
  bank_file_withdrawn: { label: 'The bank has stopped the file that it was given', type: 'check' },
})

/** A payroll run: its steps, what to look at, its payslips, and the entries for the books. */
export default objectPage<'getPayrollRun', Parts>({
  at: '/payroll/:id',
  of: 'getPayrollRun',
  noun: 'payroll run',
  under: (organization) => [[say('Payroll'), addressIn(organization, 'payroll')]],
  title: ({ name }) => name,
  marks: (run) => (
    <>
      {stateOfRun(run)}
      {run.totals ? (
        <span class="title">
          <Money minor={run.totals.net_minor} currency={run.currency} />
        </span>
      ) : null}
    </>
  ),
  parts: partsOf,
  forms: {
    calculate: calling('calculatePayrollRun', { verb: 'Calculate' }),
    approve: calling('approvePayrollRun', {
      title: 'Approve',
      verb: 'Approve it',
      fields: approvalFields,
      warning: 'Its payslips get their numbers, and change no more.',
    }),
    'approve-anyway': calling('approvePayrollRun', {
      title: 'Approve as it is',
      verb: 'Approve it',
      fields: approvalFields,
      warning: 'What is to be confirmed is accepted. Its payslips get their numbers, and change no more.',
      also: () => ({ force: true }),
      done: 'approve',
    }),
    bank: calling('createPayrollBankFile', {
      title: 'File for the bank',
      verb: 'Make the file',
      fields: bodyFields('PayrollBankOrder', {
        debtor_iban: { label: 'Your account (IBAN)', hint: 'That of the invoices unless you enter another.' },
        debtor_bic: { label: 'Its bank (BIC)', hint: 'Where the bank asks for it.' },
        execution_date: { label: 'To be paid on', hint: 'The day of the run unless you choose another.' },
        bank_file_withdrawn: {
          label: 'The bank has stopped the file that it was given; make another',
          type: 'check',
        },
      }),
      to: (subject, file, again) => fileForBank(subject.object, file, again),
    }),
    'bank-again': calling('createPayrollBankFile', {
      verb: 'Get the file again',
      to: (subject, file, again) => fileForBank(subject.object, file, again),
    }),
    pay: calling('markPayrollRunPaid', {
      title: 'Record that it was paid',
      verb: 'It was paid',
      fields: bodyFields('PayrollPaid', {
        paid_at: { label: 'Paid on', hint: 'Today unless you choose another day.' },
      }),
    }),
    change: calling('updatePayrollRun', { title: 'Edit', fields: runFields('PayrollRunChange') }),
    'leave-out': calling('updatePayrollRun', {
      verb: 'Take out of this run',
      warning: 'The run is calculated without this person, who can be paid by another.',
      also: ({ employee_id = '' }, { object }) => ({
        excluded_ids: [...object.excluded_ids, employee_id],
      }),
      finish: calculated,
    }),
    'add-line': calling('updatePayslip', {
      verb: 'Pay it',
      also: ({ code, name, kind, amount_minor }) => ({
        add: [{ code, name, kind, amount_minor: Number(amount_minor) }],
      }),
    }),
    'take-in': calling('updatePayrollRun', {
      verb: 'Pay everybody again',
      also: () => ({ excluded_ids: [] }),
      finish: calculated,
    }),
    reopen: calling('reopenPayrollRun', {
      title: 'Reopen',
      verb: 'Reopen',
      fields: withdrawn,
    }),
    cancel: calling('cancelPayrollRun', {
      title: 'Cancel',
      verb: 'Cancel the run',
      fields: withdrawn,
    }),
    delete: calling('deletePayrollRun', {
      warning: 'The run is deleted with its payslips.',
      to: backTo('payroll'),
    }),
  },
  said: {
    calculate: 'The payslips are calculated.',
    approve: 'The run is approved. Its payslips change no more.',
    pay: 'It is paid. Everybody sees their payslip from now on.',
    'leave-out': 'The person is not paid by this run.',
    'take-in': 'The run pays everybody again.',
    'add-line': 'The line is on the payslip.',
    reopen: 'The run can be changed again.',
    cancel: 'The run is cancelled.',
  },
  Content: (shown) => {
    const { object: run, parts, organization } = shown
    return (
      <>
        <Sums run={run} />
        <Exceptions {...shown} />
        <Steps {...shown} />
        {parts.slips ? (
          <p>
            <LinkButton to={`/payroll/${run.id}/comparison?org=${organization.slug}`}>
              {say('Compare with the run before')}
            </LinkButton>
          </p>
        ) : null}
        {parts.slips ? (
          <ListSection
            id="payslips"
            title={say('Payslips')}
            of={parts.slips.items}
            total={parts.slips.total}
            part={parts.slips.part}
            none={say('Nobody is paid by it.')}
            line={(slip) => ({
              to: `/payslips/${slip.id}?org=${organization.slug}`,
              title: slip.employee.name ?? '',
              facts: [slip.number],
              amount: <Money minor={slip.net_minor} currency={slip.currency} />,
            })}
          />
        ) : null}
        {parts.journal?.entries.length ? <Journal of={parts.journal} /> : null}
        <Facts of={factsOf(run)} />
      </>
    )
  },
})

const by = (person: Run['approved_by'], at: string) => (
  <>
    <Moment at={at} />
    {person ? ` ${say('by {name}', { name: person.name })}` : null}
  </>
)

const factsOf = (run: Run): [string, Child][] => [
  [
    say('Period'),
    <>{say('{at} to {at2}', { at: <Day at={run.period_start} />, at2: <Day at={run.period_end} /> })}</>,
  ],
  [run.paid_on ? say('Paid on') : say('To be paid on'), <Day at={run.paid_on ?? run.pay_date} />],
  [say('Calculated'), run.calculated_at && by(run.calculated_by, run.calculated_at)],
  [say('Approved'), run.approved_at && by(run.approved_by, run.approved_at)],
  [say('By one person alone'), run.sole_approver && say('Nobody else could approve it.')],
  [say('File for the bank'), run.bank_file_at && <Moment at={run.bank_file_at} />],
  [say('Numbers taken back'), run.void_numbers.join(', ')],
]
