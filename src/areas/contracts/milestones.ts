import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { contractMilestones, contracts } from '../../../db/schema/contracts.ts'
import {
  all,
  targetId,
  inOrg,
  jsonb,
  jsonList,
  one,
  page,
  type Ref,
  rejectStale,
  shape,
  update,
} from '../../kit/sql.ts'
import { type Target, targetOf } from '../../kit/targets.ts'
import { draftInvoice } from '../../shared/invoice/drafting.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { Milestone, type MilestoneChange, type MilestoneDraft } from './schemas.ts'

/** A milestone of the contract in the path. */
export const milestoneTarget: Target = {
  ...targetOf(contractMilestones, { noun: 'milestone' }),
  notDeleted: all(
    inOrg(contractMilestones),
    sql`${contractMilestones.contract_id} = ${targetId('contract')}`,
  ),
}

const invoice = sql`(select row_to_json(x) from (select i.id, i.number, i.status
  from app.milestone_invoice(${contractMilestones.id}) i) x)`

const milestone = shape(Milestone, contractMilestones, {
  percent: decimalText(contractMilestones.percent),
  status: sql`app.milestone_status(${contractMilestones})`,
  invoice,
})

const ofContract = (contract: Ref | typeof contracts.id) =>
  all(inOrg(contractMilestones), sql`${contractMilestones.contract_id} = ${contract}`)

/** The milestones of a contract in order, as JSON. */
export const milestonesOf = (contract: typeof contracts.id): SQL =>
  jsonList(
    milestone.fields,
    sql`from ${contractMilestones} where ${ofContract(contract)}`,
    sql`${contractMilestones.position}`,
  )

const getMilestone = (id: Ref) =>
  one(milestone, all(inOrg(contractMilestones), sql`${contractMilestones.id} = ${id}`))

export const listMilestones = (contract: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'position', descending: false }] }, milestone, {
    where: ofContract(contract),
    sorts: { position: contractMilestones.position },
    extra: { totals: sql`app.contract_totals(${contract}::uuid)` },
  })

const settle = (contract: Ref) => sql`select app.refresh_contract(${contract}::uuid)`
const validate = (contract: Ref, id: Ref, action: string, allowed: string) =>
  sql`select app.check_milestone(${contract}::uuid, ${id}::uuid, ${action}, ${`{${allowed}}`}::text[])`

export const addMilestone = (contract: Ref, id: string, draft: z.output<typeof MilestoneDraft>) => [
  settle(contract),
  validate(contract, id, 'changed', ''),
  sql`select app.add_milestones(${contract}::uuid, ${jsonb([{ ...draft, id }])}, 'body')`,
  getMilestone(id),
]

type Change = z.output<typeof MilestoneChange>

/** An amount replaces a percentage and vice versa; with a percentage the amount is derived from the value. */
export function changeMilestone(contract: Ref, id: Ref, { version, ...sent }: Change) {
  const change = sent.amount_minor === undefined ? sent : { ...sent, percent: null }
  const field = sent.percent === undefined ? 'body.amount_minor' : 'body.percent'
  const rescheduled = sent.due_date !== undefined || sent.condition !== undefined
  return [
    settle(contract),
    ...rejectStale('contract_milestones', id, version, change),
    sql`select app.check_milestone_change(${contract}::uuid, ${id}::uuid, ${jsonb(change)})`,
    update(contractMilestones, change, all(inOrg(contractMilestones), sql`${contractMilestones.id} = ${id}`)),
    ...(rescheduled ? [sql`select app.reset_future_milestone(${id}::uuid)`] : []),
    sql`select app.balance_milestones(${contract}::uuid, ${field})`,
    getMilestone(id),
  ]
}

export const dropMilestone = (contract: Ref, id: Ref) => [
  settle(contract),
  validate(contract, id, 'deleted', 'pending'),
  sql`delete from ${contractMilestones} where ${inOrg(contractMilestones)} and ${contractMilestones.id} = ${id}`,
  sql`select app.balance_milestones(${contract}::uuid, 'path.milestone_id')`,
]

export const completeMilestone = (contract: Ref, id: Ref) => [
  settle(contract),
  sql`select app.complete_milestone(${contract}::uuid, ${id}::uuid)`,
  getMilestone(id),
]

const contractValue = (column: SQL, contract: Ref) =>
  sql`(select ${column} from ${contracts} where ${inOrg(contracts)} and ${contracts.id} = ${contract})`

/** A draft with one line that bills the milestone; amount and tax are computed as for any invoice. */
export const invoiceMilestone = (contract: Ref, id: Ref, invoiceId: string) => [
  settle(contract),
  sql`select app.check_milestone_invoice(${contract}::uuid, ${id}::uuid)`,
  ...draftInvoice(invoiceId, {
    client_id: contractValue(sql`${contracts.client_id}`, contract),
    project_id: contractValue(sql`${contracts.project_id}`, contract),
    currency: contractValue(sql`${contracts.currency}`, contract),
    lines: sql`jsonb_build_array(jsonb_build_object('milestone_id', ${id}::uuid))`,
  }),
  sql`select app.log_contract_event(${contract}::uuid, 'milestone_invoiced',
    jsonb_build_object('milestone_id', ${id}::uuid, 'invoice_id', ${invoiceId}::uuid))`,
  getMilestone(id),
]
