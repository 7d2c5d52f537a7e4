import { inWords } from '../kit/words.ts'
import { say } from '../kit/say.ts'
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
  under: () => [[say('Contracts'), '/portal/contracts']],
  marks: ({ status }) => <Status is={status}>{inWords(status)}</Status>,
  Content: ({ person, parts: contract }) => {
    const signed = (at: string | null) => (at ? <Moment at={at} /> : say('Not yet'))
    const { start_date, end_date, value_minor, currency, body, body_sha256 } = contract
    return (
      <>
        <Facts
          of={[
            [say('Begins'), <Day at={start_date} />],
            [say('Last day'), end_date ? <Day at={end_date} /> : say('No end')],
            [say('Value'), value_minor !== null && <Money minor={value_minor} currency={currency} />],
            [say('Signed by {name}', { name: person.organization }), signed(contract.signed_at)],
            [say('Signed by {name}', { name: person.client.name }), signed(contract.counterparty_signed_at)],
            [say('SHA-256 of the text'), body_sha256 && <code>{body_sha256}</code>],
          ]}
        />
        <article class="card prose">
          <h2>{say('Text')}</h2>
          {formatter()(body)}
        </article>
      </>
    )
  },
})
