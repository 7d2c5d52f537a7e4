import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { Money } from '../kit/money.tsx'
import { say } from '../kit/say.ts'
import { contractFields, partyChoices, partyField, partyOf } from './contract-fields.ts'
import { Status } from './contract-parts.tsx'
import { onDay } from '../kit/time.tsx'

const states = {
  running: ['sent,active', 'end_date,number'],
  drafts: ['draft', '-created_at'],
  ended: ['completed,expired,terminated,cancelled', '-end_date'],
} as const

/** The contracts of an organization, by effective status. */
export default listPage({
  at: '/organizations/:slug/contracts',
  of: 'listContracts',
  title: 'Contracts',
  lead: 'What was agreed with clients, suppliers and employees.',
  noun: ['contract'],
  states: Object.keys(states),
  firstState: 'running',
  query: { sort: '-created_at' },
  stateQuery: (state) => {
    const [status, sort] = states[state as keyof typeof states]
    return { status, sort }
  },
  createsApart: true,
  parts: async ({ read, request }) => (isCreating(request) ? partyChoices(read) : []),
  forms: {
    '': calling('createContract', {
      title: 'New contract',
      verb: 'Create contract',
      fields: contractFields('ContractDraft', { party: partyField }),
      also: partyOf,
      to: ({ organization }, { id }) => `/contracts/${id}?org=${organization.slug}&done=saved`,
    }),
  },
  create: ({ parts }) => ({ choices: { party: parts.more } }),
  line: (contract, { organization }) => ({
    to: `/contracts/${contract.id}?org=${organization.slug}`,
    title: `${contract.number} ${contract.title}`,
    facts: [
      contract.party?.name,
      (contract.auto_renew
        ? onDay('Renews after', contract.end_date)
        : onDay('Ends on', contract.end_date)) ?? say('No end'),
      onDay('Notice by', contract.notice_deadline),
    ],
    amount:
      contract.value_minor === null ? null : (
        <Money minor={contract.value_minor} currency={contract.currency} />
      ),
    marks: <Status is={contract.effective_status} />,
  }),
})
