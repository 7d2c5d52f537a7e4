import { activityDeeds } from './activities.tsx'
import { actingOn, type Asking, badAmount, type Deed } from './acting.tsx'
import { allLeadLabels, leadPage } from './lead.tsx'
import type { Lead } from './lead-parts.tsx'
import { leadBody } from './leads.tsx'
import { minorOf } from './money.tsx'
import type { Found } from './place.ts'
import type { Form } from './visit.ts'

const patch = ({ object }: Found<Lead>, body: object): Asking => ({
  method: 'PATCH',
  path: `/leads/${object.id}`,
  body,
})

/** A client is named, asked for, or found by the e-mail address; a deal is made where one is asked for. */
function convert(form: Form, { object }: Found<Lead>): Asking {
  const { client_id, deal, deal_title, deal_value } = form
  const { currency } = object
  const value = deal_value?.trim() && currency ? minorOf(deal_value, currency) : null
  if (deal && value === undefined) return { wrong: { deal_value: badAmount } }
  const create_deal = {
    ...(deal_title?.trim() && { title: deal_title.trim() }),
    ...(value !== null && { value_minor: value }),
  }
  const client = client_id === 'new' ? { create_client: true } : client_id ? { client_id } : {}
  return { path: `/leads/${object.id}/convert`, body: { ...client, ...(deal && { create_deal }) } }
}

type Converted = { client_id: string; deal_id: string | null }

const deeds: Record<string, Deed<Lead>> = {
  ...activityDeeds<Lead>('lead'),
  change: {
    ask: (form, found) => {
      const said = leadBody(form, found.object.currency, true)
      const version = Number(form.version) || found.object.version
      return 'wrong' in said ? said : patch(found, { ...said.body, version })
    },
  },
  status: { ask: ({ status = '' }, found) => patch(found, { status }) },
  disqualify: {
    ask: ({ disqualify_reason = '' }, found) =>
      disqualify_reason.trim()
        ? patch(found, { status: 'disqualified', disqualify_reason })
        : { wrong: { disqualify_reason: 'Say why.' } },
  },
  convert: {
    ask: convert,
    as: { create_deal: 'deal' },
    to: ({ home }, answer) => {
      const { client_id, deal_id } = answer as Converted
      return `/${deal_id ? `deals/${deal_id}` : `clients/${client_id}`}?org=${home.slug}&done=saved`
    },
  },
  delete: {
    ask: (_, { object }) => ({ method: 'DELETE', path: `/leads/${object.id}` }),
    to: ({ home }) => `/organizations/${home.slug}/leads?done=saved`,
  },
}

export const actOnLead = actingOn<Lead>({ noun: 'lead', deeds, labels: allLeadLabels, page: leadPage })
