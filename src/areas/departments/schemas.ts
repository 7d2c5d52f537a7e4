import * as z from 'zod'
import {
  boolParam,
  change,
  count,
  id,
  idOut,
  moment,
  pageOf,
  paging,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { nameText } from '../../shared/names.ts'

export const fields = {
  name: nameText(120)
    .overwrite((name) => name.replaceAll(/\s+/g, ' '))
    .meta({ description: 'What it is called', example: 'Engineering' }),
  code: text(20).nullable().meta({ description: 'A short code', example: 'ENG' }),
  parent_id: id().nullable().meta({ description: 'The department above it', 'x-names': 'department' }),
  manager_employee_id: id().nullable().meta({ description: 'Who leads it', 'x-names': 'employee' }),
  cost_center: text(40).nullable().meta({ description: 'As it stands in the books', example: '4100' }),
}
export const DepartmentChange = change({
  ...fields,
  archived: z.boolean().describe('Whether it is archived'),
}).meta({ id: 'DepartmentChange' })

export const DepartmentFilter = z
  .strictObject({
    tree: boolParam().default(false).meta({ type: 'boolean', description: 'Nested' }),
    q: text(100).optional().describe('Part of a name or code'),
    archived: boolParam().default(false).meta({ type: 'boolean', description: 'The archived ones instead' }),
    ...paging,
    sort: sorting(['name', 'code', 'created_at'], 'name'),
  })
  .refine(({ tree, q, offset }) => !tree || (q === undefined && offset === 0), {
    message: 'a tree is whole: leave q and offset out',
    path: ['tree'],
  })
export const DepartmentMerger = z
  .strictObject({
    into: id().meta({ description: 'Where its people and departments go', 'x-names': 'department' }),
  })
  .meta({ id: 'DepartmentMerger' })
export const DepartmentRemoval = z.strictObject({
  reassign_to: id()
    .optional()
    .meta({ description: 'Where its people and departments go', 'x-names': 'department' }),
})

export const shownFields = {
  manager: z
    .object({
      employee_id: idOut().describe('Which one'),
      name: z.string().nullable().describe('What the person is called'),
    })
    .nullable()
    .meta({ id: 'DepartmentManager', description: 'Who leads it' }),
  headcount: count().nullable().meta({
    description:
      'Its people, with those of departments below; null for fewer than 3 unless you are a manager',
  }),
  archived_at: moment().nullable().describe('When it was archived'),
}

const fieldsOfOne = z.object({
  id: idOut().describe('Identifies it'),
  ...fields,
  ...shownFields,
  version: version(),
  created_at: moment().describe('When it was created'),
  updated_at: moment().describe('When it was last changed'),
  children: z
    .array(z.lazy(() => Listed))
    .optional()
    .meta({ description: 'The departments below it, in a tree' }),
})
const Listed: z.ZodObject = fieldsOfOne.meta({
  id: 'DepartmentNode',
  'x-row': 'id name* code manager=manager.name headcount children',
})
export const Departments = pageOf(Listed)
