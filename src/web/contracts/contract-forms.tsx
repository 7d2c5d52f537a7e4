import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import type { ContractDetail } from './contract-parts.tsx'
import { ConfirmButton, Hidden } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import type { Form, Problems, Visit } from '../kit/visit.ts'

type Props = {
  contract: ContractDetail
  home: Home
  at: string
  visit: Visit
  problems: Problems
  labels: Form
}
type FormProps = Pick<Props, 'contract' | 'at' | 'problems' | 'labels'> & { values: Form; open: boolean }

/** The actions that the status of the contract allows. */
export const ContractForms: FC<Props> = ({ contract, home, visit, ...rest }) => {
  const { effective_status: now } = contract
  const admin = isAtLeast(home, 'admin')
  const { action } = visit.form
  const of = (form: string) => ({
    ...rest,
    contract,
    values: action === form ? visit.form : {},
    open: action === form,
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
    <Hidden fields={{ action: 'send' }} />
    <p class="muted">After that the text, value, dates and party cannot be changed.</p>
    <button class="primary">
      Send<span class="hidden">{` ${contract.number}`}</span>
    </button>
  </form>
)

const Cancel: FC<FormProps> = ({ contract, at }) => (
  <ConfirmButton
    verb="Cancel"
    subject={contract.number}
    showSubject
    action={at}
    fields={{ action: 'cancel' }}
    warning="It cannot be sent or signed any more."
  />
)

const Sign: FC<FormProps> = ({ contract, at, problems, labels, values }) => (
  <form class="stack" method="post" action={at} novalidate>
    <Hidden fields={{ action: 'sign' }} />
    {contract.signed_at ? null : (
      <Field name="signed_by_name" label={labels.signed_by_name!} optional {...{ values, problems }} />
    )}
    {contract.counterparty_signed_at ? null : (
      <Field
        name="counterparty_name"
        label={labels.counterparty_name!}
        optional
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
      <Hidden fields={{ action: 'renew', once: uuidv7() }} />
      <Field
        name="months"
        label={labels.months!}
        hint="A draft of the contract that follows, from the day after this one ends."
        values={{ months: '12', ...values }}
        problems={problems}
      />
      <button class="primary">Create the draft</button>
    </form>
  </details>
)

const Terminate: FC<FormProps> = ({ contract, at, problems, labels, values, open }) => (
  <details class="more" open={open}>
    <summary>Terminate</summary>
    <form class="stack" method="post" action={at} novalidate>
      <Hidden fields={{ action: 'terminate' }} />
      <p class="muted">Milestones that are pending are cancelled. This cannot be undone.</p>
      <Field name="terminated_on" type="date" label={labels.terminated_on!} {...{ values, problems }} />
      <Field name="reason" label={labels.reason!} {...{ values, problems }} />
      <button class="danger">{`Terminate ${contract.number}`}</button>
    </form>
  </details>
)
