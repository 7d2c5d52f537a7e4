import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

const described = {
  name: 'Name',
  parent_id: { label: 'Part of', none: 'No other' },
  account_code: { label: 'Account', hint: 'In your books, such as 6290.' },
} as const

/** What expenses are sorted by. */
export default listPage({
  at: '/organizations/:slug/expense-categories',
  of: 'listExpenseCategories',
  title: 'Categories of expenses',
  lead: 'What expenses are sorted by, with the accounts that they are booked to.',
  noun: ['category', 'categories'],
  under: (organization) => [[say('Expenses'), addressIn(organization, 'expenses')]],
  parts: ({ read }) => readAll(read, 'listExpenseCategories'),
  forms: {
    '': calling('createExpenseCategory', {
      title: 'New category',
      verb: 'Create category',
      fields: bodyFields('ExpenseCategoryDraft', described),
    }),
    change: calling('updateExpenseCategory', {
      fields: bodyFields('ExpenseCategoryChange', {
        ...described,
        archived: {
          label: 'Not offered any more',
          from: ({ archived_at: at }: Item<'listExpenseCategories'>) => at !== null,
        },
      }),
    }),
    delete: calling('deleteExpenseCategory', {
      warning: 'One that expenses have is archived instead.',
    }),
  },
  create: ({ parts }) => ({ choices: { parent_id: parts.more } }),
  line: (category, { form, parts: { more: all } }) => ({
    title: category.name,
    facts: [category.account_code, all.find(({ id }) => id === category.parent_id)?.name],
    marks: category.archived_at ? <Badge>{say('archived')}</Badge> : null,
    forms: [
      form('change', {
        of: category,
        choices: { parent_id: all.filter(({ id }) => id !== category.id) },
      }),
      form('delete', { of: category, about: category.name }),
    ],
  }),
})
