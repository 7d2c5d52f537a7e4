import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'
import {
  choicesOf,
  draftFields,
  moreIn,
  type Offers,
  offersOf,
  secretShown,
  stateOf,
} from './webhook-parts.tsx'

/** The services that are told of changes. */
export default listPage<'listWebhooks', Offers>({
  at: '/organizations/:slug/webhooks',
  of: 'listWebhooks',
  title: 'Webhooks',
  lead: 'Other services that are told of what changes here, by signed messages that are sent again until they arrive.',
  noun: ['webhook'],
  under: within(['Settings', 'settings'], ['Apps', 'apps']),
  parts: ({ read }) => offersOf(read),
  createsApart: true,
  forms: {
    '': calling('createWebhook', {
      title: 'New webhook',
      verb: 'Create webhook',
      fields: draftFields,
      also: moreIn,
      to: (_, webhook, again) => secretShown(webhook, again),
    }),
  },
  create: ({ parts }) => ({
    choices: choicesOf(parts.more),
    values: { payload: 'thin', format: 'standard' },
  }),
  line: (one, { organization: { slug } }) => ({
    to: `/webhooks/${one.id}?org=${slug}`,
    title: one.name,
    facts: [
      one.url_hint,
      one.types.length > 4 ? count(one.types.length, 'type') : one.types.join(', '),
      one.waiting ? say('{counted} waiting', { counted: count(one.waiting, 'message') }) : null,
      one.last_success_at ? atMoment('last arrived', one.last_success_at) : say('nothing has arrived yet'),
    ],
    marks: stateOf(one),
  }),
})
