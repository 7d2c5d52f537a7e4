import type { Child, FC } from 'hono/jsx'
import { Activities, activitiesOf, activityForms } from '../crm-activities/activities.tsx'
import { clientsOf, membersOf } from '../deals/deal-parts.tsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { minorOf } from '../kit/money.tsx'
import type { Schemas } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { Facts, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { Form } from '../kit/page-request.ts'
import { leadFields, stateOfLead } from './lead-fields.tsx'

type Lead = Schemas['Lead']
const partsOf = async ({ request, read, id }: ObjectFetching<'getLead'>) =>
  together({
    clients: clientsOf(read),
    members: membersOf(read),
    activities: activitiesOf(request, read, { lead_id: id }, `/leads/${id}`),
  })
type Parts = PartsOf<typeof partsOf>

/** The client is chosen, newly created or matched by e-mail address; a deal is created on request. */
const conversion = bodyFields(
  'LeadConversion',
  { client_id: { label: 'Client', none: 'Matched by e-mail, otherwise a new one' } },
  {
    deal: {
      label: 'Deal',
      choices: [
        ['', 'None'],
        ['create', 'Create one in the default pipeline'],
      ],
    },
    deal_title: { label: 'Title of the deal', hint: 'Otherwise the company or the person.' },
    deal_value: { label: 'Value of the deal', hint: 'Otherwise the estimate.' },
  },
)
const disqualification = bodyFields('LeadChange', { disqualify_reason: 'Reason' })

/** The page of a lead. */
export default objectPage<'getLead', Parts>({
  at: '/leads/:id',
  of: 'getLead',
  noun: 'lead',
  under: (organization) => [[say('Leads'), addressIn(organization, 'leads')]],
  title: ({ name }) => name,
  marks: stateOfLead,
  parts: partsOf,
  forms: {
    ...activityForms<Lead>('lead'),
    change: calling('updateLead', { title: 'Edit', fields: leadFields }),
    status: calling('updateLead', { verb: 'Mark', also: ({ status = '' }) => ({ status }) }),
    disqualify: calling('updateLead', {
      title: 'Disqualify',
      verb: 'Disqualify',
      fields: disqualification,
      also: ({ disqualify_reason = '' }) =>
        disqualify_reason.trim()
          ? { status: 'disqualified' }
          : { invalid: { disqualify_reason: say('Say why.') } },
    }),
    convert: calling('convertLead', {
      title: 'Convert',
      verb: 'Convert',
      fields: conversion,
      also: (form, { object }) => ({ ...clientFor(form), ...dealFor(form, object) }),
      to: ({ organization }, { client_id, deal_id }) =>
        `/${deal_id ? `deals/${deal_id}` : `clients/${client_id}`}?org=${organization.slug}&done=saved`,
    }),
    delete: calling('deleteLead', {
      warning: 'Its activities go with it.',
      to: backTo('leads'),
    }),
  },
  Content: (shown) => {
    const { parts, organization, object: lead, form } = shown
    return (
      <>
        <Facts of={factsOf(shown)} />
        {lead.status === 'converted' ? null : <Steps {...shown} />}
        {lead.status === 'converted' ? null : <div class="card">{form('change')}</div>}
        <Activities of={parts.activities} org={organization.slug} form={form} />
      </>
    )
  },
})

const clientFor = ({ client_id }: Form) =>
  client_id === 'new' ? { client_id: undefined, create_client: true } : {}

function dealFor({ deal, deal_title, deal_value }: Form, { currency }: Lead) {
  if (!deal) return {}
  const value = deal_value?.trim() && currency ? minorOf(deal_value, currency) : null
  if (value === undefined) return { invalid: { deal_value: say('Must be an amount such as 1250.00.') } }
  return {
    create_deal: {
      ...(deal_title?.trim() && { title: deal_title.trim() }),
      ...(value !== null && { value_minor: value }),
    },
  }
}

function factsOf({ parts, organization, object: lead }: Shown<Lead, Parts>): [string, Child][] {
  const { converted_client_id: client, converted_deal_id: deal, converted_at, owner_user_id } = lead
  const org = `?org=${organization.slug}`
  return [
    ...leadFields.factsOf(lead, ['name', 'currency']),
    [say('Owner'), parts.members.find(({ user_id }) => user_id === owner_user_id)?.name ?? say('Nobody')],
    [say('Disqualified because'), lead.disqualify_reason],
    [say('Converted on'), converted_at && <Day at={converted_at} />],
    [say('Client'), client && <a href={`/clients/${client}${org}`}>{say('The client it became')}</a>],
    [say('Deal'), deal && <a href={`/deals/${deal}${org}`}>{say('The deal it became')}</a>],
  ]
}

const Steps: FC<Shown<Lead, Parts>> = ({ parts, object: lead, form }) => (
  <Section id="next" title={say('What comes next')}>
    <div class="buttons">
      {(['contacted', 'qualified'] as const)
        .filter((status) => status !== lead.status)
        .map((status) => form('status', { verb: say('Mark as {status}', { status }), hidden: { status } }))}
    </div>
    {lead.status === 'disqualified' ? null : (
      <>
        {form('convert', {
          choices: { client_id: [{ id: 'new', name: say('A new one') }, ...parts.clients] },
        })}
        {form('disqualify')}
      </>
    )}
    {form('delete', { about: lead.name })}
  </Section>
)
