import { named } from './csv.ts'
import { type Column, type ImportField, type Row, type Table, UnreadableFile } from './model.ts'
import { cellsFrom, columnOf, listIn, mostRows, recordIn, tableOf, textIn } from './tables.ts'

type Item = Record<string, unknown>

const field = named({
  'task id': 'key',
  'created at': 'created_at',
  'completed at': 'completed_at',
  name: 'title',
  'section/column': 'status',
  section: 'status',
  'assignee email': 'assignee',
  'start date': 'start_date',
  'due date': 'due_date',
  tags: 'labels',
  notes: 'description',
  'parent task': 'parent',
  'blocked by': 'blocked_by',
  'blocked by (dependencies)': 'blocked_by',
  blocking: 'blocks',
  'blocking (dependencies)': 'blocks',
})

/** The CSV export of a project of Asana. Parents are named by their title, dependencies by titles or ids. */
export function readAsanaCsv(bytes: Uint8Array): Table {
  const table = tableOf(bytes, field)
  return {
    ...table,
    warnings: [...table.warnings, 'The CSV export of Asana holds no comments and no files.'],
  }
}

const fields: Record<string, ImportField> = {
  Id: 'key',
  Name: 'title',
  Notes: 'description',
  Section: 'status',
  Assignee: 'assignee',
  'Created by': 'reporter',
  'Created at': 'created_at',
  'Completed at': 'completed_at',
  Start: 'start_date',
  Due: 'due_date',
  Tags: 'labels',
  Parent: 'parent_key',
  'Blocked by': 'blocked_by',
  Blocking: 'blocks',
}

const nameOf = (value: unknown) => textIn(recordIn(value).name)
const gidsOf = (value: unknown) => listIn(value).map((one) => textIn(recordIn(one).gid))

/** The JSON export of a project of Asana, with sub-tasks inside of their tasks. A task of several projects counts once. */
export function readAsanaJson(file: Item): Table {
  const rows: Row[] = []
  const seen = new Set<string>()
  let waiting = listIn(file.data).map((task) => ({ task: recordIn(task), parent: '' }))
  while (waiting.length) {
    const inside: typeof waiting = []
    for (const { task, parent } of waiting) {
      const gid = textIn(task.gid)
      if (seen.has(gid)) continue
      seen.add(gid)
      rows.push(rowOf(task, parent, rows.length + 1))
      if (rows.length > mostRows) throw new UnreadableFile(`it has more than ${mostRows} tasks`)
      inside.push(...listIn(task.subtasks).map((one) => ({ task: recordIn(one), parent: gid })))
    }
    waiting = inside
  }
  if (!rows.length) throw new UnreadableFile('it has no tasks')
  const columns = Object.entries(fields).map(([name, of]): Column => columnOf(name, of, rows))
  const hasStories = rows.some(({ more }) => more?.comments?.length)
  return { columns, rows, warnings: hasStories ? [] : ['The file holds no comments.'] }
}

const cellsOf = (task: Item, inside: string) => {
  const [membership] = listIn(task.memberships).map(recordIn)
  const assignee = recordIn(task.assignee)
  return cellsFrom({
    Id: textIn(task.gid),
    Name: textIn(task.name),
    Notes: textIn(task.notes),
    Section: nameOf(membership?.section) || nameOf(task.assignee_section),
    Assignee: textIn(assignee.email) || textIn(assignee.name),
    'Created by': nameOf(task.created_by),
    'Created at': textIn(task.created_at),
    'Completed at': textIn(task.completed_at),
    Start: textIn(task.start_at) || textIn(task.start_on),
    Due: textIn(task.due_at) || textIn(task.due_on),
    Tags: listIn(task.tags).map(nameOf),
    Parent: textIn(recordIn(task.parent).gid) || inside,
    'Blocked by': gidsOf(task.dependencies),
    Blocking: gidsOf(task.dependents),
  })
}

function rowOf(task: Item, inside: string, line: number): Row {
  const stories = listIn(task.stories)
    .map(recordIn)
    .filter((story) => story.type === 'comment' || story.resource_subtype === 'comment_added')
  const files = listIn(task.attachments)
    .map(recordIn)
    .map((one) => ({
      name: textIn(one.name) || 'file',
      url: textIn(one.permanent_url) || textIn(one.view_url),
    }))
  return {
    line,
    cells: cellsOf(task, inside),
    more: {
      comments: stories.map((story) => ({
        id: textIn(story.gid),
        at: textIn(story.created_at),
        author: nameOf(story.created_by),
        body: textIn(story.text),
      })),
      attachments: files.filter(({ url }) => url),
      ...(task.completed === true && { done: true }),
    },
  }
}
