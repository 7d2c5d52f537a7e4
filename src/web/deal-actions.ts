import { activityDeeds } from './activities.tsx'
import { actingOn, type Asking, badAmount, type Deed, numberOf, replaced, tagsOf } from './acting.tsx'
import { allDealLabels, dealPage } from './deal.tsx'
import { type Deal, dealsAt } from './deal-parts.tsx'
import { minorOf } from './money.tsx'
import type { Found } from './place.ts'
import type { Form } from './visit.ts'

const clearable = ['client_id', 'expected_close_date', 'owner_user_id', 'source']

/** Saves the form; the version says what the person saw. */
function change(form: Form, { object }: Found<Deal>): Asking {
  const currency = (form.currency ?? '').trim().toUpperCase()
  const value_minor = minorOf(form.value_minor ?? '', currency)
  if (value_minor === undefined) return { wrong: { value_minor: badAmount } }
  return {
    method: 'PATCH',
    path: `/deals/${object.id}`,
    body: {
      title: form.title ?? '',
      value_minor,
      currency,
      probability: numberOf(form.probability),
      tags: tagsOf(form.tags ?? ''),
      ...replaced(form, clearable),
      version: Number(form.version) || object.version,
    },
  }
}

const step = (does: string, bodyOf: (form: Form) => object): Deed<Deal> => ({
  ask: (form, { object }) => ({ path: `/deals/${object.id}/${does}`, body: bodyOf(form) }),
})

const deeds: Record<string, Deed<Deal>> = {
  ...activityDeeds<Deal>('deal'),
  change: { ask: change },
  move: step('move', ({ stage_id = '' }) => ({ stage_id })),
  win: {
    ...step('win', ({ won_client, project }) => ({
      ...(won_client && { client_id: won_client }),
      ...(project === 'create' && { create_project: {} }),
    })),
    as: { client_id: 'won_client' },
  },
  lose: step('lose', ({ lost_reason = '' }) => ({ lost_reason })),
  reopen: {
    ask: (_, { object }) => ({ path: `/deals/${object.id}/reopen` }),
  },
  delete: {
    ask: (_, { object }) => ({ method: 'DELETE', path: `/deals/${object.id}` }),
    to: ({ home }) => `${dealsAt(home)}?done=saved`,
  },
}

export const actOnDeal = actingOn<Deal>({ noun: 'deal', deeds, labels: allDealLabels, page: dealPage })
