import * as z from 'zod'
import { supplierStatuses } from '../../../db/schema/suppliers.ts'
import { change, longText, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { currencyCode } from '../../shared/money/fields.ts'
import { partyFields } from '../../shared/parties.ts'
import { iban as ibanField } from '../../shared/sepa/fields.ts'
import { nameText } from '../../shared/names.ts'

export const Status = z.enum(supplierStatuses).meta({ id: 'SupplierStatus' })

const iban = () =>
  ibanField()
    .nullable()
    .meta({ description: 'Kept sealed; only its end is shown again', example: 'ES9121000418450200051332' })

const { tags, payment_terms_days, ...rest } = partyFields
export const fields = {
  ...rest,
  email: email().nullable(),
  category: text(60).nullable().meta({ description: 'What it supplies', example: 'Hosting' }),
  currency: currencyCode().nullable().meta({ description: 'In which it usually invoices' }),
  payment_terms_days,
  contact_name: nameText(200).nullable().meta({ description: 'The person to talk to' }),
  rating: z
    .int('must be 1 to 5')
    .min(1, 'must be 1 to 5')
    .max(5, 'must be 1 to 5')
    .nullable()
    .meta({ description: '1 is poor, 5 is excellent', example: 4 }),
  status: Status.meta({ description: 'Blocked and archived ones take no expenses' }),
  tags,
  notes: longText(20_000).nullable().meta({ description: 'For the organization alone' }),
}

export const SupplierDraft = z
  .strictObject({ ...fields, iban: iban() })
  .partial()
  .required({ name: true })
  .meta({ id: 'SupplierDraft' })
export const SupplierChange = change({ ...fields, iban: iban() }).meta({ id: 'SupplierChange' })
