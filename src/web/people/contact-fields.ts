import { bodyFields } from '../kit/fields.tsx'
import { addressFields } from '../kit/address.ts'
import type { Schemas } from '../kit/operations.ts'
import type { Form } from '../kit/page-request.ts'

type Employee = Schemas['EmployeeDetail']
const addressNames = Object.keys(addressFields) as (keyof typeof addressFields)[]
const contactNames = { contact_name: 'name', contact_phone: 'phone', contact_relation: 'relation' } as const

/** What people change of their own record. */
export const ownFields = bodyFields(
  'EmployeeChange',
  { phone: 'Private phone', personal_email: 'Private e-mail address' },
  {
    ...Object.fromEntries(
      Object.entries(addressFields).map(([name, field]) => [
        name,
        typeof field === 'string' ? { label: field } : field,
      ]),
    ),
    contact_name: { label: 'Whom to call in an emergency' },
    contact_phone: { label: 'Their phone', hint: 'With its country code.' },
    contact_relation: { label: 'Who that is to you', hint: 'Such as partner.' },
  },
)

/** What the form shows of the address and of whom to call, which are objects. */
export function contactOf({ address, emergency_contact: contact }: Employee): Form {
  const first = addressNames.map((name) => [name, address?.[name] ?? ''])
  const then = Object.entries(contactNames).map(([name, key]) => [name, contact?.[key] ?? ''])
  return Object.fromEntries([...first, ...then]) as Form
}

const entered = (pairs: [string, string | undefined][]) => {
  const filled = pairs.map(([name, text]) => [name, text?.trim() || null] as const)
  return filled.some(([, text]) => text) ? Object.fromEntries(filled) : null
}

/** The address and whom to call, if the form changed them. */
export function contactIn(form: Form, { object }: { object: Employee }) {
  const shown = contactOf(object)
  const differs = (names: string[]) => names.some((name) => (form[name] ?? '').trim() !== shown[name])
  return {
    ...(differs(addressNames) && { address: entered(addressNames.map((name) => [name, form[name]])) }),
    ...(differs(Object.keys(contactNames)) && {
      emergency_contact: entered(Object.entries(contactNames).map(([name, key]) => [key, form[name]])),
    }),
  }
}
