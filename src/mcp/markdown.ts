import { withoutIds } from '../shared/plain-text.ts'
import { closed } from './outside.ts'
import { maxCharacters } from './result.ts'

type Person = { name: string } | null
type Named = { name: string } | null
type Task = {
  key: string
  title: string
  description: string | null
  status: string
  priority: string
  type: string
  project: { key: string; name: string }
  column: Named
  assignee: Person
  reporter: Person
  parent: { key: string; title: string } | null
  sprint: Named
  milestone: Named
  tags: { name: string }[]
  estimate_points: number | null
  estimate_minutes: number | null
  spent_minutes: number
  start_date: string | null
  due_date: string | null
  completed_at: string | null
  is_overdue: boolean
  is_archived: boolean
  counts: { open_blockers: number }
  updated_at: string
  url: string
}
type Comment = { body: string | null; author: Person; created_at: string; replies?: Comment[] }
type Page<T> = { items: T[]; total: number }
type TaskParts = { task: Task; subtasks: Page<Task> & { rollup: { done: number } }; comments: Page<Comment> }
type Document = {
  id: string
  title: string
  icon: string | null
  content: string
  next_offset: number | null
  current_version: number
  word_count: number
  visibility: string
  owner: Person
  updated_by: Person
  updated_at: string
  archived_at: string | null
  breadcrumbs: { id: string; title: string }[]
}

/** Longer comments are cut, so that all of the latest ones fit. */
const maxComment = 2000
/** The characters reserved for a description despite long comments. */
const minDescription = 4000

/** A task as Markdown: essentials, description, subtasks, latest comments; about 40 000 characters at most. */
export function taskText({ task, subtasks, comments }: TaskParts): string {
  const head = `# ${task.key} ${line(task.title)}\n\n${list(essentials(task))}`
  const parts = [subtasksText(subtasks, task.key), commentsText(comments, task.key)].filter(Boolean)
  const rest = cut(parts.join('\n\n'), maxCharacters - minDescription, 'of comments are left out here')
  const room = maxCharacters - head.length - rest.length
  const description = task.description?.trim()
  const about = description ? `## Description\n\n${cut(description, room, 'are left out here')}` : ''
  return [head, about, rest].filter(Boolean).join('\n\n') + '\n'
}

const essentials = (task: Task): Record<string, string | false | null | undefined> => ({
  Status: words(task.status) + (task.column ? ` (column ${line(task.column.name)})` : ''),
  Type: words(task.type),
  Priority: words(task.priority),
  Assignee: line(task.assignee?.name ?? 'nobody'),
  Reporter: line(task.reporter?.name ?? ''),
  Project: `${line(task.project.name)} (${task.project.key})`,
  Parent: task.parent && `${task.parent.key} ${line(task.parent.title)}`,
  Sprint: line(task.sprint?.name ?? ''),
  Milestone: line(task.milestone?.name ?? ''),
  Tags: task.tags.map(({ name }) => line(name)).join(', '),
  Start: task.start_date,
  Due: task.due_date && task.due_date + (task.is_overdue ? ' (overdue)' : ''),
  Completed: task.completed_at && moment(task.completed_at),
  Estimate: [
    task.estimate_points !== null && `${task.estimate_points} points`,
    task.estimate_minutes !== null && duration(task.estimate_minutes),
  ]
    .filter(Boolean)
    .join(', '),
  Spent: task.spent_minutes > 0 && duration(task.spent_minutes),
  'Open blockers': task.counts.open_blockers > 0 && String(task.counts.open_blockers),
  Archived: task.is_archived && 'yes',
  Updated: moment(task.updated_at),
  Link: task.url,
})

function subtasksText({ items, total, rollup }: TaskParts['subtasks'], key: string): string {
  if (total === 0) return ''
  const lines = items.map(({ key: own, title, status, assignee }) => {
    const who = assignee ? `, ${line(assignee.name)}` : ''
    return `- [${status === 'done' ? 'x' : ' '}] ${own} ${line(title)} (${words(status)}${who})`
  })
  const more = total - items.length
  if (more > 0) lines.push(`- ${more} more: list_subtasks with task_id ${key} and offset ${items.length}`)
  return `## Subtasks (${rollup.done} of ${total} done)\n\n${lines.join('\n')}`
}

function commentsText({ items, total }: Page<Comment>, key: string): string {
  if (total === 0) return ''
  const quoted = items.flatMap((comment) => [
    quote(comment, '>'),
    ...(comment.replies ?? []).map((reply) => quote(reply, '> >')),
  ])
  const more = total - items.length
  if (more > 0) quoted.push(`${more} earlier threads: list_comments with task_id ${key}.`)
  return `## Latest comments\n\n${quoted.join('\n\n')}`
}

/** A comment as a block quote, so that its headings do not become headings of the text. */
function quote({ body, author, created_at }: Comment, mark: string): string {
  const text = body === null ? '(deleted)' : cut(withoutIds(body.trim()), maxComment, 'are left out here')
  const who = `**${line(author?.name ?? 'Somebody')}**, ${moment(created_at)}`
  return [who, '', ...text.split('\n')].map((one) => `${mark} ${one}`.trimEnd()).join('\n')
}

/** A document as Markdown: its properties, then its text, and how to read on if there is more. */
export function documentText(document: Document): string {
  const { id, content, next_offset } = document
  const ancestors = document.breadcrumbs.filter((one) => one.id !== id).map(({ title }) => line(title))
  const head = list({
    In: ancestors.join(' / '),
    Owner: line(document.owner?.name ?? ''),
    Updated:
      moment(document.updated_at) + (document.updated_by ? ` by ${line(document.updated_by.name)}` : ''),
    Version: String(document.current_version),
    Words: String(document.word_count),
    Visibility: words(document.visibility),
    Archived: document.archived_at && moment(document.archived_at),
  })
  const title = [document.icon, line(document.title)].filter(Boolean).join(' ')
  const continuation =
    next_offset === null
      ? ''
      : `\n\n---\n\nThe text goes on: these are its first ${next_offset} characters. To read on, call get_document with ` +
        `document_id ${id} and offset ${next_offset}.`
  return `# ${title}\n\n${head}\n\n---\n\n${content}${continuation}\n`
}

const list = (facts: Record<string, string | false | null | undefined>) =>
  Object.entries(facts)
    .flatMap(([name, value]) => (value ? [`- **${name}:** ${value}`] : []))
    .join('\n')

const cut = (text: string, limit: number, what: string) =>
  text.length <= limit
    ? text
    : `${closed(`${text.slice(0, limit).toWellFormed()}…`, text)}\n\n(${text.length - limit} more characters ${what})`

/** Collapses whitespace into one line, for headings and list items. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const words = (value: string) => value.replaceAll('_', ' ')
const moment = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
const duration = (minutes: number) =>
  [Math.floor(minutes / 60) && `${Math.floor(minutes / 60)} h`, minutes % 60 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ') || '0 min'
