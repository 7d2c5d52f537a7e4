import type { Description } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { Money } from '../kit/money.tsx'
import type { Item } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

const kinds = {
  earning: 'paid',
  deduction: 'deducted',
  employer: 'paid by the employer on top',
} as const
const figures = {
  calc: {
    label: 'It is',
    choices: [
      ['percent', 'a percentage of its base'],
      ['fixed', 'an amount of each payment'],
      ['brackets', 'a yearly scale'],
      ['hours', 'an amount for each hour worked'],
    ],
  },
  base: {
    label: 'Its base',
    hint: 'Such as gross, taxable or base, or codes of others; separated by commas.',
  },
  rate: { label: 'Percent', hint: 'Such as 6.48.' },
  amount_minor: 'Amount',
  brackets: {
    label: 'Scale',
    hint: 'Of a year. Each rate is for what lies above the row before it; the last row has no end.',
    rows: {
      fields: bodyFields('PayrollBracket', { up_to_minor: 'Up to', rate: 'Percent' }),
    },
  },
  floor_minor: { label: 'Least base of a month' },
  cap_minor: { label: 'Highest base of a month' },
  applies_to: {
    label: 'It is for',
    choices: [
      ['all', 'everybody'],
      ['listed', 'those whose pay lists it'],
    ],
  },
  taxable: 'It is part of what is taxed',
  prorate: 'Of an amount: only days that are paid count',
  source: { label: 'Where the figures come from', hint: 'Such as the law or the agreement.', wide: true },
  valid_from: { label: 'Holds for what is paid from', hint: 'Earlier payments keep their figures.' },
} satisfies Record<string, string | Description>

/** What is paid and deducted besides the base pay. */
export default listPage({
  at: '/organizations/:slug/payroll-components',
  of: 'listPayrollComponents',
  title: 'What is paid and deducted',
  lead: 'Besides the base pay. A change of figures holds from a day on: what was paid before keeps the earlier ones.',
  noun: ['component'],
  under: within(['Payroll', 'payroll']),
  parts: async ({ read }) => (await read('getOrganization')).currency,
  forms: {
    '': calling('createPayrollComponent', {
      title: 'New component',
      verb: 'Create component',
      fields: bodyFields('PayrollComponentDraft', {
        name: { label: 'Name', hint: 'As payslips show it.' },
        code: { label: 'Code', hint: 'Small letters, by which bases name it, such as social_security.' },
        kind: { label: 'It is', choices: Object.entries(kinds) },
        ...figures,
      }),
    }),
    change: calling('updatePayrollComponent', {
      fields: bodyFields('PayrollComponentChange', { name: 'Name', ...figures }),
    }),
    delete: calling('deletePayrollComponent', {
      verb: 'Archive',
      warning: 'Later runs leave it out. What was paid keeps it.',
    }),
  },
  create: ({ parts: { more: currency } }) => ({
    currency,
    values: { kind: 'deduction', calc: 'percent', base: 'gross', applies_to: 'all', taxable: 'yes' },
  }),
  line: (one, { form, parts: { more: currency } }) => ({
    title: one.name,
    facts: [one.code, ruleOf(one, currency), one.source],
    marks: <Badge>{say(kinds[one.kind])}</Badge>,
    forms: [form('change', { of: one, currency }), form('delete', { of: one, about: one.name })],
  }),
})

function ruleOf(
  { calc, rate, amount_minor, base, applies_to }: Item<'listPayrollComponents'>,
  currency: string,
) {
  const amount = <Money minor={amount_minor ?? 0} currency={currency} />
  const rule = {
    percent: say('{rate} % of {base}', { rate: rate ?? say('its own'), base: base.join(' + ') }),
    brackets: say('a yearly scale of {base}', { base: base.join(' + ') }),
    fixed: amount,
    hours: <>{say('{amount} an hour', { amount })}</>,
  }[calc]
  return (
    <>
      {rule}
      {applies_to === 'listed' ? say(', for those whose pay lists it') : null}
    </>
  )
}
