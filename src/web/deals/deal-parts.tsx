import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import type { Answer, Read, Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { Money, moneyIn } from '../kit/money.tsx'
import type { MemberOrganization, Person } from '../kit/organization-context.ts'
import type { Line } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

export type Deal = Schemas['Deal']
export type Pipeline = Answer<'listPipelines'>['items'][number]

const asked = {
  title: { label: 'Title', wide: true },
  value_minor: { label: 'Value', hint: 'Such as 1250.00.' },
  currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
  client_id: 'Client',
  expected_close_date: { label: 'Decision expected on', hint: 'When it should be decided.' },
  source: { label: 'Source', hint: 'Where it came from.' },
} as const
/** The fields of a new deal. */
export const newDealFields = bodyFields('DealDraft', { ...asked, stage_id: 'Stage' })
/** The fields of a deal that its page asks for. */
export const dealFields = bodyFields('DealChange', {
  ...asked,
  owner_user_id: { label: 'Owner', none: 'Nobody' },
  probability: { label: 'Chance in percent', hint: 'Otherwise that of its stage.' },
  tags: { label: 'Tags', hint: 'Separated by commas.' },
})

const kinds = { open: 'accent', won: 'good', lost: 'bad' } as const
export const DealState: FC<{ deal: Pick<Deal, 'status' | 'rotten'> }> = ({ deal: { status, rotten } }) => (
  <>
    <Badge kind={kinds[status]}>{inWords(status)}</Badge>
    {rotten ? <Badge kind="warn">{say('rotten')}</Badge> : null}
  </>
)

/** The clients of an organization, to choose from. */
export const clientsOf = (read: Read) => readAll(read, 'listClients')

export type Member = Answer<'listMembers'>['items'][number]
/** The members to whom work can be assigned. */
export const membersOf = async (read: Read): Promise<Member[]> =>
  (await readAll(read, 'listMembers', { status: 'active' })).filter(({ role }) => role !== 'viewer')

export const pipelinesOf = (read: Read) => readAll(read, 'listPipelines')

type Summed = Pick<Deal, 'currency' | 'value_minor' | 'weighted_minor'>
type Sum = { currency: string; value: number; weighted: number }
/** The total and weighted values of deals by currency. */
export function sumsOf(deals: Summed[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { currency, value_minor, weighted_minor } of deals) {
    const sum = sums.get(currency) ?? { currency, value: 0, weighted: 0 }
    sums.set(currency, { currency, value: sum.value + value_minor, weighted: sum.weighted + weighted_minor })
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}

/** The totals of a column in one line, such as "€1,250.00, weighted €625.00". */
export const sumsText = (deals: Summed[], locale: string) =>
  sumsOf(deals)
    .map(({ currency, value, weighted }) =>
      say('{value}, weighted {weighted}', {
        value: moneyIn(locale, value, currency),
        weighted: moneyIn(locale, weighted, currency),
      }),
    )
    .join('; ')

export const dealsAt = (organization: Pick<MemberOrganization, 'slug'>) =>
  `/organizations/${organization.slug}/deals`
export const localeOf = ({ locale }: Person) => locale ?? 'en-GB'

/** A deal in a list. */
export const dealLine = (deal: Deal, org: string): Line => ({
  to: `/deals/${deal.id}?org=${org}`,
  title: deal.title,
  facts: [
    deal.client?.name,
    deal.stage.name,
    deal.closed_at && <Day at={deal.closed_at} />,
    deal.lost_reason,
  ],
  amount: <Money minor={deal.value_minor} currency={deal.currency} />,
  marks: <DealState deal={deal} />,
})
