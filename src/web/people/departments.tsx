import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { peopleOf } from './person-fields.tsx'
import { Badge } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'

const described = {
  name: { label: 'Name', wide: true },
  code: { label: 'Code', hint: 'Short, such as ENG.' },
  parent_id: { label: 'Part of', none: 'No other' },
  manager_employee_id: { label: 'Led by', none: 'Nobody' },
  cost_center: { label: 'Cost center', hint: 'As it stands in your books.' },
} as const

/** The parts of the organization, and who leads them. */
export default listPage({
  at: '/organizations/:slug/departments',
  of: 'listDepartments',
  title: 'Departments',
  lead: 'The parts of the organization. Who leads one decides the leave and hours of its people.',
  noun: ['department'],
  search: 'Name or code',
  under: within(['People', 'people']),
  parts: ({ read }) => together({ all: readAll(read, 'listDepartments'), people: peopleOf(read) }),
  forms: {
    '': calling('createDepartment', {
      title: 'New department',
      verb: 'Create department',
      fields: bodyFields('DepartmentDraft', described),
    }),
    change: calling('updateDepartment', {
      fields: bodyFields('DepartmentChange', {
        ...described,
        archived: {
          label: 'Not offered any more',
          from: ({ archived_at: at }: Item<'listDepartments'>) => at !== null,
        },
      }),
    }),
    merge: calling('mergeDepartment', {
      title: 'Merge into another',
      verb: 'Merge',
      fields: bodyFields('DepartmentMerger', { into: { label: 'Into', none: 'Choose a department' } }),
    }),
    delete: calling('deleteDepartment', {
      warning: 'Its people and the departments below it must have left it.',
    }),
  },
  create: ({ parts: { more } }) => ({ choices: { parent_id: more.all, manager_employee_id: more.people } }),
  line: (one, { form, parts: { more } }) => ({
    title: one.name,
    facts: [
      one.code,
      one.parent_id &&
        say('part of {name}', {
          name: more.all.find(({ id }) => id === one.parent_id)?.name ?? say('another'),
        }),
      one.manager && say('led by {name}', { name: one.manager.name }),
      one.headcount !== null && count(one.headcount, 'person', 'people'),
    ],
    marks: one.archived_at ? <Badge>{say('archived')}</Badge> : null,
    forms: [
      form('change', {
        of: one,
        choices: {
          parent_id: more.all.filter(({ id }) => id !== one.id),
          manager_employee_id: more.people,
        },
      }),
      one.archived_at
        ? null
        : form('merge', {
            of: one,
            choices: { into: more.all.filter(({ id, archived_at: at }) => id !== one.id && !at) },
          }),
      form('delete', { of: one, about: one.name }),
    ],
  }),
})
