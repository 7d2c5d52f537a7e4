import * as z from 'zod'
import { leadStatuses } from '../../../db/schema/leads.ts'
import { change, id, idOut, longText, moment, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const Status = z.enum(leadStatuses).meta({ id: 'LeadStatus' })
const Open = z
  .enum(['new', 'contacted', 'qualified', 'disqualified'], {
    error: 'must be new, contacted, qualified or disqualified; POST …/convert makes it converted',
  })
  .meta({ id: 'OpenLeadStatus' })

export const fields = {
  name: nameText(200).meta({ description: 'The person', example: 'Mary Somerville' }),
  company_name: nameText(200)
    .nullable()
    .meta({ description: 'Whom the person works for', example: 'Orrery Ltd' }),
  email: email().nullable(),
  phone: text(40).nullable().meta({ description: 'With its country code' }),
  source: text(60).nullable().meta({ description: 'Where it came from', example: 'fair' }),
  status: Open.describe('How far the conversation has come'),
  score: z
    .int('must be a whole number')
    .min(0, 'must be 0 to 100')
    .max(100, 'must be 0 to 100')
    .nullable()
    .meta({ description: 'How promising it is, 0 to 100', example: 70 }),
  estimated_minor: minorFrom0().nullable().meta({ description: 'What it may bring', example: 500_000 }),
  currency: currencyCode()
    .nullable()
    .meta({ description: 'Of the estimate; that of the organization unless sent' }),
  owner_user_id: id()
    .nullable()
    .meta({ description: 'The member who looks after it', 'x-brief': 'Who looks after it' }),
  notes: longText(20_000).nullable().meta({ description: 'For the organization alone' }),
  disqualify_reason: text(500).nullable().meta({ description: 'Only where status is disqualified' }),
}

export const LeadDraft = z
  .strictObject({
    ...fields,
    owner_user_id: id().nullable().meta({ description: 'The member who looks after it; you unless sent' }),
  })
  .partial()
  .required({ name: true })
  .meta({ id: 'LeadDraft' })
export const LeadChange = change(fields).meta({ id: 'LeadChange' })

export const shown = {
  status: Status.describe('How far the conversation has come'),
  converted_client_id: idOut().nullable().describe('The client that it became'),
  converted_contact_id: idOut().nullable().describe('The contact that it became'),
  converted_deal_id: idOut().nullable().describe('The deal that was made of it'),
  converted_at: moment().nullable().describe('When it was converted'),
  created_by: idOut().describe('Who created it'),
}

export const PossibleDuplicate = z
  .object({
    type: z.enum(['client', 'lead']).describe('What it looks like'),
    id: ownId,
    name: z.string().describe('What it is called'),
    same: z.array(z.enum(['email', 'company'])).meta({ description: 'What both have in common' }),
  })
  .meta({ id: 'PossibleLeadDuplicate' })

const DealOfLead = z
  .strictObject({
    pipeline_id: id().meta({ description: 'That of the stage unless sent, or else the default one' }),
    stage_id: id().meta({ description: 'The first of the pipeline unless sent' }),
    title: text(200).meta({ description: 'The company or the person of the lead unless sent' }),
    value_minor: minorFrom0().meta({ description: 'The estimate of the lead unless sent', example: 500_000 }),
    currency: currencyCode().meta({ description: 'That of the lead unless sent' }),
  })
  .partial()
  .meta({ description: 'Creates a deal too; {} for one with what the lead says', id: 'DealOfLead' })

export const LeadConversion = z
  .strictObject({
    client_id: id().meta({ description: 'The client that it becomes part of' }),
    create_client: z.boolean().meta({
      description:
        'True always creates a client. Without it and client_id, the client that knows the e-mail address is taken, and one created where none does',
      'x-brief': 'true even if one has that address',
    }),
    create_deal: DealOfLead,
  })
  .partial()
  .refine((conversion) => !(conversion.client_id && conversion.create_client), {
    message: 'send client_id or create_client, not both',
    path: ['create_client'],
  })
  .meta({ id: 'LeadConversion' })

export const Converted = z
  .object({
    lead_id: idOut().describe('The lead that was converted'),
    client_id: idOut().describe('The client that it became'),
    contact_id: idOut().nullable().meta({ description: 'Null where the contact was deleted since' }),
    deal_id: idOut().nullable().meta({ description: 'Null if no deal was requested' }),
    converted_at: moment().describe('When it was converted'),
  })
  .meta({ id: 'ConvertedLead' })
