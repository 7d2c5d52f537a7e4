import { area, write } from '../../kit/operation.ts'
import { maxSingleTextBytes } from '../../shared/body.ts'
import { milestoneOperations } from './milestone-operations.ts'
import { milestoneTarget } from './milestones.ts'
import * as queries from './queries.ts'
import { Renewal, Signature, Termination } from './schemas.ts'
import { template, templateOperations } from './templates.ts'

const { contract } = queries
const manager = { role: 'manager' } as const
const targets = {
  contract_id: contract.target,
  milestone_id: milestoneTarget,
  template_id: template.target,
}

export default area('contracts', 'Contracts', targets, [
  contract.list('listContracts', 'List contracts with what they are today, their end and what is paid', {
    ...manager,
    tool: 'list_contracts',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: '-created_at',
  }),
  contract.create('createContract', 'Create a draft of a contract, from a text or a template', {
    ...manager,
    maxBytes: maxSingleTextBytes,
    tool: 'create_contract',
    details:
      'The milestones of the template are those of the contract unless others are sent. Percentages become amounts ' +
      'that together are exactly their share of the value.',
    example: {
      title: 'Web site of the town hall',
      party_kind: 'client',
      client_id: '{client_id}',
      body: 'We deliver a web site, and look after it.',
      value_minor: 1_000_000,
      start_date: '2026-01-01',
      end_date: '2035-12-31',
      milestones: [{ name: 'On signature', percent: '30' }],
    },
    run: ({ body, id }) => queries.addContract(id(), body),
  }),
  contract.find('getContract', 'Get a contract with its text, milestones, events and burn-up', {
    ...manager,
    tool: 'get_contract',
  }),
  contract.change('updateContract', 'Change a draft, or the owner, notes and renewal of a contract', {
    ...manager,
    maxBytes: maxSingleTextBytes,
    tool: 'update_contract',
    example: { notes: 'Ask for the logo' },
    run: ({ params: { contract_id }, body }) => queries.changeContract(contract_id, body),
  }),
  write({
    id: 'deleteContract',
    summary: 'Delete a contract that is a draft or cancelled',
    at: 'DELETE /contracts/{contract_id}',
    role: 'admin',
    tool: 'delete_contract',
    audit: 'contract.deleted',
    status: 204,
    example: {},
    run: ({ params: { contract_id } }) => queries.dropContract(contract_id),
  }),
  write({
    id: 'sendContract',
    summary: 'Send a draft to be signed: from now on text, value, days and party stay as they are',
    at: 'POST /contracts/{contract_id}/send',
    partOf: [{ tool: 'update_contract', argument: 'status', is: 'sent' }],
    ...manager,
    asks: { about: 'outside' },
    audit: 'contract.sent',
    returns: contract.Detail,
    details: 'Its body_sha256 is the SHA-256 of the text, and is noted with each signature.',
    example: {},
    run: ({ params: { contract_id } }) => queries.sendContract(contract_id),
  }),
  write({
    id: 'signContract',
    summary: 'Record the signatures of a contract, both at once or one after the other',
    at: 'POST /contracts/{contract_id}/sign',
    role: 'admin',
    tool: 'sign_contract',
    asks: { about: 'outside' },
    audit: 'contract.signed',
    body: Signature,
    returns: contract.Detail,
    details: 'With both it is active from its start_date on.',
    example: { body: { signed_by_name: 'Grace Hopper', counterparty_name: 'Ada Lovelace' } },
    setup: ['sendContract'],
    run: ({ params: { contract_id }, body }) => queries.signContract(contract_id, body),
  }),
  write({
    id: 'terminateContract',
    summary: 'End an active contract before its time; milestones that are pending are cancelled',
    at: 'POST /contracts/{contract_id}/terminate',
    role: 'admin',
    tool: 'terminate_contract',
    audit: 'contract.terminated',
    body: Termination,
    returns: contract.Detail,
    example: { body: { terminated_on: '2026-12-31', reason: 'The project was given up' } },
    setup: ['sendContract', 'signContract'],
    run: ({ params: { contract_id }, body }) => queries.terminateContract(contract_id, body),
  }),
  write({
    id: 'renewContract',
    summary: 'Create the draft of the contract that follows another, from the day after its end',
    at: 'POST /contracts/{contract_id}/renew',
    partOf: [{ tool: 'update_contract', argument: 'renew', says: 'Drafts the one that follows' }],
    ...manager,
    audit: 'contract.renewed',
    body: Renewal,
    returns: contract.Detail,
    status: 201,
    example: { body: { months: 12 } },
    setup: ['sendContract', 'signContract'],
    run: ({ params: { contract_id }, body, id }) => queries.renewContract(contract_id, id(), body),
  }),
  write({
    id: 'cancelContract',
    summary: 'Cancel a contract that is not active yet',
    at: 'POST /contracts/{contract_id}/cancel',
    partOf: [{ tool: 'update_contract', argument: 'status', is: 'cancelled' }],
    ...manager,
    audit: 'contract.cancelled',
    returns: contract.Detail,
    example: {},
    setup: ['sendContract'],
    run: ({ params: { contract_id } }) => queries.cancelContract(contract_id),
  }),
  ...milestoneOperations,
  ...templateOperations,
])
