import { Status } from '../contracts/contract-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

export default portalList({
  at: '/portal/contracts',
  of: 'listPortalContracts',
  title: 'Contracts',
  lead: ({ organization, client }) => `What ${organization} and ${client.name} agreed.`,
  noun: ['contract'],
  line: (contract) => ({
    to: `/portal/contracts/${contract.id}`,
    title: `${contract.number} ${contract.title}`,
    facts: [
      <>
        From <Day at={contract.start_date} />
        {contract.end_date ? (
          <>
            {' to '}
            <Day at={contract.end_date} />
          </>
        ) : null}
      </>,
      contract.counterparty_signed_at ? null : 'Not signed by you yet',
    ],
    marks: <Status is={contract.status} />,
    amount: contract.value_minor !== null && (
      <Money minor={contract.value_minor} currency={contract.currency} />
    ),
  }),
})
