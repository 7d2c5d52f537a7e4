import type { FC } from 'hono/jsx'
import type { Party } from './invoice-parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import type { Form, Problems } from '../kit/visit.ts'

export type Rate = { id: string; name: string; is_default: boolean }
export const labels = {
  client_id: 'Client',
  description: 'Description',
  quantity: 'Quantity',
  unit_price: 'Unit price',
  tax: 'Tax',
  amount: 'Amount',
  paid_on: 'Paid on',
  method: 'Method',
  reference: 'Reference',
  reason: 'Reason',
  profile: 'Electronic invoice',
  buyer_reference: 'Buyer reference',
  exchange_rate: 'Exchange rate',
  exchange_rate_date: 'Day of the rate',
  email: 'E-mail address',
}

/** Whose rules an electronic invoice keeps. */
export const invoiceProfileChoices: [string, string][] = [
  ['', 'as usual'],
  ['en16931', 'EN 16931'],
  ['xrechnung', 'XRechnung 3'],
  ['peppol', 'Peppol BIS 3'],
]
export const profileName = (profile: string) =>
  invoiceProfileChoices.find(([known]) => known === profile)?.[1] ?? profile

const untaxed = 'none'
/** The tax chosen in the form: a rate, the default, or none. */
export const taxOf = (tax: string | undefined) =>
  tax === untaxed ? { tax_rate_id: null } : tax ? { tax_rate_id: tax } : {}

type Shared = { values: Form; problems: Problems }

export const ClientChoice: FC<Shared & { clients: Party[] }> = ({ clients, ...shared }) => (
  <Choice
    {...shared}
    name="client_id"
    label={labels.client_id}
    choices={[['', 'Choose a client'], ...clients.map(({ id, name }): [string, string] => [id, name])]}
  />
)

/** A decimal number with a point, as the API takes it. */
export const withDecimalPoint = (typed = '') => typed.trim().replace(',', '.')

type LineFieldsProps = Shared & { rates: Rate[]; org: string; currency?: string }
/** The fields of an invoice line. */
export const LineFields: FC<LineFieldsProps> = ({ rates, org, currency, ...shared }) => {
  const defaultRate = rates.find(({ is_default }) => is_default)
  return (
    <>
      <Field {...shared} name="description" label={labels.description} />
      {rates.length ? null : (
        <p class="hint">
          There are no tax rates yet, so that lines have no tax. An admin creates them under{' '}
          <a href={`/organizations/${org}/invoicing#rates`}>Invoicing</a>.
        </p>
      )}
      <div class="columns">
        <Field {...shared} name="quantity" label={labels.quantity} hint="Such as 1.5." />
        <Field
          {...shared}
          name="unit_price"
          label={labels.unit_price}
          hint={
            currency ? `In ${currency}, such as 348.35.` : 'In the currency of the client, such as 348.35.'
          }
        />
        <Choice
          {...shared}
          name="tax"
          label={labels.tax}
          choices={[
            ['', defaultRate ? defaultRate.name : 'No tax'],
            ...rates
              .filter((rate) => rate !== defaultRate)
              .map(({ id, name }): [string, string] => [id, name]),
            [untaxed, 'Not subject to tax'],
          ]}
        />
      </div>
    </>
  )
}
