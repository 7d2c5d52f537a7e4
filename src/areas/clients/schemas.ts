import * as z from 'zod'
import { clientKinds, clientStatuses } from '../../../db/schema/clients.ts'
import { change, id, longText, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { buyerReference, electronicAddress, InvoiceProfile } from '../../shared/invoice/profiles.ts'
import { locale } from '../../shared/locale.ts'
import { currencyCode } from '../../shared/money/fields.ts'
import { partyFields } from '../../shared/parties.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const Status = z.enum(clientStatuses).meta({ id: 'ClientStatus' })

const domain = () =>
  text(253)
    .toLowerCase()
    .regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain such as example.com')
    .meta({ description: 'On create that of website, unless sent', example: 'example.com' })

const { tags, payment_terms_days, ...rest } = partyFields
export const fields = {
  kind: z.enum(clientKinds).describe('A company or a person'),
  ...rest,
  email: email().nullable(),
  domain: domain().nullable(),
  currency: currencyCode().nullable().meta({ description: 'Of its invoices, unless another is sent' }),
  payment_terms_days,
  profile: InvoiceProfile.nullable().describe('Whose rules the electronic invoice keeps'),
  buyer_reference: buyerReference().nullable(),
  electronic_address: electronicAddress().nullable(),
  portal_enabled: z.boolean().meta({
    description: 'Whether its contacts may use the portal; without it their sessions and links open nothing',
  }),
  owner_user_id: id()
    .nullable()
    .meta({ description: 'The member who looks after it', 'x-brief': 'Who looks after it' }),
  status: Status.describe('Where it stands as a customer'),
  source: text(60).nullable().meta({ description: 'Where it came from', example: 'fair' }),
  tags,
  notes: longText(20_000).nullable().meta({ description: 'For the organization alone' }),
  external_ref: text(120).nullable().meta({ description: 'Its id in another system' }),
}

export const ClientChange = change({
  ...fields,
  archived: z.boolean().meta({ description: 'Archived clients get no new invoices and expenses' }),
}).meta({ id: 'ClientChange' })

export const ClientContactRef = z
  .object({
    id: ownId,
    name: z.string().meta({ description: "The contact's name", example: 'Grace Hopper' }),
    email: z
      .string()
      .nullable()
      .meta({ description: "The contact's e-mail address", example: 'grace@example.com' }),
    phone: z.string().nullable().describe('With its country code'),
    job_title: z.string().nullable().describe('What the person does there'),
    is_primary: z.boolean().meta({ description: 'Whom invoices and letters go to' }),
  })
  .meta({ id: 'ClientContactRef' })

export const contactFields = {
  name: nameText(200).meta({ description: "The contact's name", example: 'Grace Hopper' }),
  email: email().nullable(),
  phone: text(40).nullable().describe('With its country code'),
  job_title: text(120).nullable().describe('What the person does there'),
  is_primary: z.boolean().meta({ description: 'Replaces the primary contact there was' }),
  language: locale().nullable(),
}

const reasons = ['domain', 'tax_id', 'email'] as const
export const PossibleDuplicate = z
  .object({
    id: ownId,
    name: z.string().describe('Its name'),
    archived: z.boolean().describe('Whether it is archived'),
    same: z.array(z.enum(reasons)).meta({ description: 'What both have in common' }),
  })
  .meta({ id: 'PossibleClientDuplicate' })
