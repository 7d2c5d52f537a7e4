import { readAll } from '../kit/all-of.ts'
import type { Choices } from '../kit/field-entries.ts'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { dayIn } from '../kit/zone.ts'

type Parts = {
  members: Item<'listMembers'>[]
  actions: Item<'listAuditActions'>[]
  action: string | undefined
}

const viaTexts: Record<string, string> = {
  api_key: 'by an API key',
  oauth: 'by a connected application',
  automation: 'by an automation',
  support: 'by the support team',
}

/** Who did what in an organization, for its admins and owners. */
export default listPage<'listAuditLog', Parts>({
  at: '/organizations/:slug/audit',
  of: 'listAuditLog',
  title: 'Audit log',
  lead: 'Who did what, newest first. Nothing here can be changed.',
  noun: ['entry', 'entries'],
  under: (organization) => [[say('Settings'), addressIn(organization, 'settings')]],
  size: 35,
  byCursor: true,
  parts: async ({ read, request }) => {
    const [members, { items }] = await Promise.all([readAll(read, 'listMembers'), read('listAuditActions')])
    return { members, actions: items, action: request.query.action }
  },
  filters: {
    actor_id: {
      label: 'Person',
      choices: ({ members }) => [
        ['', say('Anybody')],
        ...members.map(({ user_id, name }): Choices[number] => [user_id, name]),
      ],
    },
    action: {
      label: 'Action',
      choices: ({ actions, action }) => [
        ['', say('Anything')],
        ...actions
          .filter((one) => one.count_30d > 0 || one.action === action)
          .map((one): Choices[number] => [one.action, one.action]),
      ],
    },
    day: {
      label: 'Day',
      query: (day, { timezone }) => {
        const [from, to] = dayIn(timezone, day) ?? []
        return from && to ? { from, to } : say('Must be a day.')
      },
    },
  },
  line: ({ id, action, entity, actor, created_at, via, fields, ip }, { parts }) => ({
    id,
    title: [parts.more.actions.find((one) => one.action === action)?.description ?? action, entity.label]
      .filter(Boolean)
      .join(': '),
    facts: [
      actor.label ?? say('The service'),
      <Moment at={created_at} />,
      say(viaTexts[via]),
      fields.slice(0, 8).map(inWords).join(', '),
      ip ? <span class="mono">{ip}</span> : null,
    ],
    marks: <Badge>{action}</Badge>,
  }),
})
