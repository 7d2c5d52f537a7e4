import { Status } from '../contracts/contract-parts.tsx'
import { formatter } from '../kit/markdown.ts'
import { Money } from '../kit/money.tsx'
import { Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { portalPage } from './portal-page.tsx'

export default portalPage((say) => ({
  at: '/portal/contracts/:contract_id',
  parts: ({ read }) => read('getPortalContract'),
  title: ({ parts }) => `${parts.number} ${parts.title}`,
  under: () => [[say('contracts'), '/portal/contracts']],
  marks: ({ status }) => <Status is={status}>{say(`contract_status.${status}`)}</Status>,
  Content: ({ person, parts: contract }) => {
    const signed = (at: string | null) => (at ? <Moment at={at} /> : say('contract_not_yet'))
    const { start_date, end_date, value_minor, currency, body, body_sha256 } = contract
    return (
      <>
        <Facts
          of={[
            [say('contract_begins'), <Day at={start_date} />],
            [say('contract_end'), end_date ? <Day at={end_date} /> : say('contract_no_end')],
            [
              say('contract_value'),
              value_minor !== null && <Money minor={value_minor} currency={currency} />,
            ],
            [say('contract_signed_by', { name: person.organization }), signed(contract.signed_at)],
            [
              say('contract_signed_by', { name: person.client.name }),
              signed(contract.counterparty_signed_at),
            ],
            [say('contract_hash'), body_sha256 && <code>{body_sha256}</code>],
          ]}
        />
        <article class="card prose">
          <h2>{say('contract_text')}</h2>
          {formatter()(body)}
        </article>
      </>
    )
  },
}))
