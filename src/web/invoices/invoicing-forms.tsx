import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { type FormState, fieldsOf } from '../kit/object-actions.tsx'
import { Badge, ConfirmButton, Hidden } from '../kit/parts.tsx'
import type { Form } from '../kit/visit.ts'

export type Settings = {
  mode: string
  require_client_tax_id: boolean
  version: number
  records: number
} & Record<(typeof issuerFields)[number], string | null>
export type Rate = { id: string; name: string; rate: string; category: string; is_default: boolean }
export type Series = {
  id: string
  code: string
  name: string
  doc_kind: string
  prefix: string
  padding: number
  is_default: boolean
  first_number: number
  counters: { period: string; next_number: number }[]
}

export const issuerFields = [
  'issuer_name',
  'issuer_tax_id',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'region',
  'country',
  'issuer_email',
  'issuer_phone',
  'issuer_website',
  'issuer_iban',
  'issuer_contact',
  'issuer_electronic_address',
  'footer',
] as const

export const labels = {
  issuer_name: 'Legal name',
  issuer_tax_id: 'Tax number',
  address_line1: 'Street and number',
  address_line2: 'Floor, door, building',
  postal_code: 'Postal code',
  city: 'Town',
  region: 'Province or state',
  country: 'Country',
  issuer_email: 'E-mail address',
  issuer_phone: 'Phone',
  issuer_website: 'Web site',
  issuer_iban: 'Bank account (IBAN)',
  issuer_contact: 'Contact',
  issuer_electronic_address: 'Peppol ID',
  footer: 'Foot of the invoice',
  mode: 'Rules of the register',
  require_client_tax_id: 'Tax number of the client',
  rate_name: 'Name of the rate',
  rate: 'Percent',
  category: 'Kind of tax',
  rate_default: 'For lines that name no rate',
  series_name: 'Name of the series',
  code: 'Code',
  doc_kind: 'Numbers',
  prefix: 'Before the number',
  reset_policy: 'Counting',
  first_number: 'First number',
}

const modes: [string, string][] = [
  ['internal', 'none of a country'],
  ['verifactu', 'Spain, VERI*FACTU'],
  ['no_verifactu', 'Spain, without sending records'],
]
const categories: [string, string][] = [
  ['standard', 'standard'],
  ['reduced', 'reduced'],
  ['zero', 'zero rate'],
  ['exempt', 'exempt'],
  ['reverse_charge', 'reverse charge'],
  ['not_subject', 'not subject to tax'],
]
const kinds: [string, string][] = [
  ['invoice', 'invoices'],
  ['simplified', 'simplified invoices'],
  ['credit_note', 'credit notes'],
]
const yesOrNo: [string, string][] = [
  ['no', 'no'],
  ['yes', 'yes'],
]

type To = { to: (action: string) => string }

export const issuerValues = (settings: Settings): Form => ({
  ...Object.fromEntries(issuerFields.map((name) => [name, settings[name] ?? ''])),
  version: String(settings.version),
})

export const registerValues = ({ mode, require_client_tax_id, version }: Settings): Form => ({
  mode,
  require_client_tax_id: require_client_tax_id ? 'yes' : 'no',
  version: String(version),
})

/** Who issues the invoices and where they are paid to. */
export const IssuerForm: FC<To & FormState> = ({ to, ...input }) => {
  const { field, text } = fieldsOf(labels, input)
  const optional = (name: keyof typeof labels, hint?: string) =>
    field(name, { optional: true, ...(hint && { hint }) })
  return (
    <form class="stack" method="post" action={to('issuer')} novalidate>
      <Hidden fields={{ version: input.values.version }} />
      <div class="columns">
        {field('issuer_name', { autocomplete: 'organization' })}
        {optional('issuer_tax_id', 'Such as a VAT number; most countries require it.')}
        {field('address_line1', { autocomplete: 'address-line1' })}
        {optional('address_line2')}
        {optional('postal_code')}
        {field('city', { autocomplete: 'address-level2' })}
        {optional('region')}
        {field('country', { hint: 'Two letters, such as ES.' })}
        {field('issuer_email', { type: 'email', optional: true })}
        {optional('issuer_phone')}
        {optional('issuer_website', 'Such as https://example.com.')}
        {optional('issuer_iban', 'Where clients pay to; printed on invoices.')}
        {optional('issuer_contact', 'A person or department; XRechnung requires it.')}
        {optional('issuer_electronic_address', 'Such as 9920:ESB12345674; Peppol requires it.')}
      </div>
      {text('footer', 2, 'Such as the entry in the register of companies.')}
      <button class="primary">Save issuer</button>
    </form>
  )
}

/** The rules by which invoices are registered. */
export const RegisterForm: FC<To & FormState & { records: number }> = ({ to, records, ...input }) => {
  const { choice } = fieldsOf(labels, input)
  return (
    <form class="stack" method="post" action={to('register')} novalidate>
      <Hidden fields={{ version: input.values.version }} />
      <div class="columns">
        {choice(
          'mode',
          modes.filter(([mode]) => mode !== 'no_verifactu' || input.values.mode === mode),
          `${
            records
              ? 'There are records, so a Spanish issuer keeps its tax number.'
              : 'Every issued invoice is recorded.'
          } By the Spanish rules a record names who made this system: you, unless the API is told another producer.`,
        )}
        {choice('require_client_tax_id', yesOrNo, 'Whether no invoice is issued without it.')}
      </div>
      <button class="primary">Save rules</button>
    </form>
  )
}

/** The tax rates that lines of invoices are billed at. */
export const Rates: FC<To & { rates: Rate[]; adding: FormState }> = ({ to, rates, adding }) => (
  <>
    <ul class="rows">
      {rates.map(({ id, name, rate, category, is_default }) => (
        <li class="row">
          <div class="grow">
            <p class="title">{name}</p>
            <p class="facts">
              <span>{`${rate} %`}</span>
              <span>{categories.find(([known]) => known === category)?.[1]}</span>
            </p>
          </div>
          <div class="buttons">
            {is_default ? (
              <Badge kind="accent">default</Badge>
            ) : (
              <MakeDefault to={to('default-rate')} id={id} name={name} />
            )}
            <ConfirmButton
              verb="Archive"
              subject={name}
              action={to('archive-rate')}
              fields={{ id }}
              warning="Invoices that have it keep it."
            />
          </div>
        </li>
      ))}
    </ul>
    <NewRate to={to} {...adding} />
  </>
)

const MakeDefault: FC<{ to: string; id: string; name: string }> = ({ to, id, name }) => (
  <form method="post" action={to}>
    <Hidden fields={{ id }} />
    <button class="slim">
      Make default<span class="hidden">{` ${name}`}</span>
    </button>
  </form>
)

const NewRate: FC<To & FormState> = ({ to, open, ...input }) => {
  const { field, choice } = fieldsOf(labels, input)
  return (
    <details class="more" open={open}>
      <summary>New tax rate</summary>
      <form class="stack" method="post" action={to('rate')} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          {field('rate_name', { hint: 'As shown on invoices, such as VAT 21 %.' })}
          {field('rate', { hint: 'Such as 21.' })}
          {choice('category', categories)}
          {choice('rate_default', yesOrNo)}
        </div>
        <button class="primary">Create tax rate</button>
      </form>
    </details>
  )
}

const nextNumber = ({
  prefix,
  padding,
  first_number,
  counters,
}: Pick<Series, 'prefix' | 'padding' | 'first_number' | 'counters'>) =>
  prefix + String(counters.at(-1)?.next_number ?? first_number).padStart(padding, '0')

/** How invoices are numbered. */
export const AllSeries: FC<To & { series: Series[]; adding: FormState }> = ({ to, series, adding }) => (
  <>
    {series.length ? null : (
      <p>The first invoice of each kind begins a series of its own, such as INV-{'{YYYY}'}-0001.</p>
    )}
    <ul class="rows">
      {series.map(({ id, code, name, doc_kind, is_default, ...numbering }) => (
        <li class="row">
          <div class="grow">
            <p class="title">{name}</p>
            <p class="facts">
              <span>{code}</span>
              <span>{kinds.find(([known]) => known === doc_kind)?.[1]}</span>
              <span>{`next: ${nextNumber(numbering)}`}</span>
            </p>
          </div>
          <div class="buttons">
            {is_default ? (
              <Badge kind="accent">default</Badge>
            ) : (
              <MakeDefault to={to('default-series')} id={id} name={name} />
            )}
            <ConfirmButton
              verb="Archive"
              subject={name}
              action={to('archive-series')}
              fields={{ id }}
              warning="Its numbers stay as they are, and no invoice gets a new one."
            />
          </div>
        </li>
      ))}
    </ul>
    <NewSeries to={to} {...adding} />
  </>
)

const NewSeries: FC<To & FormState> = ({ to, open, ...input }) => {
  const { field, choice } = fieldsOf(labels, input)
  return (
    <details class="more" open={open}>
      <summary>New series of numbers</summary>
      <form class="stack" method="post" action={to('series')} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          {field('series_name')}
          {field('code', { hint: 'Such as INV.' })}
          {choice('doc_kind', kinds)}
          {field('prefix', { optional: true, hint: 'Such as INV-{YYYY}-.' })}
          {choice('reset_policy', [
            ['yearly', 'starts again each year'],
            ['never', 'goes on'],
          ])}
          {field('first_number', { optional: true, hint: 'After numbers given elsewhere.' })}
        </div>
        <p class="hint">It becomes the default of its kind.</p>
        <button class="primary">Create series</button>
      </form>
    </details>
  )
}
