import { formatter } from '../kit/markdown.ts'
import { Money } from '../kit/money.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { Status } from '../contracts/contract-parts.tsx'
import { contactPage } from './contact-page.tsx'
import { showPortal } from './portal-frame.tsx'
import { portalList } from './portal-lists.tsx'

type Contract = Item<'listPortalContracts'>
const at = '/portal/contracts'

export const showContracts = portalList<Contract>({
  path: '/contracts',
  title: 'Contracts',
  lead: ({ organization, client }) => `What ${organization} and ${client.name} agreed.`,
  noun: 'contract',
  Row: ({ item: contract }) => (
    <li class="row">
      <div class="grow">
        <p class="title">
          <a href={`${at}/${contract.id}`}>{`${contract.number} ${contract.title}`}</a>
        </p>
        <p class="facts">
          <span>
            From <Day at={contract.start_date} />
            {contract.end_date ? (
              <>
                {' to '}
                <Day at={contract.end_date} />
              </>
            ) : null}
          </span>
          {contract.counterparty_signed_at ? null : <span>Not signed by you yet</span>}
        </p>
      </div>
      <Status is={contract.status} />
      {contract.value_minor === null ? null : (
        <p class="title">
          <Money minor={contract.value_minor} currency={contract.currency} />
        </p>
      )}
    </li>
  ),
})

export const showContract = contactPage(async ({ visit, me, get }) => {
  const [who, contract] = await Promise.all([
    me(),
    get<Answer<'getPortalContract'>>(`/contracts/${encodeURIComponent(visit.c.req.param('id') ?? '')}`),
  ])
  const { number, title, status, start_date, end_date, value_minor, currency, body, body_sha256 } = contract
  return showPortal(
    visit,
    { title: `Contract ${number}`, me: who },
    <>
      <div>
        <p class="facts">
          <a href={at}>Contracts</a>
        </p>
        <h1>{`${number} ${title}`}</h1>
        <p class="marks">
          <Status is={status} />
        </p>
      </div>
      <Facts
        of={[
          ['Begins', <Day at={start_date} />],
          ['Last day', end_date ? <Day at={end_date} /> : 'No end'],
          ['Value', value_minor !== null && <Money minor={value_minor} currency={currency} />],
          [`Signed by ${who.organization}`, moment(contract.signed_at)],
          [`Signed by ${who.client.name}`, moment(contract.counterparty_signed_at)],
          ['SHA-256 of the text', body_sha256 && <code>{body_sha256}</code>],
        ]}
      />
      <article class="card prose">
        <h2>Text</h2>
        {formatter()(body)}
      </article>
    </>,
  )
})

const moment = (at: string | null) => (at ? <Moment at={at} /> : 'Not yet')
