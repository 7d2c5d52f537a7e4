import { addressFields } from '../kit/address.ts'
import { bodyFields } from '../kit/fields.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { inWords } from '../kit/words.ts'

type Supplier = Schemas['Supplier']

/** The fields of a supplier. */
export const supplierFields = (body: 'SupplierDraft' | 'SupplierChange') =>
  bodyFields(body, {
    name: { label: 'Name', wide: true },
    legal_name: 'Legal name',
    tax_id: 'Tax number',
    category: { label: 'Category', hint: 'What they supply, such as printing.' },
    contact_name: 'Whom to ask for',
    email: 'E-mail address',
    phone: 'Phone',
    website: { label: 'Web site', hint: 'Such as https://example.com.' },
    ...addressFields,
    currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
    payment_terms_days: 'Days until their invoices are due',
    iban: { label: 'Bank account (IBAN)', hint: 'Where they are paid; it is never shown whole again.' },
    rating: { label: 'Rating', hint: 'From 1 to 5.' },
    tags: { label: 'Tags', hint: 'Separated by commas.' },
    notes: { label: 'Notes', hint: 'Visible only within the organization.' },
  })

const kinds = { active: 'good', blocked: 'bad', archived: undefined } as const
export const stateOfSupplier = ({ status }: Pick<Supplier, 'status'>) => (
  <Badge kind={kinds[status]}>{inWords(status)}</Badge>
)
