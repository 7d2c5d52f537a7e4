import * as z from 'zod'
import { pageOf, paging } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import * as milestones from './milestones.ts'
import { Milestone, MilestoneChange, MilestoneDraft, Totals } from './schemas.ts'

const list = '/contracts/{contract_id}/milestones'
const item = '/contracts/{contract_id}/milestones/{milestone_id}'

export const milestoneOperations = [
  read({
    id: 'listContractMilestones',
    summary: 'List the milestones of a contract, with what is planned, invoiced and paid',
    at: `GET ${list}`,
    role: 'manager',
    tool: 'list_contract_milestones',
    query: z.strictObject(paging),
    returns: pageOf(Milestone, { totals: Totals.describe('Sums over all milestones') }),
    run: ({ params: { contract_id }, query }) => milestones.listMilestones(contract_id, query),
  }),
  write({
    id: 'createContractMilestone',
    summary: 'Add a milestone to a contract',
    at: `POST ${list}`,
    role: 'manager',
    tool: 'create_contract_milestone',
    audit: 'contract_milestone.created',
    body: MilestoneDraft,
    returns: Milestone,
    status: 201,
    details: 'Percentages of the value become amounts that together are exactly their share of it.',
    example: { body: { name: 'On delivery', amount_minor: 250_000 } },
    run: ({ params: { contract_id }, body, id }) => milestones.addMilestone(contract_id, id(), body),
  }),
  write({
    id: 'updateContractMilestone',
    summary: 'Change a milestone that is not invoiced',
    at: `PATCH ${item}`,
    role: 'manager',
    tool: 'update_contract_milestone',
    audit: 'contract_milestone.updated',
    body: MilestoneChange,
    returns: Milestone,
    example: { body: { name: 'On acceptance' } },
    run: ({ params: { contract_id, milestone_id }, body }) =>
      milestones.changeMilestone(contract_id, milestone_id, body),
  }),
  write({
    id: 'deleteContractMilestone',
    summary: 'Delete a milestone that is not reached',
    at: `DELETE ${item}`,
    role: 'manager',
    tool: 'delete_contract_milestone',
    audit: 'contract_milestone.deleted',
    status: 204,
    example: {},
    run: ({ params: { contract_id, milestone_id } }) => milestones.dropMilestone(contract_id, milestone_id),
  }),
  write({
    id: 'completeContractMilestone',
    summary: 'Say that a milestone is reached',
    at: `POST ${item}/complete`,
    role: 'manager',
    tool: 'complete_contract_milestone',
    audit: 'contract_milestone.completed',
    returns: Milestone,
    example: {},
    setup: ['sendContract', 'signContract'],
    run: ({ params: { contract_id, milestone_id } }) =>
      milestones.completeMilestone(contract_id, milestone_id),
  }),
  write({
    id: 'invoiceContractMilestone',
    summary: 'Make a draft invoice of a milestone that is reached',
    at: `POST ${item}/invoice`,
    role: 'manager',
    tool: 'invoice_contract_milestone',
    audit: 'contract_milestone.invoiced',
    returns: Milestone,
    details: 'Deleting the draft, or cancelling the invoice, makes the milestone one that is reached again.',
    example: {},
    setup: ['sendContract', 'signContract', 'completeContractMilestone'],
    run: ({ params: { contract_id, milestone_id }, id }) =>
      milestones.invoiceMilestone(contract_id, milestone_id, id()),
  }),
]
