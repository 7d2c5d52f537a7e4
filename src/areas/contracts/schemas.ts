import * as z from 'zod'
import { contractEventKinds, contractStatuses, partyKinds } from '../../../db/schema/contracts.ts'
import { change, day, id, idOut, longText, moment, Person, text, version } from '../../kit/fields.ts'
import { currencyCode, decimalOut, minor, minorFrom0 } from '../../shared/money/fields.ts'
import { ProjectId } from '../../shared/projects.ts'
import { amount, Condition, contractDay, hasOneAmount, oneAmount, Values } from './template-schemas.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

export const Status = z.enum(contractStatuses).meta({ id: 'ContractStatus' })
export const PartyKind = z.enum(partyKinds).meta({ description: 'Whom it is with' })

const number = () =>
  text(40).meta({ description: 'One of its own; otherwise the next, such as C-2026-7', example: 'C-2026-7' })
const notice = () =>
  z
    .int()
    .min(0, 'must be 0 to 730')
    .max(730, 'must be 0 to 730')
    .meta({ description: 'Days of notice before the end', example: 60 })
const months = () =>
  z
    .int()
    .min(1, 'must be 1 to 120')
    .max(120, 'must be 1 to 120')
    .meta({ description: 'Months of each further term', example: 12 })

const parties = {
  client_id: id().nullable().describe('The client that it is with'),
  supplier_id: id().nullable().meta({ description: 'The supplier of a contract with one' }),
  user_id: id().nullable().meta({ description: 'The member whom a contract of employment is with' }),
}

const fields = {
  number: number(),
  title: text(200).meta({ description: 'What it is called', example: 'Web site of the town hall' }),
  party_kind: PartyKind,
  ...parties,
  body: longText(100_000).meta({ description: 'Markdown' }),
  value_minor: minorFrom0().nullable().meta({ description: 'What it is worth in all, in minor units' }),
  currency: currencyCode(),
  start_date: contractDay().describe('The first day of its term'),
  end_date: contractDay().nullable().describe('The last day of its term; null for none'),
  auto_renew: z.boolean().meta({ description: 'Goes on by renewal_months whenever it ends' }),
  renewal_months: months().nullable(),
  notice_days: notice().nullable(),
  owner_user_id: id().nullable().meta({ description: 'Who looks after it; whoever creates it unless sent' }),
  project_id: id().nullable().describe('The project that it is about'),
  notes: longText(20_000).nullable().meta({ description: 'For ourselves' }),
}

export const MilestoneDraft = z
  .strictObject({
    name: nameText(200).meta({ description: 'What is paid for', example: 'On signature' }),
    ...amount,
    due_date: contractDay()
      .nullable()
      .optional()
      .describe('The day on which it is reached, or on which that is planned'),
    condition: Condition.optional(),
  })
  .refine(hasOneAmount, oneAmount())
  .refine(({ condition, due_date }) => condition !== 'date' || due_date, {
    message: 'required, as the milestone is reached on it',
    path: ['due_date'],
  })
  .meta({ id: 'ContractMilestoneDraft' })

export const MilestoneChange = change({
  name: nameText(200).describe('What is paid for'),
  amount_minor: amount.amount_minor,
  percent: amount.percent,
  due_date: contractDay().nullable().describe('The day on which it is reached, or on which that is planned'),
  condition: Condition,
})
  .refine((body) => !(body.amount_minor && body.percent), {
    message: 'send amount_minor or percent, not both',
    path: ['amount_minor'],
  })
  .meta({ id: 'ContractMilestoneChange' })

export const ContractDraft = z
  .strictObject({
    ...fields,
    template_id: id().meta({ description: 'The template that its text is made of' }),
    values: Values,
    milestones: z
      .array(MilestoneDraft)
      .max(200, 'at most 200 milestones')
      .meta({ description: 'What is paid, and when' }),
  })
  .partial()
  .required({ title: true, party_kind: true, start_date: true })
  .refine((draft) => !(draft.template_id && draft.body !== undefined), {
    message: 'send either template_id or body',
    path: ['body'],
  })
  .refine((draft) => draft.template_id || !draft.values, {
    message: 'only with template_id',
    path: ['values'],
  })
  .meta({ id: 'ContractDraft' })

export const ContractChange = change(fields).meta({ id: 'ContractChange' })

const name = () => text(200).meta({ example: 'Grace Hopper' })
export const Signature = z
  .strictObject({
    signed_by_name: name().meta({ description: 'Who signs for the organization' }),
    signed_at: moment().meta({ description: 'Now unless sent' }),
    counterparty_name: name().meta({ description: 'Who signs for the other side' }),
    counterparty_signed_at: moment().meta({ description: 'Now unless sent' }),
  })
  .partial()
  .refine((body) => body.signed_by_name || body.counterparty_name, {
    message: 'required, unless counterparty_name is sent',
    path: ['signed_by_name'],
  })
  .refine((body) => body.signed_by_name || !body.signed_at, {
    message: 'required with signed_at',
    path: ['signed_by_name'],
  })
  .refine((body) => body.counterparty_name || !body.counterparty_signed_at, {
    message: 'required with counterparty_signed_at',
    path: ['counterparty_name'],
  })
  .meta({ id: 'ContractSignature' })

export const Termination = z
  .strictObject({
    terminated_on: contractDay().meta({ description: 'Its last day, which may be ahead' }),
    reason: text(1000).meta({ description: 'Why it ends', example: 'The project was given up' }),
  })
  .meta({ id: 'ContractTermination' })

export const Renewal = z
  .strictObject({
    end_date: contractDay().describe('The last day of the further term'),
    months: months(),
    value_minor: minorFrom0().nullable().describe('What it is worth from then on, in minor units'),
  })
  .partial()
  .refine(({ end_date, months: term }) => !end_date !== !term, {
    message: 'send either end_date or months',
    path: ['end_date'],
  })
  .meta({ id: 'ContractRenewal' })

export const Totals = z
  .object({
    planned_minor: minor().meta({ description: 'All milestones that are not cancelled' }),
    invoiced_minor: minor().meta({ description: 'Of these, on an invoice' }),
    paid_minor: minor().meta({ description: 'Of these, paid' }),
    remaining_minor: minor().meta({ description: 'Planned and not invoiced yet' }),
  })
  .meta({ id: 'ContractTotals' })

export const Milestone = z
  .object({
    id: ownId,
    contract_id: idOut().describe('The contract that it belongs to'),
    position: z.int().meta({ description: 'Counts up in the contract', example: 1 }),
    name: z.string().describe('What is paid for'),
    amount_minor: minor().describe("What is paid, in minor units of the contract's currency"),
    percent: decimalOut().nullable().meta({ description: 'Of the value, where the amount follows from it' }),
    due_date: day().nullable().describe('The day on which it is reached, or on which that is planned'),
    condition: Condition,
    status: z
      .enum(['pending', 'reached', 'invoiced', 'paid', 'cancelled'])
      .meta({ id: 'ContractMilestoneStatus', description: 'Whether it was reached, invoiced and paid' }),
    reached_at: moment().nullable().describe('When it was reached'),
    invoice: z
      .object({
        id: ownId,
        number: z.string().nullable().describe('The number of the invoice; null for a draft'),
        status: z.string().describe('The status of the invoice'),
      })
      .nullable()
      .meta({ id: 'ContractMilestoneInvoice', description: 'The invoice that bills it' }),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'ContractMilestone',
    'x-row': 'id name* amount_minor percent due_date status invoice',
  })

const Event = z
  .object({
    kind: z.enum(contractEventKinds).describe('What happened'),
    at: moment().describe('When it happened'),
    actor: Person.nullable().meta({ description: 'Null for what came with a day' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'What else there is to say, by kind' }),
  })
  .meta({ id: 'ContractEvent' })

const BurnUp = z
  .object({
    date: day().describe('The day'),
    planned_minor: minor().describe('Planned up to then, in minor units'),
    invoiced_minor: minor().describe('Invoiced up to then, in minor units'),
    paid_minor: minor().describe('Paid up to then, in minor units'),
  })
  .meta({ id: 'ContractBurnUp' })

const Party = z
  .object({ id: ownId, name: z.string().describe('What the other party is called') })
  .meta({ id: 'ContractParty', description: 'The client, the supplier or the member' })

export const contractShown = {
  number: z.string().describe('Its number'),
  title: z.string().describe('What it is called'),
  party_kind: PartyKind,
  party: Party.nullable().describe('The client, the supplier or the member'),
  client_id: idOut().nullable().describe('The client, if it is with one'),
  supplier_id: idOut().nullable().describe('The supplier, if it is with one'),
  user_id: idOut().nullable().describe('The member, if it is a contract of employment'),
  value_minor: minor().nullable().describe('What it is worth in all, in minor units'),
  currency: currencyCode(),
  start_date: day().describe('The first day of its term'),
  end_date: day().nullable().meta({ description: 'With the terms that it has gone on by' }),
  status: Status.meta({ description: 'As it was last written' }),
  effective_status: Status.meta({ description: "What it is today, in the organization's time zone" }),
  notice_deadline: day()
    .nullable()
    .meta({ description: 'The last day of notice: end_date less notice_days' }),
  auto_renew: z.boolean().describe('Whether it goes on by renewal_months whenever it ends'),
  renewal_months: z.int().nullable().describe('Months of each further term'),
  notice_days: z.int().nullable().describe('Days of notice before the end'),
  owner: Person.nullable().describe('Who looks after it'),
  project_id: ProjectId(),
  parent_contract_id: idOut().nullable().meta({ description: 'The contract that it renews' }),
  totals: Totals.describe('Sums over its milestones'),
}

export const contractDetail = {
  body: z.string().meta({ description: 'Markdown; frozen once it was sent' }),
  body_sha256: z.string().nullable().meta({ description: 'SHA-256 of the text as it was sent, in UTF-8' }),
  template_id: idOut().nullable().describe('The template that its text was made of'),
  template_version: z.int().nullable().describe('The version of the template at that time'),
  sent_at: moment().nullable().describe('When it was sent to the other side'),
  signed_at: moment().nullable().describe('When the organization signed'),
  signed_by_name: z.string().nullable().describe('Who signed for the organization'),
  signed_by: Person.nullable().meta({ description: 'Who recorded the signature of the organization' }),
  counterparty_signed_at: moment().nullable().describe('When the other side signed'),
  counterparty_name: z.string().nullable().describe('Who signed for the other side'),
  terminated_on: day().nullable().describe('Its last day, where it was ended before its time'),
  termination_reason: z.string().nullable().describe('Why it was ended before its time'),
  renewed_by_id: idOut().nullable().meta({ description: 'The contract that renews it' }),
  notes: z.string().nullable().describe('For the organization alone'),
  milestones: z.array(Milestone).describe('What is paid, and when, in order'),
  events: z.array(Event).meta({ description: 'The newest 200, newest first' }),
  burn_up: z
    .array(BurnUp)
    .meta({ description: 'Sums of the milestones up to each day on which they changed' }),
}
