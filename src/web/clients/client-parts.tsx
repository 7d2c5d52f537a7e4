import type { FC } from 'hono/jsx'
import { invoiceProfileChoices } from '../invoices/invoice-form.tsx'
import { fieldsOf, filled, type FormInput, numberOf, filledOrNull, tagsOf } from '../kit/object-actions.tsx'
import { Badge } from '../kit/parts.tsx'
import type { Form } from '../kit/visit.ts'

export type Contact = {
  id: string
  name: string
  email: string | null
  phone: string | null
  job_title: string | null
  is_primary: boolean
}
export type Client = {
  id: string
  kind: 'company' | 'person'
  name: string
  legal_name: string | null
  tax_id: string | null
  email: string | null
  phone: string | null
  website: string | null
  address_line1: string | null
  address_line2: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  country: string | null
  currency: string | null
  payment_terms_days: number | null
  profile: string | null
  buyer_reference: string | null
  electronic_address: string | null
  owner_user_id: string | null
  status: 'prospect' | 'active' | 'inactive'
  source: string | null
  tags: string[]
  notes: string | null
  archived_at: string | null
  merged_into_id: string | null
  version: number
}
export type ClientDetail = Client & { contacts: Contact[] }

export const clientLabels = {
  name: 'Name',
  kind: 'Kind',
  status: 'Status',
  legal_name: 'Legal name',
  tax_id: 'Tax number',
  email: 'E-mail address',
  phone: 'Phone',
  website: 'Web site',
  address_line1: 'Street and number',
  address_line2: 'Floor, door, building',
  postal_code: 'Postal code',
  city: 'Town',
  region: 'Province or state',
  country: 'Country',
  currency: 'Currency',
  payment_terms_days: 'Days to pay',
  profile: 'Electronic invoices',
  buyer_reference: 'Buyer reference',
  electronic_address: 'Peppol ID',
  source: 'Source',
  tags: 'Tags',
  notes: 'Notes',
}

const kinds = { prospect: 'accent', active: 'good', inactive: undefined } as const
export const ClientState: FC<{ of: Pick<Client, 'status' | 'archived_at' | 'merged_into_id'> }> = ({ of }) =>
  of.archived_at ? (
    <Badge>{of.merged_into_id ? 'merged' : 'archived'}</Badge>
  ) : (
    <Badge kind={kinds[of.status]}>{of.status}</Badge>
  )

const texts = [
  'legal_name',
  'tax_id',
  'email',
  'phone',
  'website',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'region',
  'profile',
  'buyer_reference',
  'electronic_address',
  'source',
  'notes',
] as const
const codes = ['country', 'currency'] as const

/** The request body for the form of a client. */
export function clientBody(form: Form, change: boolean): Record<string, unknown> {
  const upper = Object.fromEntries(
    codes.flatMap((one) => (one in form ? [[one, form[one]!.toUpperCase()]] : [])),
  )
  const entered = { ...form, ...upper }
  const days = numberOf(form.payment_terms_days)
  return {
    name: form.name ?? '',
    ...filled(form, ['kind', 'status']),
    ...(change ? filledOrNull : filled)(entered, [...texts, ...codes]),
    ...(days !== null || change ? { payment_terms_days: days } : {}),
    tags: tagsOf(form.tags ?? ''),
  }
}

/** The form values of a client. */
export const valuesOf = (client: Client): Form => ({
  name: client.name,
  kind: client.kind,
  status: client.status,
  ...Object.fromEntries([...texts, ...codes].map((one) => [one, client[one] ?? ''])),
  payment_terms_days: String(client.payment_terms_days ?? ''),
  tags: client.tags.join(', '),
  version: String(client.version),
})

const plain = (...values: string[]): [string, string][] => values.map((one) => [one, one])

export const ClientFields: FC<FormInput> = (input) => {
  const { field, choice, text } = fieldsOf(clientLabels, input)
  const optional = (name: keyof typeof clientLabels, hint?: string) =>
    field(name, { optional: true, ...(hint && { hint }) })
  return (
    <>
      {field('name')}
      <div class="columns">
        {choice('kind', plain('company', 'person'))}
        {choice('status', plain('prospect', 'active', 'inactive'))}
        {field('email', { type: 'email', optional: true })}
        {optional('phone')}
        {optional('website', 'Such as https://example.com.')}
        {optional('source', 'Where it came from, such as a trade fair.')}
        {optional('legal_name', 'As shown on invoices.')}
        {optional('tax_id', 'Such as a VAT number.')}
        {optional('address_line1')}
        {optional('address_line2')}
        {optional('postal_code')}
        {optional('city')}
        {optional('region')}
        {optional('country', 'Two letters, such as ES.')}
        {optional('currency', 'Used on its invoices, such as EUR.')}
        {optional('payment_terms_days', 'From an invoice to its due date.')}
        {choice('profile', invoiceProfileChoices)}
        {optional('buyer_reference', 'Such as a Leitweg-ID; XRechnung requires it.')}
        {optional('electronic_address', 'Such as 9930:DE123456789; Peppol requires it.')}
        {optional('tags', 'Separated by commas.')}
      </div>
      {text('notes', 4, 'Visible only within the organization.')}
    </>
  )
}
