import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { Badge } from '../kit/parts.tsx'
import { Money, moneyIn } from '../kit/money.tsx'
import type { Home, Person } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import type { Visit } from '../kit/visit.ts'

type Named = { id: string; name: string }
export type Deal = {
  id: string
  title: string
  pipeline_id: string
  stage: Named & { position: number }
  client: Named | null
  contact: Named | null
  value_minor: number
  currency: string
  probability: number | null
  effective_probability: number
  weighted_minor: number
  expected_close_date: string | null
  owner: { user_id: string; name: string } | null
  source: string | null
  tags: string[]
  project_id: string | null
  lead_id: string | null
  status: 'open' | 'won' | 'lost'
  days_in_stage: number
  rotten: boolean
  closed_at: string | null
  lost_reason: string | null
  version: number
}
export type Stage = Named & { probability: number; rotting_days: number | null }
export type Pipeline = Named & { currency: string | null; is_default: boolean; stages: Stage[] }

export const dealLabels = {
  title: 'Title',
  value_minor: 'Value',
  currency: 'Currency',
  client_id: 'Client',
  stage_id: 'Stage',
  expected_close_date: 'Decision expected on',
  probability: 'Chance in percent',
  owner_user_id: 'Owner',
  source: 'Source',
  tags: 'Tags',
}

const kinds = { open: 'accent', won: 'good', lost: 'bad' } as const
export const DealState: FC<{ deal: Pick<Deal, 'status' | 'rotten'> }> = ({ deal: { status, rotten } }) => (
  <>
    <Badge kind={kinds[status]}>{status}</Badge>
    {rotten ? <Badge kind="warn">rotten</Badge> : null}
  </>
)

/** The clients of an organization, to choose from. */
export const clientsOf = (visit: Visit, at: string) => allOf<Named>(visit, `${at}/clients`)

export type Member = { user_id: string; name: string; role: string }
/** The members to whom work can be assigned. */
export const membersOf = async (visit: Visit, at: string) =>
  (await allOf<Member>(visit, `${at}/members?status=active`)).filter(({ role }) => role !== 'viewer')

export const pipelinesOf = (visit: Visit, at: string) => allOf<Pipeline>(visit, `${at}/pipelines`)

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
      [moneyIn(locale, value, currency), moneyIn(locale, weighted, currency)].join(', weighted '),
    )
    .join('; ')

export const dealsAt = (home: Pick<Home, 'slug'>) => `/organizations/${home.slug}/deals`
export const localeOf = ({ locale }: Person) => locale ?? 'en-GB'

/** A deal in a list. */
export const DealRow: FC<{ deal: Deal; org: string }> = ({ deal, org }) => (
  <li class="row">
    <div class="grow">
      <p class="title">
        <a href={`/deals/${deal.id}?org=${org}`}>{deal.title}</a>
      </p>
      <p class="facts">
        {deal.client ? <span>{deal.client.name}</span> : null}
        <span>{deal.stage.name}</span>
        {deal.closed_at ? <Day at={deal.closed_at} /> : null}
        {deal.lost_reason ? <span>{deal.lost_reason}</span> : null}
      </p>
    </div>
    <p class="title">
      <Money minor={deal.value_minor} currency={deal.currency} />
    </p>
    <DealState deal={deal} />
  </li>
)
