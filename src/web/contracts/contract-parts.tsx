import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { ShowForm } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge, Figures, Pairs, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day, Moment, onDay } from '../kit/time.tsx'
import { asTitle, inWords } from '../kit/words.ts'

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
  <Badge kind={colors[is]}>{children ?? inWords(is)}</Badge>
)

const signed = (name: string | null, at: string | null) =>
  name && at ? [`${name}, `, <Moment at={at} />] : say('not signed yet')

/** What was agreed, except the text. */
export const Terms: FC<{ contract: ContractDetail; org: string }> = ({ contract, org }) => {
  const { parent_contract_id: before, renewed_by_id: after } = contract
  return (
    <Section id="terms" title={say('Terms')}>
      <Pairs of={termsOf(contract)} />
      {before || after ? (
        <p class="facts">
          {before ? <a href={`/contracts/${before}?org=${org}`}>{say('The contract before it')}</a> : null}
          {after ? <a href={`/contracts/${after}?org=${org}`}>{say('The contract that renews it')}</a> : null}
        </p>
      ) : null}
    </Section>
  )
}

/** The labels and values of the terms that the contract has. */
function termsOf(contract: ContractDetail): [label: string, text: Child][] {
  const { party, value_minor, currency, end_date, notice_deadline, owner, terminated_on } = contract
  const reason = `: ${contract.termination_reason ?? ''}`
  const digest = contract.body_sha256
  return [
    [say('With'), party ? `${party.name} (${inWords(contract.party_kind)})` : say('nobody yet')],
    [say('Value'), value_minor === null ? 'open' : <Money minor={value_minor} currency={currency} />],
    [say('Begins'), <Day at={contract.start_date} />],
    [
      say('Ends'),
      end_date
        ? [<Day at={end_date} />, contract.auto_renew ? say(', and renews automatically') : '']
        : 'open',
    ],
    [say('Notice by'), notice_deadline && <Day at={notice_deadline} />],
    [say('Terminated'), terminated_on && [<Day at={terminated_on} />, reason]],
    [say('Owner'), owner?.name],
    [say('Signed by us'), digest && signed(contract.signed_by_name, contract.signed_at)],
    [say('Signed by them'), digest && signed(contract.counterparty_name, contract.counterparty_signed_at)],
    [say('SHA-256 of the text'), digest && <span class="mono">{digest}</span>],
  ]
}

type MilestonesProps = { contract: ContractDetail; org: string; form: ShowForm }
/** The milestones with their status and next step. */
export const Milestones: FC<MilestonesProps> = ({ contract, org, form }) => (
  <ListSection
    id="milestones"
    title={contract.milestones.length ? say('Milestones') : say('No milestones')}
    above={contract.milestones.length ? <Figures of={sumsOf(contract)} /> : null}
    of={contract.milestones}
    line={({ name, status, amount_minor, percent, due_date, invoice, ...milestone }) => ({
      title: name,
      facts: [
        <Money minor={amount_minor} currency={contract.currency} />,
        percent && `${percent} %`,
        onDay('Due on', due_date),
        invoice && (
          <a href={`/invoices/${invoice.id}?org=${org}`}>
            {say('Invoice {number}', { number: invoice.number ?? say('in draft') })}
          </a>
        ),
      ],
      buttons: [<Status is={status} />, nextOf({ name, status, ...milestone }, contract, form)],
    })}
  >
    {contract.effective_status === 'draft' ? form('add-milestone') : null}
  </ListSection>
)

function nextOf(
  milestone: Pick<Milestone, 'id' | 'name' | 'status'>,
  { effective_status, party_kind }: ContractDetail,
  form: ShowForm,
) {
  const of = { of: milestone, about: milestone.name }
  if (milestone.status === 'pending' && ['active', 'expired'].includes(effective_status))
    return form('complete', of)
  if (milestone.status === 'reached' && party_kind === 'client') return form('invoice', of)
  return effective_status === 'draft' ? form('drop-milestone', of) : null
}

const sumsOf = ({ totals, currency }: ContractDetail): [string, Child][] => [
  [say('Planned'), <Money minor={totals.planned_minor} currency={currency} />],
  [say('Invoiced'), <Money minor={totals.invoiced_minor} currency={currency} />],
  [say('Paid'), <Money minor={totals.paid_minor} currency={currency} />],
  [say('Remaining'), <Money minor={totals.remaining_minor} currency={currency} />],
]

/** The history of a contract, newest first. */
export const Events: FC<Pick<ContractDetail, 'events' | 'milestones'>> = ({ events, milestones }) => (
  <Section id="events" title={say('History')}>
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
  </Section>
)

function describe(kind: string, data: Record<string, unknown>, milestones: Milestone[]): string {
  const text = asTitle(inWords(kind))
  const milestone = milestones.find(({ id }) => id === data.milestone_id)?.name
  const details = [milestone, data.name, data.number, data.to, data.renews, data.reason]
  const more = details.find((one) => typeof one === 'string')
  return more ? `${text}: ${more}` : text
}
