import { type Member, membersOf } from '../deals/deal-parts.tsx'
import { listOf } from '../kit/field-values.tsx'
import { checkedIn } from '../kit/inputs.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Schemas } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'

type Rule = Schemas['AssignmentRule']

const described = {
  name: { label: 'Name', wide: true },
  assignee_ids: { label: 'Who takes them', choices: [] },
  strategy: {
    label: 'Each ticket goes to',
    choices: [
      ['round_robin', 'the next one in turn'],
      ['least_open', 'the one with the fewest unresolved tickets'],
    ],
  },
  position: { label: 'Place', hint: 'Of several rules that match, the first one counts.' },
} satisfies Parameters<
  typeof bodyFields<'AssignmentRuleDraft', 'name' | 'assignee_ids' | 'strategy' | 'position'>
>[1]
const priorities = ['low', 'medium', 'high', 'urgent'].map((one): [string, string] => [one, one])
const filter = {
  priorities: { label: 'Only these priorities', type: 'list', choices: priorities, hint: 'None for any.' },
  words: { label: 'Only with one of these words', hint: 'Separated by commas; empty for any.' },
} as const

/** The filter with what the form asks for. What else it has, which was set through the API, stays. */
function filterOf(form: Form) {
  const [chosen, words] = [checkedIn(form, 'priorities'), listOf(form.words ?? '')]
  const rest = Object.fromEntries(
    [...new URLSearchParams(form.rest)].map(([name, value]) => [name, value.split('\n')]),
  )
  return { filter: { ...rest, ...(chosen.length && { priorities: chosen }), ...(words.length && { words }) } }
}
const restOf = ({ priorities: _priorities, words: _words, ...rest }: Rule['filter']) =>
  new URLSearchParams(Object.entries(rest).map(([name, values]) => [name, values.join('\n')])).toString()

/** Who new tickets are assigned to. */
export default listPage({
  at: '/organizations/:slug/assignment-rules',
  of: 'listAssignmentRules',
  title: 'Assignment rules',
  lead: 'Who takes new tickets. Those that no rule matches are assigned to nobody.',
  noun: ['rule'],
  under: within(['Settings', 'settings'], ['Tickets', 'tickets']),
  parts: ({ read }) => membersOf(read),
  forms: {
    '': calling('createAssignmentRule', {
      title: 'New rule',
      verb: 'Create rule',
      fields: bodyFields('AssignmentRuleDraft', described, filter),
      also: (form) => filterOf(form),
    }),
    change: calling('updateAssignmentRule', {
      fields: bodyFields('AssignmentRuleChange', { ...described, active: 'In use' }, filter),
      also: (form) => filterOf(form),
    }),
    delete: calling('deleteAssignmentRule', { warning: 'Tickets keep who has them.' }),
  },
  create: ({ parts }) => ({ choices: { assignee_ids: parts.more } }),
  line: (rule, { form, parts }) => ({
    title: rule.name,
    facts: [namesOf(rule.assignee_ids, parts.more), inWords(rule.strategy), filterText(rule.filter)],
    marks: rule.active ? null : <Badge>{say('off')}</Badge>,
    forms: [
      form('change', {
        of: rule,
        values: filterValues(rule.filter),
        hidden: { rest: restOf(rule.filter) },
        choices: { assignee_ids: parts.more },
      }),
      form('delete', { of: rule, about: rule.name }),
    ],
  }),
})

const namesOf = (ids: string[], members: Member[]) =>
  ids.map((id) => members.find(({ user_id }) => user_id === id)?.name ?? say('somebody else')).join(', ')

const filterText = (one: Rule['filter']) =>
  Object.entries(one)
    .filter(([name]) => name === 'priorities' || name === 'words')
    .map(([, values]) => values.join(' or '))
    .join('; ')

const filterValues = ({ priorities: chosen = [], words = [] }: Rule['filter']): Form => ({
  words: words.join(', '),
  ...Object.fromEntries(chosen.map((one) => [`priorities:${one}`, 'on'])),
})
