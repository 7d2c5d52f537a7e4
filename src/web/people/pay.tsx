import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import type { ShowForm } from '../kit/form-view.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

const bases = { annual: 'a year', monthly: 'a month', hourly: 'an hour' } as const

/** What somebody is paid from a day on. */
export const payForm = calling('createEmployeeCompensation', {
  title: 'Change the pay',
  verb: 'Save',
  fields: bodyFields('CompensationDraft', {
    effective_from: 'From',
    amount_minor: { label: 'Amount', hint: 'Before deductions, such as 30000.00.' },
    currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
    pay_basis: {
      label: 'For',
      choices: Object.entries(bases),
    },
    payments_per_year: { label: 'Payments a year', hint: 'Of an annual amount, such as 14.' },
    components: {
      label: 'What else applies',
      hint: 'Codes of what is paid and deducted for those whose pay lists it.',
      rows: {
        fields: bodyFields('FixedComponent', { code: 'Code', amount_minor: 'Amount', rate: 'Percent' }),
      },
    },
    note: 'Note',
    retroactive: 'Also for days that were paid: the next run pays the difference',
  }),
})

type Props = {
  of: Answer<'listEmployeeCompensations'>
  form: ShowForm
}
/** What somebody is and was paid, the latest first. */
export const Pay: FC<Props> = ({ of: { items, total }, form }) => (
  <ListSection
    id="pay"
    title={say('Pay')}
    of={items}
    total={total}
    none={say('No pay was entered yet.')}
    line={(one) => ({
      title: (
        <>
          <Money minor={one.amount_minor} currency={one.currency} /> {say(bases[one.pay_basis])}
        </>
      ),
      facts: [
        <>{say('from {at}', { at: <Day at={one.effective_from} /> })}</>,
        one.payments_per_year > 12 &&
          say('in {payments_per_year} payments', { payments_per_year: one.payments_per_year }),
        one.components.map(({ code }) => code).join(', '),
        one.note,
      ],
      marks: one.voided_at ? <Badge kind="bad">{say('replaced')}</Badge> : null,
    })}
  >
    {form('pay', {
      values: { currency: items[0]?.currency ?? '', pay_basis: items[0]?.pay_basis ?? 'monthly' },
    })}
  </ListSection>
)
