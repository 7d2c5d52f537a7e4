import * as z from 'zod'
import { contractEventKinds, contractStatuses, partyKinds } from '../../../db/schema/contracts.ts'
import { change, day, id, idOut, longText, moment, Person, text, version } from '../../kit/fields.ts'
import { currencyCode, decimalOut, minor, minorFrom0 } from '../../shared/money/fields.ts'
import { ProjectId } from '../../shared/projects.ts'
import { amount, Condition, contractDay, hasOneAmount, oneAmount, Values } from './template-schemas.ts'
import { nameText } from '../../shared/names.ts'

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
  client_id: id().nullable(),
  supplier_id: id().nullable().meta({ description: 'The supplier of a contract with one' }),
  user_id: id().nullable().meta({ description: 'The member whom a contract of employment is with' }),
}

const fields = {
  number: number(),
  title: text(200).meta({ example: 'Web site of the town hall' }),
  party_kind: PartyKind,
  ...parties,
  body: longText(100_000).meta({ description: 'Markdown' }),
  value_minor: minorFrom0().nullable().meta({ description: 'What it is worth in all, in minor units' }),
  currency: currencyCode(),
  start_date: contractDay(),
  end_date: contractDay().nullable(),
  auto_renew: z.boolean().meta({ description: 'Goes on by renewal_months whenever it ends' }),
  renewal_months: months().nullable(),
  notice_days: notice().nullable(),
  owner_user_id: id().nullable().meta({ description: 'Who looks after it; whoever creates it unless sent' }),
  project_id: id().nullable(),
  notes: longText(20_000).nullable().meta({ description: 'For ourselves' }),
}

export const MilestoneDraft = z
  .strictObject({
    name: nameText(200).meta({ example: 'On signature' }),
    ...amount,
    due_date: contractDay().nullable().optional(),
    condition: Condition.optional(),
  })
  .refine(hasOneAmount, oneAmount())
  .refine(({ condition, due_date }) => condition !== 'date' || due_date, {
    message: 'required, as the milestone is reached on it',
    path: ['due_date'],
  })
  .meta({ id: 'ContractMilestoneDraft' })

export const MilestoneChange = change({
  name: nameText(200),
  amount_minor: amount.amount_minor,
  percent: amount.percent,
  due_date: contractDay().nullable(),
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
  .strictObject({ end_date: contractDay(), months: months(), value_minor: minorFrom0().nullable() })
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
    id: idOut(),
    contract_id: idOut(),
    position: z.int().meta({ example: 1 }),
    name: z.string(),
    amount_minor: minor(),
    percent: decimalOut().nullable().meta({ description: 'Of the value, where the amount follows from it' }),
    due_date: day().nullable(),
    condition: Condition,
    status: z
      .enum(['pending', 'reached', 'invoiced', 'paid', 'cancelled'])
      .meta({ id: 'ContractMilestoneStatus' }),
    reached_at: moment().nullable(),
    invoice: z
      .object({ id: idOut(), number: z.string().nullable(), status: z.string() })
      .nullable()
      .meta({ id: 'ContractMilestoneInvoice', description: 'The invoice that bills it' }),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'ContractMilestone' })

const Event = z
  .object({
    kind: z.enum(contractEventKinds),
    at: moment(),
    actor: Person.nullable().meta({ description: 'Null for what came with a day' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'What else there is to say, by kind' }),
  })
  .meta({ id: 'ContractEvent' })

const BurnUp = z
  .object({ date: day(), planned_minor: minor(), invoiced_minor: minor(), paid_minor: minor() })
  .meta({ id: 'ContractBurnUp' })

const Party = z
  .object({ id: idOut(), name: z.string() })
  .meta({ id: 'ContractParty', description: 'The client, the supplier or the member' })

export const contractShown = {
  number: z.string(),
  title: z.string(),
  party_kind: PartyKind,
  party: Party.nullable(),
  client_id: idOut().nullable(),
  supplier_id: idOut().nullable(),
  user_id: idOut().nullable(),
  value_minor: minor().nullable(),
  currency: currencyCode(),
  start_date: day(),
  end_date: day().nullable().meta({ description: 'With the terms that it has gone on by' }),
  status: Status.meta({ description: 'As it was last written' }),
  effective_status: Status.meta({ description: "What it is today, in the organization's time zone" }),
  notice_deadline: day()
    .nullable()
    .meta({ description: 'The last day of notice: end_date less notice_days' }),
  auto_renew: z.boolean(),
  renewal_months: z.int().nullable(),
  notice_days: z.int().nullable(),
  owner: Person.nullable(),
  project_id: ProjectId(),
  parent_contract_id: idOut().nullable().meta({ description: 'The contract that it renews' }),
  totals: Totals,
}

export const contractDetail = {
  body: z.string().meta({ description: 'Markdown; frozen once it was sent' }),
  body_sha256: z.string().nullable().meta({ description: 'SHA-256 of the text as it was sent, in UTF-8' }),
  template_id: idOut().nullable(),
  template_version: z.int().nullable(),
  sent_at: moment().nullable(),
  signed_at: moment().nullable(),
  signed_by_name: z.string().nullable(),
  signed_by: Person.nullable().meta({ description: 'Who recorded the signature of the organization' }),
  counterparty_signed_at: moment().nullable(),
  counterparty_name: z.string().nullable(),
  terminated_on: day().nullable(),
  termination_reason: z.string().nullable(),
  renewed_by_id: idOut().nullable().meta({ description: 'The contract that renews it' }),
  notes: z.string().nullable(),
  milestones: z.array(Milestone),
  events: z.array(Event).meta({ description: 'The newest 200, newest first' }),
  burn_up: z
    .array(BurnUp)
    .meta({ description: 'Sums of the milestones up to each day on which they changed' }),
}
