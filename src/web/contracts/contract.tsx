import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { formatter } from '../kit/markdown.ts'
import { objectPage, addressIn, type Shown } from '../kit/page.tsx'
import { contractFields } from './contract-fields.ts'
import { type ContractDetail, Events, Milestones, Status, Terms } from './contract-parts.tsx'
import { Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

const milestoneFields = bodyFields('ContractMilestoneDraft', {
  name: 'Name',
  amount_minor: { label: 'Amount', hint: 'Such as 500.00, or a percentage.' },
  percent: { label: 'Percent of the value', hint: 'Such as 30, or an amount.' },
  due_date: 'Due on',
})

/** A contract with its text, milestones and history. */
export default objectPage<'getContract', null>({
  at: '/contracts/:id',
  of: 'getContract',
  noun: 'contract',
  under: (organization) => [[say('Contracts'), addressIn(organization, 'contracts')]],
  title: ({ title }) => title,
  marks: ({ number, effective_status }) => (
    <>
      <span class="muted">{number}</span>
      <Status is={effective_status} />
    </>
  ),
  parts: async () => null,
  forms: {
    change: calling('updateContract', {
      title: 'Edit',
      fields: contractFields('ContractChange'),
    }),
    send: calling('sendContract', {
      verb: 'Send',
      warning: 'After that the text, value, dates and party cannot be changed.',
    }),
    cancel: calling('cancelContract', { verb: 'Cancel', warning: 'It cannot be sent or signed any more.' }),
    sign: calling('signContract', {
      verb: 'Record the signature',
      fields: bodyFields('ContractSignature', {
        signed_by_name: 'Who signs for us',
        counterparty_name: {
          label: 'Who signs for them',
          hint: 'Each side signs once, both at once or one after the other.',
        },
      }),
    }),
    terminate: calling('terminateContract', {
      title: 'Terminate',
      verb: 'Terminate the contract',
      fields: bodyFields('ContractTermination', {
        terminated_on: {
          label: 'Last day',
          hint: 'Milestones that are pending are cancelled. This cannot be undone.',
        },
        reason: 'Reason',
      }),
    }),
    renew: calling('renewContract', {
      title: 'Renew',
      verb: 'Create the draft',
      fields: bodyFields('ContractRenewal', {
        months: {
          label: 'Months',
          hint: 'A draft of the contract that follows, from the day after this one ends.',
        },
      }),
      to: ({ organization }, { id }) => `/contracts/${id}?org=${organization.slug}&done=saved`,
    }),
    'add-milestone': calling('createContractMilestone', {
      title: 'Add a milestone',
      verb: 'Add milestone',
      fields: milestoneFields,
    }),
    'drop-milestone': calling('deleteContractMilestone', { warning: 'It cannot be undone.' }),
    complete: calling('completeContractMilestone', { verb: 'Mark as reached' }),
    invoice: calling('invoiceContractMilestone', { verb: 'Create an invoice' }),
  },
  Content: (shown) => {
    const { organization, object: contract, form } = shown
    return (
      <>
        <Terms contract={contract} org={organization.slug} />
        <Steps {...shown} />
        <article class="card prose">
          <h2>{say('Text')}</h2>
          {contract.body ? (
            formatter()(contract.body)
          ) : (
            <p class="muted">{say('Nothing has been written here yet.')}</p>
          )}
        </article>
        <Milestones contract={contract} org={organization.slug} form={form} />
        <Events events={contract.events} milestones={contract.milestones} />
      </>
    )
  },
})

/** What the status of the contract allows. */
const Steps: FC<Shown<ContractDetail, null>> = ({ object: contract, form }) => {
  const { effective_status: now, signed_at, counterparty_signed_at, number } = contract
  const renews =
    ['active', 'expired', 'completed'].includes(now) &&
    contract.end_date &&
    !contract.auto_renew &&
    !contract.renewed_by_id
  const signed = [
    ...(signed_at ? ['signed_by_name'] : []),
    ...(counterparty_signed_at ? ['counterparty_name'] : []),
  ]
  const steps = [
    now === 'sent' && signed.length < 2 && form('sign', { except: signed }),
    renews && form('renew', { values: { months: '12' } }),
    now === 'active' && form('terminate'),
    now === 'draft' && form('change'),
    now === 'draft' && form('send', { about: number }),
    ['draft', 'sent'].includes(now) && form('cancel', { about: number }),
  ].filter(Boolean)
  return steps.length ? (
    <Section id="next" title={say('What comes next')}>
      {steps}
    </Section>
  ) : null
}
