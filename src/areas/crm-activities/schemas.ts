import * as z from 'zod'
import { activityTypes } from '../../../db/schema/crm-activities.ts'
import { change, id, idOut, longText, moment, Person, text } from '../../kit/fields.ts'
import { ownId } from '../../shared/common-fields.ts'

export const Type = z.enum(activityTypes).meta({ id: 'CrmActivityType' })

const minutes = () =>
  z
    .int('must be a whole number of minutes')
    .min(0, 'must be 0 to 1440')
    .max(1440, 'must be 0 to 1440')
    .meta({ description: 'How long it takes or took, in minutes', example: 30 })

export const fields = {
  type: Type.describe('What kind of activity it is'),
  subject: text(200).meta({ description: 'What it is, in a line', example: 'Call about the offer' }),
  body: longText(20_000).nullable().meta({ description: 'Markdown' }),
  due_at: moment().nullable().meta({ description: 'When it is to be done; null where nothing is planned' }),
  duration_minutes: minutes().nullable(),
  done_at: moment().nullable().meta({ description: 'When it was done; null while it is not' }),
  outcome: text(1000).nullable().meta({ description: 'What came of it' }),
  owner_user_id: id().nullable().meta({ description: 'The member who does it' }),
  client_id: id().nullable().meta({ description: 'That of the contact, the deal or the lead unless sent' }),
  contact_id: id().nullable().meta({ description: 'A contact of the client' }),
  deal_id: id().nullable().meta({ description: 'A deal of the client' }),
  lead_id: id()
    .nullable()
    .meta({ description: 'Of a lead that was converted, the client is the one it became' }),
}

export const ActivityDraft = z
  .strictObject({
    ...fields,
    owner_user_id: id().nullable().meta({ description: 'The member who does it; you unless sent' }),
  })
  .partial()
  .required({ type: true, subject: true })
  .meta({ id: 'CrmActivityDraft' })
export const ActivityChange = change(fields).meta({ id: 'CrmActivityChange' })

const Ref = z
  .object({ id: ownId, name: z.string().describe('What it is called') })
  .meta({ id: 'CrmActivityParent' })
export const shown = {
  owner: Person.nullable().describe('Whose activity it is'),
  client: Ref.nullable().describe('The client that it is about'),
  contact: Ref.nullable().describe('The contact that it is about'),
  deal: Ref.nullable().meta({ description: 'With its title as the name' }),
  lead: Ref.nullable().describe('The lead that it is about'),
  created_by: idOut().describe('Who created it'),
}

export const Completion = z
  .strictObject({
    outcome: fields.outcome,
    follow_up: z
      .strictObject({
        type: Type.meta({ description: 'That of this activity unless sent' }),
        subject: text(200).meta({ description: 'That of this activity unless sent' }),
        due_at: moment().describe('When the next one is due'),
      })
      .partial()
      .required({ due_at: true })
      .meta({ description: 'Creates the next activity, about the same', id: 'CrmFollowUp' }),
  })
  .partial()
  .meta({ id: 'CrmActivityCompletion' })
