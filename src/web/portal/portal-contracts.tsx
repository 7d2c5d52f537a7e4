import { Status } from '../contracts/contract-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

export default portalList('listPortalContracts', (say) => ({
  at: '/portal/contracts',
  title: say('contracts'),
  lead: ({ organization, client }) => say('contracts_lead', { organization, client: client.name }),
  counted: (count) => say('contracts_counted', { count }),
  line: (contract) => ({
    to: `/portal/contracts/${contract.id}`,
    title: `${contract.number} ${contract.title}`,
    facts: [
      contract.end_date
        ? say.with('contract_between', {
            start: <Day at={contract.start_date} />,
            end: <Day at={contract.end_date} />,
          })
        : say.with('contract_from', { start: <Day at={contract.start_date} /> }),
      contract.counterparty_signed_at ? null : say('contract_not_signed'),
    ],
    marks: <Status is={contract.status}>{say(`contract_status.${contract.status}`)}</Status>,
    amount: contract.value_minor !== null && (
      <Money minor={contract.value_minor} currency={contract.currency} />
    ),
  }),
}))
