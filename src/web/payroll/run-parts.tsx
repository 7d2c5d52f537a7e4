import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { Badge, Figures, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { InWords } from '../kit/time.tsx'
import type { Run, ShownRun } from './run.tsx'

/** Payments of one file for the bank. */
const perFile = 500

export const Sums: FC<{ run: Run }> = ({ run: { totals, currency } }) =>
  totals ? (
    <section class="card" aria-label={say('Sums')}>
      <Figures
        of={[
          [
            say('Paid out'),
            <Money minor={totals.net_minor} currency={currency} />,
            count(totals.employees, 'person', 'people'),
          ],
          [say('Before deductions'), <Money minor={totals.gross_minor} currency={currency} />],
          [say('Deducted'), <Money minor={totals.deductions_minor} currency={currency} />],
          [say('Costs'), <Money minor={totals.cost_minor} currency={currency} />],
        ]}
      />
    </section>
  ) : null

const severities = {
  blocking: ['bad', 'prevents approval'],
  confirm: ['warn', 'to be confirmed'],
  notice: [undefined, 'to know'],
} as const

/** How many of what is to be looked at are shown, the worst first. */
const most = 40

/** What somebody should look at before the run is approved. */
export const Exceptions: FC<ShownRun> = (shown) => {
  const { object: run, organization, form } = shown
  return run.exceptions.length ? (
    <Section id="exceptions" title={say('To look at')}>
      <Rows
        shown={shown}
        of={run.exceptions.slice(0, most).map((one, n) => ({ ...one, id: `exception-${n}` }))}
        line={({ severity, employee, payslip_id, text, line }) => {
          const [kind, words] = severities[severity]
          return {
            ...(payslip_id && { to: `/payslips/${payslip_id}?org=${organization.slug}` }),
            title: employee?.name ?? say('The run'),
            facts: [<InWords text={text} />],
            marks: <Badge {...(kind && { kind })}>{say(words)}</Badge>,
            buttons: [
              severity === 'blocking' && employee && run.status === 'calculated'
                ? form('leave-out', {
                    hidden: { employee_id: employee.employee_id ?? '' },
                    about: employee.name ?? '',
                  })
                : null,
              line && payslip_id
                ? form('add-line', {
                    hidden: { ...line, amount_minor: String(line.amount_minor), payslip_id },
                    about: say('for {name}', { name: employee?.name }),
                  })
                : null,
            ],
          }
        }}
      />
      {run.exceptions.length > most ? (
        <p class="muted">{say('And {value} more.', { value: run.exceptions.length - most })}</p>
      ) : null}
    </Section>
  ) : null
}

/** What its state and the reader's role allow. */
export const Steps: FC<ShownRun> = (shown) => {
  const { object: run, parts, form } = shown
  const asked = run.bank_file_at ? {} : { except: ['bank_file_withdrawn'] }
  const change = () => [
    form('change', { choices: { department_id: parts.departments } }),
    form('delete', { about: run.name }),
  ]
  const steps = {
    draft: () => [form('calculate', { primary: true }), ...change()],
    calculated: () => [
      <Approval {...shown} />,
      form('calculate', { verb: 'Calculate again' }),
      run.excluded_ids.length ? form('take-in') : null,
      ...change(),
    ],
    approved: () => [...bankFiles(shown), form('pay'), form('reopen', asked), form('cancel', asked)],
    paid: () => bankFiles(shown),
    cancelled: () => [],
  }[run.status]()
  return steps.some(Boolean) ? (
    <section class="card buttons" aria-label={say('Next step')}>
      {steps}
    </section>
  ) : null
}

/** Nothing is approved while something prevents it. */
const Approval: FC<ShownRun> = ({ object: { exceptions, name }, form }) => {
  const some = (severity: string) => exceptions.some((one) => one.severity === severity)
  if (some('blocking'))
    return <p class="muted">{say('It can be approved once nothing prevents it any more.')}</p>
  return <>{form(some('confirm') ? 'approve-anyway' : 'approve', { about: name })}</>
}

/** The form for the file, or a button for each of the files that were made. */
function bankFiles({ object: run, form }: ShownRun) {
  if (run.currency !== 'EUR') return []
  if (!run.bank_file_at)
    return run.status === 'paid' ? [] : [form('bank', { except: ['bank_file_withdrawn'] })]
  const files = Math.ceil((run.totals?.employees ?? 0) / perFile)
  return [
    ...Array.from({ length: files }, (_, n) =>
      form('bank-again', {
        hidden: { part: String(n + 1) },
        ...(files > 1 && { verb: say('Get file {value} of {files} again', { value: n + 1, files }) }),
      }),
    ),
    run.status === 'approved' ? form('bank', { verb: 'Make another' }) : null,
  ]
}

const sides = { debit: 'Debit', credit: 'Credit' } as const

/** The entries for the books. */
export const Journal: FC<{ of: Answer<'getPayrollJournal'> }> = ({
  of: { entries, currency, debit_minor },
}) => (
  <details class="more card prose" id="journal">
    <summary>{say('Entries for the books')}</summary>
    <table>
      <thead>
        <tr>
          {[say('Department'), say('Entry'), say('People'), say('Debit'), say('Credit')].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ department, name, people, side, amount_minor }) => (
          <tr>
            <td>{department ?? say('None')}</td>
            <td>{name}</td>
            <td>{people}</td>
            {(['debit', 'credit'] as const).map((one) => (
              <td aria-label={say(sides[one])}>
                {one === side ? <Money minor={amount_minor} currency={currency} /> : null}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" colspan={3}>
            {say('Sum')}
          </th>
          {Object.keys(sides).map(() => (
            <td>
              <Money minor={debit_minor} currency={currency} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  </details>
)
