import { Status } from '../contracts/contract-parts.tsx'
import { formatter } from '../kit/markdown.ts'
import { Money } from '../kit/money.tsx'
import { Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { portalPage } from './portal-page.tsx'

export default portalPage({
  at: '/portal/contracts/:contract_id',
  parts: ({ read }) => read('getPortalContract'),
  title: ({ parts }) => `${parts.number} ${parts.title}`,
  under: () => [['Contracts', '/portal/contracts']],
  marks: ({ status }) => <Status is={status} />,
  Content: ({ person, parts: contract }) => {
    const { start_date, end_date, value_minor, currency, body, body_sha256 } = contract
    return (
      <>
        <Facts
          of={[
            ['Begins', <Day at={start_date} />],
            ['Last day', end_date ? <Day at={end_date} /> : 'No end'],
            ['Value', value_minor !== null && <Money minor={value_minor} currency={currency} />],
            [`Signed by ${person.organization}`, moment(contract.signed_at)],
            [`Signed by ${person.client.name}`, moment(contract.counterparty_signed_at)],
            ['SHA-256 of the text', body_sha256 && <code>{body_sha256}</code>],
          ]}
        />
        <article class="card prose">
          <h2>Text</h2>
          {formatter()(body)}
        </article>
      </>
    )
  },
})

const moment = (at: string | null) => (at ? <Moment at={at} /> : 'Not yet')
