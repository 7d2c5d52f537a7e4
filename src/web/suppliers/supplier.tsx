import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { MoneyFigures } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage } from '../kit/page.tsx'
import { Facts } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { stateOfSupplier, supplierFields } from './supplier-fields.tsx'

const fields = supplierFields('SupplierChange')

/** A supplier, with what was spent on it this year. */
export default objectPage<'getSupplier', Answer<'getSupplierSpend'>>({
  at: '/suppliers/:id',
  of: 'getSupplier',
  noun: 'supplier',
  under: (organization) => [[say('Suppliers'), addressIn(organization, 'suppliers')]],
  title: ({ name }) => name,
  marks: stateOfSupplier,
  parts: ({ read }) => read('getSupplierSpend'),
  forms: {
    change: calling('updateSupplier', { title: 'Edit', fields }),
    status: calling('updateSupplier', {
      verb: 'Set',
      fields: bodyFields('SupplierChange', { status: 'Status' }),
    }),
    delete: calling('deleteSupplier', {
      warning: 'It is archived instead where expenses or contracts refer to it.',
      to: backTo('suppliers'),
    }),
  },
  Content: ({ object: supplier, parts: spend, form }) => (
    <>
      <MoneyFigures
        of={spend.currencies.map(({ currency, total_minor, expenses }) => [
          say('Spent from {from} to {to}', { from: spend.from, to: spend.to }),
          total_minor,
          currency,
          count(expenses, 'expense'),
        ])}
      />
      <Facts
        of={[
          ...fields.factsOf(supplier, ['name']),
          [say('Bank account'), supplier.iban_masked],
          [
            say('Paid after'),
            spend.average_days_to_pay &&
              say('{average_days_to_pay} days on average', {
                average_days_to_pay: spend.average_days_to_pay,
              }),
          ],
        ]}
      />
      <section class="card stack" aria-label={say('Change')}>
        {form('change')}
        {form('status')}
        {form('delete', { about: supplier.name })}
      </section>
    </>
  ),
})
