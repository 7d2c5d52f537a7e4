import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import type { WholeContract } from './contract-parts.tsx'
import { Ask, Field, Hidden } from './parts.tsx'
import { type Home, isAtLeast } from './place.ts'
import type { Form, Problems, Visit } from './visit.ts'

type Props = {
  contract: WholeContract
  home: Home
  at: string
  visit: Visit
  problems: Problems
  labels: Form
}
type FormProps = Pick<Props, 'contract' | 'at' | 'problems' | 'labels'> & { values: Form; open: boolean }

/** What the reader may do with the contract as it is today. */
export const ContractForms: FC<Props> = ({ contract, home, visit, ...rest }) => {
  const { effective_status: now } = contract
  const admin = isAtLeast(home, 'admin')
  const { does } = visit.form
  const of = (form: string) => ({
    ...rest,
    contract,
    values: does === form ? visit.form : {},
    open: does === form,
  })
  const renews =
    ['active', 'expired', 'completed'].includes(now) &&
    contract.end_date &&
    !contract.auto_renew &&
    !contract.renewed_by_id
  const shown = [
    now === 'sent' && admin && !(contract.signed_at && contract.counterparty_signed_at) && (
      <Sign {...of('sign')} />
    ),
    renews && <Renew {...of('renew')} />,
    now === 'active' && admin && <Terminate {...of('terminate')} />,
    now === 'draft' && <Send {...of('send')} />,
    ['draft', 'sent'].includes(now) && <Cancel {...of('cancel')} />,
  ].filter(Boolean)
  return shown.length ? (
    <section class="card stack" aria-labelledby="next">
      <h2 id="next">What comes next</h2>
      {shown}
    </section>
  ) : null
}

const Send: FC<FormProps> = ({ contract, at }) => (
  <form class="close" method="post" action={at}>
    <Hidden fields={{ does: 'send' }} />
    <p class="muted">Text, value, days and party stay as they are from then on.</p>
    <button class="primary">
      Send<span class="hidden">{` ${contract.number}`}</span>
    </button>
  </form>
)

const Cancel: FC<FormProps> = ({ contract, at }) => (
  <Ask
    does="Cancel"
    about={contract.number}
    seen
    action={at}
    fields={{ does: 'cancel' }}
    warning="It cannot be sent or signed any more."
  />
)

const Sign: FC<FormProps> = ({ contract, at, problems, labels, values }) => (
  <form class="stack" method="post" action={at} novalidate>
    <Hidden fields={{ does: 'sign' }} />
    {contract.signed_at ? null : (
      <Field
        name="signed_by_name"
        label={labels.signed_by_name!}
        optional
        maxlength={200}
        {...{ values, problems }}
      />
    )}
    {contract.counterparty_signed_at ? null : (
      <Field
        name="counterparty_name"
        label={labels.counterparty_name!}
        optional
        maxlength={200}
        hint="Each side signs once, both at once or one after the other."
        {...{ values, problems }}
      />
    )}
    <button class="primary">Record the signature</button>
  </form>
)

const Renew: FC<FormProps> = ({ at, problems, labels, values, open }) => (
  <details class="more" open={open}>
    <summary>Renew</summary>
    <form class="stack" method="post" action={at} novalidate>
      <Hidden fields={{ does: 'renew', once: uuidv7() }} />
      <Field
        name="months"
        label={labels.months!}
        hint="A draft of the contract that follows, from the day after this one ends."
        values={{ months: '12', ...values }}
        problems={problems}
        maxlength={3}
      />
      <button class="primary">Make the draft</button>
    </form>
  </details>
)

const Terminate: FC<FormProps> = ({ contract, at, problems, labels, values, open }) => (
  <details class="more" open={open}>
    <summary>Terminate</summary>
    <form class="stack" method="post" action={at} novalidate>
      <Hidden fields={{ does: 'terminate' }} />
      <p class="muted">Milestones that are pending are cancelled. This cannot be taken back.</p>
      <Field name="terminated_on" type="date" label={labels.terminated_on!} {...{ values, problems }} />
      <Field name="reason" label={labels.reason!} maxlength={1000} {...{ values, problems }} />
      <button class="risky">{`Terminate ${contract.number}`}</button>
    </form>
  </details>
)
