import type { CommentOf, ImportSource, Mapping, Row, Status, TaskRecord } from './model.ts'
import { columnsOf, hashOf, recordOf } from './records.ts'

const longestTitle = 255
const longestDescription = 100_000
const longestComment = 20_000
const mostSubtasks = 200

/** What is written for rows of a file, by its mapping. */
export function draftsOf(source: ImportSource, rows: (Row & { n: number })[], mapping: Mapping) {
  const columns = columnsOf(mapping.mapping)
  return rows.map((row) => ({
    n: row.n,
    ...draftOf(recordOf(source, row, columns), row.more?.done ?? false, mapping),
  }))
}

function draftOf(record: TaskRecord, isDone: boolean, said: Mapping) {
  const { problem, external_id, alt_id } = record
  if (problem) return { external_id, alt_id, problem }
  const state = Object.hasOwn(said.states, record.status) ? said.states[record.status] : undefined
  const status = record.decided ?? (isDone ? 'done' : (state?.status ?? null))
  if (!status) {
    const why = `nothing says what the state ${record.status || '(none)'} is`
    return { external_id, alt_id, problem: why }
  }
  return {
    external_id,
    alt_id: alt_id && shortened(alt_id, 255),
    problem: null,
    ...fieldsOf(record, status, said),
  }
}

/** The fields of a task that is written. */
function fieldsOf(record: TaskRecord, status: Status, { states, people, checklists }: Mapping) {
  const { warnings, due_date } = record
  const personOf = (name: string) => (name && Object.hasOwn(people, name) ? people[name]! : null)
  const state = Object.hasOwn(states, record.status) ? states[record.status] : undefined
  const [description, rest] = divided(textOf(record, checklists), warnings)
  const reporter = personOf(record.reporter)
  const isBackwards = record.start_date !== null && due_date !== null && record.start_date > due_date
  if (isBackwards) warnings.push('its start is after its end, and was left out')
  return {
    ...timesOf(record),
    title: shortened(record.title, longestTitle),
    description,
    status,
    column: state?.status === status ? (state.column ?? null) : null,
    type: record.type,
    priority: record.priority,
    assignee: personOf(record.assignee),
    reporter,
    imported_author: reporter ? null : nameOf(record.reporter),
    tags: [...record.labels, ...(record.type_tag ? [record.type_tag] : [])].map((tag) => shortened(tag, 50)),
    sprint: record.sprint && shortened(record.sprint, 80),
    start_date: isBackwards ? null : record.start_date,
    due_date,
    points: record.points,
    minutes: record.minutes,
    comments: [
      ...record.comments.flatMap((comment) => commentsOf(comment, personOf)),
      ...restOf(rest, record),
    ],
    subtasks: checklists === 'subtasks' ? subtasksOf(record) : [],
    links: linksOf(record),
    files: record.attachments.map(({ name, url }) => ({
      name: shortened(name, 200),
      url: shortened(url, 1000),
    })),
    warnings: warnings.slice(0, 20),
  }
}

const timesOf = ({ created_at, started_at, completed_at, cancelled_at, archived }: TaskRecord) => ({
  created_at,
  started_at,
  completed_at,
  cancelled_at,
  archived,
})

/** The items of its checklists as tasks below it. */
function subtasksOf({ checklists, external_id, warnings }: TaskRecord) {
  const items = checklists.flatMap((checklist) => checklist.items)
  if (items.length > mostSubtasks)
    warnings.push(`only the first ${mostSubtasks} items of its checklists became subtasks`)
  return items.slice(0, mostSubtasks).map(({ id, name, done }) => ({
    external_id: `${external_id}/${id}`.slice(0, 255),
    title: shortened(name.trim() || '-', longestTitle),
    done,
  }))
}

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
const nameOf = (name: string) => (name ? shortened(name, 200) : null)

/** The description with the whole of a title that was too long, checklists, and files that were not taken over. */
function textOf(record: TaskRecord, checklists: Mapping['checklists']): string {
  const parts = [record.title.length > longestTitle ? record.title : '', record.description.trim()]
  if (checklists === 'description')
    for (const { name, items } of record.checklists)
      parts.push(
        [`### ${name}`, ...items.map((item) => `- [${item.done ? 'x' : ' '}] ${item.name}`)].join('\n'),
      )
  if (record.attachments.length)
    parts.push(
      [
        'Files that were not taken over:',
        ...record.attachments.map(({ name, url }) => `- ${name}: ${url}`),
      ].join('\n'),
    )
  return parts.filter(Boolean).join('\n\n')
}

function divided(text: string, warnings: string[]): [string | null, string] {
  if (text.length <= longestDescription) return [text || null, '']
  warnings.push('the description was too long; the rest is in comments')
  const begin = text.slice(0, longestDescription).toWellFormed()
  return [begin, text.slice(begin.length)]
}

const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / longestComment) }, (_, place) =>
    text.slice(place * longestComment, (place + 1) * longestComment).toWellFormed(),
  ).filter((piece) => piece.trim())

const restOf = (rest: string, { reporter, created_at }: TaskRecord) =>
  piecesOf(rest).map((body, place) => ({
    external_id: hashOf('rest', String(place), body).slice(0, 32),
    author: null,
    imported_author: nameOf(reporter),
    at: created_at,
    body,
  }))

/** A comment, in several where it is too long. */
function commentsOf({ id, at, author, body }: CommentOf, personOf: (name: string) => string | null) {
  const known = id || hashOf(author, at, body).slice(0, 32)
  const person = personOf(author)
  return piecesOf(body).map((piece, place) => ({
    external_id: (place ? `${known}/${place}` : known).slice(0, 64),
    author: person,
    imported_author: person ? null : nameOf(author),
    at: at || null,
    body: piece,
  }))
}

function linksOf({ parent, blocks, blocked_by, relates_to }: TaskRecord) {
  return parent || blocks.length || blocked_by.length || relates_to.length
    ? {
        parent,
        blocks: blocks.slice(0, 200),
        blocked_by: blocked_by.slice(0, 200),
        relates_to: relates_to.slice(0, 200),
      }
    : null
}
