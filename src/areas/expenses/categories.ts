import { type SQL, sql } from 'drizzle-orm'
import { expenseCategories } from '../../../db/schema/expenses.ts'
import { boolParam, moment, text } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { contains, insert, type Ref, ensure } from '../../kit/sql.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { CategoryChange, categoryFields } from './schemas.ts'
import { unarchived } from '../../shared/references.ts'
import { targetOf } from '../../kit/targets.ts'

const categories = expenseCategories

const category = resource(categories, {
  noun: 'category',
  name: 'ExpenseCategory',
  at: '/expense-categories',
  item: '/expense-categories/{category_id}',
  fields: categoryFields,
  required: ['name'],
  change: CategoryChange,
  refers: {
    parent_id: unarchived(
      targetOf(categories, { noun: 'category' }),
      sql`${categories.archived_at} is not null`,
      'choose another',
    ),
  },
  shown: { archived_at: moment().nullable().describe('When it was put out of use') },
})
export const categoryTarget = category.target

const validateParent = (id: Ref, parent: string | null | undefined): SQL[] =>
  parent ? [sql`select app.check_expense_category(${id}::uuid, ${parent}::uuid)`] : []

export const categoryOperations = [
  category.list('listExpenseCategories', 'List the categories of expenses', {
    role: 'member',
    filter: {
      q: [text(80).describe('Words in the name'), (needle: string) => contains(categories.name, needle)],
      archived: [
        boolParam().default(false).meta({ description: 'Those out of use instead', type: 'boolean' }),
        (archived: boolean) => sql`(${categories.archived_at} is not null) = ${archived}`,
      ],
    },
    sorts: { name: sql`app.folded(${categories.name})`, account_code: categories.account_code },
    sort: 'name',
  }),
  category.create('createExpenseCategory', 'Create a category of expenses', {
    role: 'manager',
    example: { name: 'Conferences', account_code: '6290' },
    run: ({ body, id: nextId }) => {
      const id = nextId()
      return [...validateParent(id, body.parent_id), insert(categories, { id, ...body }), category.get(id)]
    },
  }),
  category.change('updateExpenseCategory', 'Change, archive or restore a category of expenses', {
    role: 'manager',
    example: { account_code: '6291' },
    run: ({ params: { category_id }, body: { version, archived, ...change } }) => [
      ...validateParent(category_id, change.parent_id),
      ...category.apply(category_id, version, {
        ...change,
        archived_at: stateTimestamp(categories.archived_at, archived),
      }),
    ],
  }),
  category.remove('deleteExpenseCategory', 'Delete a category that nothing uses', {
    role: 'manager',
    run: ({ params: { category_id } }) => [
      sql`select from ${categories} where ${category.row(category_id)} for update`,
      ensure(
        sql`not app.is_referenced('expense_categories', ${category_id}::uuid)`,
        'WM409',
        'the category is in use; archive it instead',
      ),
      sql`delete from ${categories} where ${category.row(category_id)}`,
    ],
  }),
]
