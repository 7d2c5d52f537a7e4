import type { Child, FC } from 'hono/jsx'
import { bytesOfBase64 } from '../../base/base64.ts'
import { fileResponse } from '../kit/downloads.tsx'
import type { Description } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money, MoneyPairs } from '../kit/money.tsx'
import { type Answer, mayCall, readerOf } from '../kit/operations.ts'
import { addressIn, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { Badge, Facts, LinkButton, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Slip = Answer<'getPayslip'>
const partsOf = async ({ read, organization, object }: ObjectFetching<'getPayslip'>) => {
  const run_id = (await object).run_id
  return { run: mayCall(organization, 'getPayrollRun') ? await read('getPayrollRun', {}, { run_id }) : null }
}
type Parts = PartsOf<typeof partsOf>

const lines = {
  label: 'Lines',
  hint: 'Amounts such as 100.00, also of what is deducted.',
  rows: {
    fields: bodyFields('ManualLine', {
      name: 'What it is',
      kind: {
        label: 'It is',
        choices: [
          ['earning', 'paid'],
          ['deduction', 'deducted'],
          ['employer', 'paid by the employer on top'],
        ],
      },
      amount_minor: 'Amount',
      note: 'Why',
    }),
  },
} satisfies Description

const kinds = { draft: undefined, final: 'good', void: 'bad' } as const

/** What somebody is paid, line by line; admins add lines while the run is calculated. */
export default objectPage<'getPayslip', Parts>({
  at: '/payslips/:id',
  of: 'getPayslip',
  noun: 'payslip',
  under: (organization, _, { run }) =>
    run
      ? [
          [say('Payroll'), addressIn(organization, 'payroll')],
          [run.name, `/payroll/${run.id}?org=${organization.slug}`],
        ]
      : [[say('Payslips'), addressIn(organization, 'payslips')]],
  title: ({ employee }) => say('Payslip of {name}', { name: employee.name }),
  marks: ({ status, net_minor, currency }) => (
    <>
      <Badge kind={kinds[status]}>{inWords(status)}</Badge>
      <span class="title">
        <Money minor={net_minor} currency={currency} />
      </span>
    </>
  ),
  parts: partsOf,
  file: async (request, _, about) => {
    const { organization, ids } = await about()
    const { filename, content_type, content } = await readerOf(request, { org_id: organization.id, ...ids })(
      'getPayslipFile',
    )
    return fileResponse(bytesOfBase64(content), content_type, filename)
  },
  forms: {
    add: calling('updatePayslip', {
      title: 'Add lines',
      verb: 'Add them',
      fields: bodyFields('PayslipChange', { add: lines }),
    }),
    remove: calling<'updatePayslip', Slip>('updatePayslip', {
      verb: 'Remove',
      also: ({ line_id = '' }) => ({ remove: [line_id] }),
    }),
  },
  said: {
    add: 'The payslip is computed anew with them.',
    remove: 'The payslip is computed anew without it.',
  },
  Content: (shown) => {
    const { object: slip, organization, parts, form } = shown
    const isOpen = parts.run?.status === 'calculated'
    return (
      <>
        <p>
          <LinkButton to={`/payslips/${slip.id}/files/pdf?org=${organization.slug}`}>{say('PDF')}</LinkButton>
        </p>
        {groups.map(([kind, title]) => (
          <Group {...shown} kind={kind} title={say(title)} isOpen={isOpen} />
        ))}
        {isOpen && mayCall(organization, 'updatePayslip') ? (
          <section class="card" aria-label={say('Change')}>
            {form('add', { currency: slip.currency })}
          </section>
        ) : null}
        <Section id="year" title={say('Year to date {pay_date}', { pay_date: slip.pay_date.slice(0, 4) })}>
          <MoneyPairs
            currency={slip.currency}
            of={[
              [say('Before deductions'), slip.year_to_date.gross_minor],
              [say('Deducted'), slip.year_to_date.deductions_minor],
              [say('Paid out'), slip.year_to_date.net_minor, true],
            ]}
          />
        </Section>
        <Facts of={factsOf(slip)} />
      </>
    )
  },
})

const groups = [
  ['earning', 'Earnings'],
  ['deduction', 'Deductions'],
  ['employer', 'Paid by the employer on top'],
] as const

type GroupProps = Shown<Slip, Parts> & { kind: Slip['lines'][number]['kind']; title: string; isOpen: boolean }
const Group: FC<GroupProps> = ({ kind, title, isOpen, ...shown }) => {
  const { object: slip, form } = shown
  const sum = { earning: slip.gross_minor, deduction: slip.deductions_minor, employer: slip.employer_minor }[
    kind
  ]
  return (
    <ListSection
      id={kind}
      orNothing
      title={
        <>
          {title} <Money minor={sum} currency={slip.currency} />
        </>
      }
      of={slip.lines.filter((line) => line.kind === kind)}
      shown={shown}
      line={(line) => ({
        title: line.name,
        facts: [line.rate !== null && `${Number(Number(line.rate).toFixed(4))} %`, line.note],
        amount: <Money minor={line.amount_minor} currency={slip.currency} />,
        buttons: [
          isOpen && line.manual ? form('remove', { hidden: { line_id: line.id }, about: line.name }) : null,
        ],
      })}
    />
  )
}

const factsOf = (slip: Slip): [string, Child][] => [
  [
    say('Period'),
    <>{say('{at} to {at2}', { at: <Day at={slip.period_start} />, at2: <Day at={slip.period_end} /> })}</>,
  ],
  [say('Paid on'), <Day at={slip.pay_date} />],
  [say('Number'), slip.number],
  [
    say('Days paid'),
    say('{paid_days} of {total_days}', { paid_days: slip.paid_days, total_days: slip.total_days }),
  ],
  [say('Department'), slip.department],
  [say('Title'), slip.job_title],
  [say('Paid to the account'), slip.iban_last4 && `… ${slip.iban_last4}`],
]
