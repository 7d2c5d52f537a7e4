import { inWords } from '../kit/words.ts'
import { say } from '../kit/say.ts'
import { Status } from '../contracts/contract-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

export default portalList('listPortalContracts', {
  at: '/portal/contracts',
  title: 'Contracts',
  lead: ({ organization, client }) =>
    say('What {organization} and {client} agreed.', { organization, client: client.name }),
  counted: (n) => say('{n, plural, =0 {No contract here} one {# contract} other {# contracts}}', { n }),
  line: (contract) => ({
    to: `/portal/contracts/${contract.id}`,
    title: `${contract.number} ${contract.title}`,
    facts: [
      contract.end_date
        ? say('From {start} to {end}', {
            start: <Day at={contract.start_date} />,
            end: <Day at={contract.end_date} />,
          })
        : say('From {start}', { start: <Day at={contract.start_date} /> }),
      contract.counterparty_signed_at ? null : say('Not signed by you yet'),
    ],
    marks: <Status is={contract.status}>{inWords(contract.status)}</Status>,
    amount: contract.value_minor !== null && (
      <Money minor={contract.value_minor} currency={contract.currency} />
    ),
  }),
})
