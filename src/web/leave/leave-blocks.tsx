import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

const described = {
  name: { label: 'Why', wide: true },
  first_day: 'First day',
  last_day: 'Last day',
  department_id: { label: 'Only for the department', none: 'Everybody' },
  max_away: { label: 'May be away at once', hint: 'Empty for nobody.' },
} as const

/** Days on which nobody, or not everybody, can be on leave. */
export default listPage({
  at: '/organizations/:slug/leave-blocks',
  of: 'listLeaveBlocks',
  title: 'Blocked days',
  lead: 'Days on which nobody, or only some, can take leave. Whoever approves a request is told, and admins may do so nevertheless.',
  noun: ['block'],
  under: within(['Leave', 'absences']),
  parts: ({ read }) => readAll(read, 'listDepartments'),
  forms: {
    '': calling('createLeaveBlock', {
      title: 'New block',
      verb: 'Block these days',
      fields: bodyFields('LeaveBlockDraft', described),
    }),
    change: calling('updateLeaveBlock', { fields: bodyFields('LeaveBlockChange', described) }),
    delete: calling('deleteLeaveBlock', { warning: 'Leave can be taken on these days again.' }),
  },
  create: ({ parts: { more } }) => ({ choices: { department_id: more } }),
  line: (one, { form, parts: { more } }) => ({
    title: one.name,
    facts: [
      <>{say('{at} to {at2}', { at: <Day at={one.first_day} />, at2: <Day at={one.last_day} /> })}</>,
      more.find(({ id }) => id === one.department_id)?.name ?? say('everybody'),
      one.max_away === null
        ? say('nobody may be away')
        : say('at most {max_away} away', { max_away: one.max_away }),
    ],
    forms: [
      form('change', { of: one, choices: { department_id: more } }),
      form('delete', { of: one, about: one.name }),
    ],
  }),
})
