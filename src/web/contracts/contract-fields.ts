import { membersOf } from '../deals/deal-parts.tsx'
import { readAll } from '../kit/all-of.ts'
import type { Choices, OwnField } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import type { Read } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'

/** The fields of a contract that its pages ask for. */
export const contractFields = (
  body: 'ContractDraft' | 'ContractChange',
  own: Record<string, OwnField> = {},
) =>
  bodyFields(
    body,
    {
      title: { label: 'Title', wide: true },
      start_date: 'First day',
      end_date: { label: 'Last day', hint: 'Empty for a contract without an end.' },
      value_minor: { label: 'Value', hint: 'Such as 1250.00; empty if it is open.' },
      currency: { label: 'Currency', hint: 'Otherwise that of the organization.' },
      auto_renew: 'Renews by itself at its end',
      renewal_months: { label: 'Months that it renews for', hint: 'Where it renews by itself.' },
      notice_days: { label: 'Days of notice', hint: 'Before its end.' },
      body: 'Text',
      notes: { label: 'Notes', hint: 'Visible only within the organization.' },
    },
    own,
  )

/** The other party: a client, a supplier or an employee. */
export const partyField: OwnField = { label: 'With', type: 'choice', after: 'title', none: 'Choose who' }

export async function partyChoices(read: Read): Promise<Choices> {
  const [clients, suppliers, members] = await Promise.all([
    readAll(read, 'listClients'),
    readAll(read, 'listSuppliers'),
    membersOf(read),
  ])
  return [
    ...clients.map(({ id, name }): [string, string] => [`client:${id}`, name]),
    ...suppliers.map(({ id, name }): [string, string] => [
      `supplier:${id}`,
      say('{name} (supplier)', { name }),
    ]),
    ...members.map(({ user_id, name }): [string, string] => [
      `employee:${user_id}`,
      say('{name} (employee)', { name }),
    ]),
  ]
}

const parties: Record<string, string> = { client: 'client_id', supplier: 'supplier_id', employee: 'user_id' }
/** What the chosen party is in the body of a contract. */
export function partyOf({ party = '' }: Form) {
  const [kind = '', id] = party.split(':')
  const name = parties[kind]
  return name && id ? { party_kind: kind, [name]: id } : { invalid: { party: say('Choose who it is with.') } }
}
