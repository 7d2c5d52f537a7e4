import type { FC } from 'hono/jsx'
import { Money } from './money.tsx'
import { Badge, Hidden } from './parts.tsx'
import { Day, Moment } from './time.tsx'

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
export type WholeContract = Contract & {
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
/** What a contract or a milestone is today. */
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

/** What was agreed, but for the text. */
export const Terms: FC<{ contract: WholeContract; org: string }> = ({ contract, org }) => {
  const { party, value_minor, currency, end_date, notice_deadline, owner, terminated_on, body_sha256 } =
    contract
  const linked = (id: string) => `/contracts/${id}?org=${org}`
  return (
    <section class="card stack" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <dl class="pairs">
        <dt>With</dt>
        <dd>{party ? `${party.name} (${contract.party_kind})` : 'nobody yet'}</dd>
        <dt>Value</dt>
        <dd>{value_minor === null ? 'open' : <Money minor={value_minor} currency={currency} />}</dd>
        <dt>Begins</dt>
        <dd>
          <Day at={contract.start_date} />
        </dd>
        <dt>Ends</dt>
        <dd>
          {end_date ? <Day at={end_date} /> : 'open'}
          {contract.auto_renew ? ', and renews itself' : ''}
        </dd>
        {notice_deadline ? <dt>Notice by</dt> : null}
        {notice_deadline ? (
          <dd>
            <Day at={notice_deadline} />
          </dd>
        ) : null}
        {terminated_on ? <dt>Terminated</dt> : null}
        {terminated_on ? (
          <dd>
            <Day at={terminated_on} />
            {`: ${contract.termination_reason ?? ''}`}
          </dd>
        ) : null}
        {owner ? <dt>Owner</dt> : null}
        {owner ? <dd>{owner.name}</dd> : null}
        {body_sha256 ? <Signatures contract={contract} digest={body_sha256} /> : null}
      </dl>
      {contract.parent_contract_id || contract.renewed_by_id ? (
        <p class="facts">
          {contract.parent_contract_id ? (
            <a href={linked(contract.parent_contract_id)}>The contract before it</a>
          ) : null}
          {contract.renewed_by_id ? (
            <a href={linked(contract.renewed_by_id)}>The contract that renews it</a>
          ) : null}
        </p>
      ) : null}
    </section>
  )
}

const Signatures: FC<{ contract: WholeContract; digest: string }> = ({ contract, digest }) => (
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

type MilestonesProps = { contract: WholeContract; at: string; may: boolean }
/** The milestones with what each is today and what comes next. */
export const Milestones: FC<MilestonesProps> = ({ contract, at, may }) => {
  const { milestones, totals, currency } = contract
  const sums: [string, number][] = [
    ['Planned', totals.planned_minor],
    ['Invoiced', totals.invoiced_minor],
    ['Paid', totals.paid_minor],
    ['Remaining', totals.remaining_minor],
  ]
  return (
    <section class="card stack" aria-labelledby="milestones">
      <h2 id="milestones">{milestones.length ? 'Milestones' : 'No milestones'}</h2>
      {milestones.length ? (
        <dl class="figures">
          {sums.map(([says, minor]) => (
            <div>
              <dt>{says}</dt>
              <dd>
                <Money minor={minor} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <ul class="rows">
        {milestones.map((one) => (
          <li class="row">
            <div class="grow">
              <p class="title">{one.name}</p>
              <p class="facts">
                <Money minor={one.amount_minor} currency={currency} />
                {one.percent ? <span>{`${one.percent} %`}</span> : null}
                {one.due_date ? (
                  <span>
                    {'Due on '}
                    <Day at={one.due_date} />
                  </span>
                ) : null}
                {one.invoice ? <span>{`Invoice ${one.invoice.number ?? 'in draft'}`}</span> : null}
              </p>
            </div>
            <div class="doings">
              <Status is={one.status} />
              {may ? <Next milestone={one} contract={contract} at={at} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Next: FC<{ milestone: Milestone; contract: WholeContract; at: string }> = ({
  milestone,
  contract,
  at,
}) => {
  const { id, name, status } = milestone
  const does =
    status === 'pending' && ['active', 'expired'].includes(contract.effective_status)
      ? (['complete', 'Mark as reached'] as const)
      : status === 'reached' && contract.party_kind === 'client'
        ? (['invoice', 'Make an invoice'] as const)
        : undefined
  return does ? (
    <form method="post" action={at}>
      <Hidden fields={{ does: does[0], milestone: id }} />
      <button class="slim">
        {does[1]}
        <span class="hidden">{`: ${name}`}</span>
      </button>
    </form>
  ) : null
}

/** What happened, newest first. */
export const Events: FC<{ events: Event[]; milestones: Milestone[] }> = ({ events, milestones }) => (
  <section class="card" aria-labelledby="events">
    <h2 id="events">History</h2>
    <ul class="rows">
      {events.map(({ kind, at, actor, data }) => (
        <li class="head">
          <span>{said(kind, data, milestones)}</span>
          <span class="muted small">
            {actor ? `${actor.name}, ` : ''}
            <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function said(kind: string, data: Record<string, unknown>, milestones: Milestone[]): string {
  const what = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
  const milestone = milestones.find(({ id }) => id === data.milestone_id)?.name
  const more = milestone ?? data.name ?? data.number ?? data.to ?? data.renews ?? data.reason
  return more === undefined ? what : `${what}: ${String(more)}`
}
