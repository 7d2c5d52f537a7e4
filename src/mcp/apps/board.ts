import { element, unmarked } from './elements.ts'
import type { Json } from './host.ts'

type Column = { name: string; count?: number; wip_limit?: number; over_limit?: boolean; items?: Json[] }

/** The columns of a board with their cards. */
export const board = ({ columns = [] }: { columns?: Column[] }) =>
  element('div', 'board', ...columns.map(columnOf))

const columnOf = ({ name, count = 0, wip_limit, over_limit, items = [] }: Column) =>
  element(
    'section',
    over_limit ? 'column over' : 'column',
    element(
      'h2',
      '',
      `${unmarked(name)} `,
      element('small', '', wip_limit ? `${count} / ${wip_limit}` : `${count}`),
    ),
    ...items.map(cardOf),
    count > items.length && element('p', 'more', `${count - items.length} more`),
  )

function cardOf({ key, title, assignee, due, overdue, blocked }: Json) {
  const facts = [unmarked(assignee), due ? unmarked(due) : '', blocked ? 'blocked' : '']
    .filter(Boolean)
    .join(' · ')
  return element(
    'article',
    overdue ? 'card late' : 'card',
    element('small', '', unmarked(key)),
    element('p', '', unmarked(title)),
    element('small', '', facts),
  )
}
