import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Schemas } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'

type Policy = Schemas['SlaPolicy']
type Targets = Policy['targets']

const priorities = ['urgent', 'high', 'medium', 'low'] as const
const goals = {
  first_response_minutes: 'first answer',
  next_response_minutes: 'next answer',
  resolution_minutes: 'resolution',
} as const
type Goal = keyof typeof goals

const described = {
  name: { label: 'Name', wide: true },
  calendar_id: { label: 'Working time', none: 'around the clock' },
  warn_percent: { label: 'At risk after', hint: 'Percent of the time.' },
} as const
const nameOf = (priority: string, goal: string) => `${priority}_${goal}`
const hours = Object.fromEntries(
  priorities.flatMap((priority) =>
    Object.entries(goals).map(([goal, what]) => [
      nameOf(priority, goal),
      {
        label: `Hours to ${what}, ${priority}`,
        hint: 'Such as 4 or 0.5; empty for no target.',
      },
    ]),
  ),
)

/** The targets that were entered in hours; tasks have only that of their resolution. */
function targetsIn(form: Form, isTicket: boolean) {
  const targets: Targets = {}
  const invalid: Form = {}
  for (const priority of priorities)
    for (const goal of Object.keys(goals) as Goal[]) {
      const entered = form[nameOf(priority, goal)]?.trim().replace(',', '.')
      if (!entered || (goal !== 'resolution_minutes' && !isTicket)) continue
      const minutes = Math.round(Number(entered) * 60)
      if (minutes > 0) targets[priority] = { ...targets[priority], [goal]: minutes }
      else invalid[nameOf(priority, goal)] = say('Must be hours such as 4 or 0.5.')
    }
  return Object.keys(invalid).length ? { invalid } : { targets }
}

const valuesOf = (targets: Targets): Form =>
  Object.fromEntries(
    priorities.flatMap((priority) =>
      (Object.keys(goals) as Goal[]).flatMap((goal) => {
        const minutes = targets[priority]?.[goal]
        return minutes ? [[nameOf(priority, goal), String(minutes / 60)]] : []
      }),
    ),
  )

/** How soon tickets and tasks are to be answered and resolved. */
export default listPage({
  at: '/organizations/:slug/service-levels',
  of: 'listSlaPolicies',
  title: 'Service levels',
  lead: 'How soon tickets are to be answered and resolved, by priority. The first active policy that matches counts.',
  noun: ['policy', 'policies'],
  under: within(['Settings', 'settings'], ['Tickets', 'tickets']),
  parts: ({ read }) => readAll(read, 'listBusinessCalendars'),
  forms: {
    '': calling('createSlaPolicy', {
      title: 'New policy',
      verb: 'Create policy',
      fields: bodyFields('SlaPolicyDraft', { ...described, applies_to: 'For' }, hours),
      also: (form) => targetsIn(form, form.applies_to === 'ticket'),
    }),
    change: calling('updateSlaPolicy', {
      fields: bodyFields('SlaPolicyChange', { ...described, active: 'In use' }, hours),
      also: (form) => targetsIn(form, form.applies_to === 'ticket'),
    }),
    delete: calling('deleteSlaPolicy', { warning: 'Clocks that run by it stop.' }),
  },
  create: ({ parts }) => ({
    values: { applies_to: 'ticket', warn_percent: '80' },
    choices: { calendar_id: parts.more },
  }),
  line: (policy, { form, parts }) => ({
    title: policy.name,
    facts: [
      say('for {applies_to}s', { applies_to: policy.applies_to }),
      parts.more.find(({ id }) => id === policy.calendar_id)?.name ?? say('around the clock'),
      ...priorities.map((priority) => targetText(priority, policy.targets[priority])),
    ],
    marks: policy.active ? <Badge kind="good">{say('active')}</Badge> : <Badge>{say('off')}</Badge>,
    forms: [
      form('change', {
        of: policy,
        values: valuesOf(policy.targets),
        hidden: { applies_to: policy.applies_to },
        choices: { calendar_id: parts.more },
      }),
      form('delete', { of: policy, about: policy.name }),
    ],
  }),
})

function targetText(priority: string, target: Targets[keyof Targets]) {
  const parts = (Object.entries(goals) as [Goal, string][]).flatMap(([goal, what]) => {
    const minutes = target?.[goal]
    return minutes
      ? [say('{what} in {number} h', { what: say(what), number: Number((minutes / 60).toFixed(2)) })]
      : []
  })
  return parts.length ? `${inWords(priority)}: ${parts.join(', ')}` : null
}
