import type { Child, FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import { Badge, Hidden, Pairs } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'

type Named = { user_id: string; name: string }
export type Contract = {
  id: string
  number: string
  title: string
  party_kind: string
  party: { id: string; name: string } | null
  value_minor: number | null
  currency: string
  start_date: string
  end_date: string | null
  status: string
  effective_status: string
  notice_deadline: string | null
  auto_renew: boolean
  owner: Named | null
  totals: Record<'planned_minor' | 'invoiced_minor' | 'paid_minor' | 'remaining_minor', number>
}
export type Milestone = {
  id: string
  name: string
  amount_minor: number
  percent: string | null
  due_date: string | null
  status: string
  invoice: { id: string; number: string | null } | null
}
type Event = { kind: string; at: string; actor: Named | null; data: Record<string, unknown> }
export type ContractDetail = Contract & {
  body: string
  body_sha256: string | null
  signed_at: string | null
  signed_by_name: string | null
  counterparty_signed_at: string | null
  counterparty_name: string | null
  terminated_on: string | null
  termination_reason: string | null
  parent_contract_id: string | null
  renewed_by_id: string | null
  notes: string | null
  milestones: Milestone[]
  events: Event[]
}

const colors: Record<string, 'good' | 'accent' | 'warn' | 'bad'> = {
  active: 'good',
  completed: 'good',
  paid: 'good',
  sent: 'accent',
  reached: 'accent',
  invoiced: 'accent',
  expired: 'warn',
  terminated: 'bad',
}
/** The status of a contract or a milestone. */
export const Status: FC<{ is: string }> = ({ is }) => <Badge kind={colors[is]}>{is}</Badge>

const Signed: FC<{ name: string | null; at: string | null }> = ({ name, at }) =>
  name && at ? (
    <>
      {`${name}, `}
      <Moment at={at} />
    </>
  ) : (
    <>not signed yet</>
  )

/** What was agreed, except the text. */
export const Terms: FC<{ contract: ContractDetail; org: string }> = ({ contract, org }) => (
  <section class="card stack" aria-labelledby="terms">
    <h2 id="terms">Terms</h2>
    <Pairs of={termsOf(contract)}>
      {contract.body_sha256 ? <Signatures contract={contract} digest={contract.body_sha256} /> : null}
    </Pairs>
    <RelatedContracts before={contract.parent_contract_id} after={contract.renewed_by_id} org={org} />
  </section>
)

/** The labels and values of the terms that the contract has. */
function termsOf(contract: ContractDetail): [label: string, text: Child][] {
  const { party, value_minor, currency, end_date, notice_deadline, owner, terminated_on } = contract
  const reason = `: ${contract.termination_reason ?? ''}`
  const terms: [string, Child][] = [
    ['With', party ? `${party.name} (${contract.party_kind})` : 'nobody yet'],
    ['Value', value_minor === null ? 'open' : <Money minor={value_minor} currency={currency} />],
    ['Begins', <Day at={contract.start_date} />],
    [
      'Ends',
      end_date ? [<Day at={end_date} />, contract.auto_renew ? ', and renews automatically' : ''] : 'open',
    ],
  ]
  if (notice_deadline) terms.push(['Notice by', <Day at={notice_deadline} />])
  if (terminated_on) terms.push(['Terminated', [<Day at={terminated_on} />, reason]])
  if (owner) terms.push(['Owner', owner.name])
  return terms
}

const Signatures: FC<{ contract: ContractDetail; digest: string }> = ({ contract, digest }) => (
  <>
    <dt>Signed by us</dt>
    <dd>
      <Signed name={contract.signed_by_name} at={contract.signed_at} />
    </dd>
    <dt>Signed by them</dt>
    <dd>
      <Signed name={contract.counterparty_name} at={contract.counterparty_signed_at} />
    </dd>
    <dt>SHA-256 of the text</dt>
    <dd class="mono">{digest}</dd>
  </>
)

type Related = { before: string | null; after: string | null; org: string }
const RelatedContracts: FC<Related> = ({ before, after, org }) =>
  before || after ? (
    <p class="facts">
      {before ? <a href={`/contracts/${before}?org=${org}`}>The contract before it</a> : null}
      {after ? <a href={`/contracts/${after}?org=${org}`}>The contract that renews it</a> : null}
    </p>
  ) : null

type MilestonesProps = { contract: ContractDetail; org: string; at: string; may: boolean }
/** The milestones with their status and next step. */
export const Milestones: FC<MilestonesProps> = ({ contract, org, at, may }) => (
  <section class="card stack" aria-labelledby="milestones">
    <h2 id="milestones">{contract.milestones.length ? 'Milestones' : 'No milestones'}</h2>
    {contract.milestones.length ? <Sums contract={contract} /> : null}
    <ul class="rows">
      {contract.milestones.map((milestone) => (
        <li class="row">
          <div class="grow">
            <p class="title">{milestone.name}</p>
            <MilestoneFacts milestone={milestone} currency={contract.currency} org={org} />
          </div>
          <div class="buttons">
            <Status is={milestone.status} />
            {may ? <Next milestone={milestone} contract={contract} at={at} /> : null}
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Sums: FC<{ contract: ContractDetail }> = ({ contract: { totals, currency } }) => {
  const sums: [string, number][] = [
    ['Planned', totals.planned_minor],
    ['Invoiced', totals.invoiced_minor],
    ['Paid', totals.paid_minor],
    ['Remaining', totals.remaining_minor],
  ]
  return (
    <dl class="figures">
      {sums.map(([label, minor]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <Money minor={minor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Facts = { milestone: Milestone; currency: string; org: string }
const MilestoneFacts: FC<Facts> = ({ milestone, currency, org }) => {
  const { amount_minor, percent, due_date, invoice } = milestone
  return (
    <p class="facts">
      <Money minor={amount_minor} currency={currency} />
      {percent ? <span>{`${percent} %`}</span> : null}
      {due_date ? (
        <span>
          {'Due on '}
          <Day at={due_date} />
        </span>
      ) : null}
      {invoice ? (
        <a href={`/invoices/${invoice.id}?org=${org}`}>{`Invoice ${invoice.number ?? 'in draft'}`}</a>
      ) : null}
    </p>
  )
}

const Next: FC<{ milestone: Milestone; contract: ContractDetail; at: string }> = ({
  milestone,
  contract,
  at,
}) => {
  const { id, name, status } = milestone
  const step =
    status === 'pending' && ['active', 'expired'].includes(contract.effective_status)
      ? (['complete', 'Mark as reached'] as const)
      : status === 'reached' && contract.party_kind === 'client'
        ? (['invoice', 'Create an invoice'] as const)
        : undefined
  return step ? (
    <form method="post" action={at}>
      <Hidden fields={{ action: step[0], milestone: id }} />
      <button class="slim">
        {step[1]}
        <span class="hidden">{`: ${name}`}</span>
      </button>
    </form>
  ) : null
}

/** The history of a contract, newest first. */
export const Events: FC<{ events: Event[]; milestones: Milestone[] }> = ({ events, milestones }) => (
  <section class="card" aria-labelledby="events">
    <h2 id="events">History</h2>
    <ul class="rows">
      {events.map(({ kind, at, actor, data }) => (
        <li class="head">
          <span>{describe(kind, data, milestones)}</span>
          <span class="muted small">
            {actor ? `${actor.name}, ` : ''}
            <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function describe(kind: string, data: Record<string, unknown>, milestones: Milestone[]): string {
  const text = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
  const milestone = milestones.find(({ id }) => id === data.milestone_id)?.name
  const details = [milestone, data.name, data.number, data.to, data.renews, data.reason]
  const more = details.find((one) => typeof one === 'string')
  return more ? `${text}: ${more}` : text
}
