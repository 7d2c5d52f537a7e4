import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { ShowForm } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge, Pairs } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'

export type ContractDetail = Schemas['ContractDetail']
type Milestone = ContractDetail['milestones'][number]

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
export const Status: FC<PropsWithChildren<{ is: string }>> = ({ is, children }) => (
  <Badge kind={colors[is]}>{children ?? is}</Badge>
)

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

type MilestonesProps = { contract: ContractDetail; org: string; form: ShowForm }
/** The milestones with their status and next step. */
export const Milestones: FC<MilestonesProps> = ({ contract, org, form }) => (
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
            {nextOf(milestone, contract, form)}
          </div>
        </li>
      ))}
    </ul>
    {contract.effective_status === 'draft' ? form('add-milestone') : null}
  </section>
)

function nextOf(milestone: Milestone, { effective_status, party_kind }: ContractDetail, form: ShowForm) {
  const of = { of: milestone, about: milestone.name }
  if (milestone.status === 'pending' && ['active', 'expired'].includes(effective_status))
    return form('complete', of)
  if (milestone.status === 'reached' && party_kind === 'client') return form('invoice', of)
  return effective_status === 'draft' ? form('drop-milestone', of) : null
}

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

/** The history of a contract, newest first. */
export const Events: FC<Pick<ContractDetail, 'events' | 'milestones'>> = ({ events, milestones }) => (
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
