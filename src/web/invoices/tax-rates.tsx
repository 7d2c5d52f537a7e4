import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

const described = {
  name: { label: 'Name of the rate', hint: 'As shown on invoices, such as VAT 21 %.' },
  rate: { label: 'Percent', hint: 'Such as 21.' },
  category: 'Kind of tax',
  surcharge_rate: { label: 'Surcharge in percent', hint: 'The Spanish equivalence surcharge, such as 5.2.' },
  exemption_code: { label: 'Reason of an exemption', hint: 'As the tax office numbers them, such as E1.' },
  is_default: 'For lines that name no rate',
} as const

/** The tax rates that lines of invoices are billed at. */
export default listPage({
  at: '/organizations/:slug/tax-rates',
  of: 'listTaxRates',
  title: 'Tax rates',
  lead: 'What lines of invoices are taxed at. Invoices that have a rate keep it.',
  noun: ['tax rate'],
  states: ['current', 'archived'],
  firstState: 'current',
  stateQuery: (state) => ({ archived: state === 'archived' }),
  under: (organization) => [[say('Invoicing'), addressIn(organization, 'invoicing')]],
  forms: {
    '': calling('createTaxRate', {
      title: 'New tax rate',
      verb: 'Create tax rate',
      fields: bodyFields('TaxRateDraft', described),
    }),
    change: calling('updateTaxRate', { fields: bodyFields('TaxRateChange', described) }),
    archive: calling('archiveTaxRate', { verb: 'Archive', warning: 'Invoices that have it keep it.' }),
  },
  line: (rate, { form }) => ({
    title: rate.name,
    facts: [
      `${rate.rate} %`,
      inWords(rate.category),
      rate.surcharge_rate && say('surcharge {surcharge_rate} %', { surcharge_rate: rate.surcharge_rate }),
      rate.exemption_code,
    ],
    marks: rate.is_default ? <Badge kind="accent">{say('default')}</Badge> : null,
    forms: rate.archived_at
      ? []
      : [form('change', { of: rate }), form('archive', { of: rate, about: rate.name })],
  }),
})
