import { Task } from '../shared/task/schema.ts'
import type { Arguments } from './call.ts'
import type { Tool } from './catalogue.ts'

type Json = Record<string, unknown>
/**
 * How an answer is presented; `structured` if the client requested structured content and the tool has some, `offset` if
 * its content is a section of a text that begins there.
 */
export type How = { full: boolean; write: boolean; structured?: boolean; offset?: number }
/** The fields of every task; any others are there because the list is about them. */
const taskFields = new Set([...Object.keys(Task.shape), 'in_column', 'carried_over_times'])
/** Longer texts in a write's answer are shortened: the caller has just sent them. */
const maxText = 400

/**
 * An answer without what costs tokens but does not help a model: tasks in lists reduced to essentials, empty values left
 * out, and only a receipt of what was written. `full` leaves out only the empty values.
 */
export function lean(answer: unknown, { full, write }: How): unknown {
  if (full) return withoutEmpty(answer)
  if (isTask(answer))
    return write ? receiptOf(answer) : { ...(withoutEmpty(answer) as Json), ...inside(answer) }
  const brief = inside(answer)
  return write ? shortTexts(brief) : brief
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTask = (value: unknown): value is Json =>
  isObject(value) && ['key', 'title', 'status', 'priority'].every((name) => name in value)

/** A reference to a person: the name works wherever the id does. */
const isPerson = (value: Json) => Object.keys(value).sort().join() === 'name,user_id'
const hasKey = ({ key }: Json) => typeof key === 'string' && /^[A-Z][A-Z0-9]+-\d+$/.test(key)

/** The answer with the tasks in its lists made brief. */
function inside(value: unknown): Json {
  const changed = Object.entries(value as Json).flatMap(([name, inner]): [string, unknown][] =>
    isTask(value) && !Array.isArray(inner) ? [] : [[name, brief(inner)]],
  )
  return Object.fromEntries(changed.filter(([, inner]) => !isEmpty(inner)))
}

function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief)
  if (isTask(value)) return briefTask(value)
  if (!isObject(value)) return value
  if (isPerson(value)) return value.name
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name === 'id' && hasKey(value)) return []
      const short = brief(inner)
      return isEmpty(short) ? [] : [[name, short] as const]
    }),
  )
}

/** The essentials of a task in a list, in about fifty tokens; its key works wherever its id does. */
function briefTask(task: Json): Json {
  const named = (name: string) => (task[name] as { name?: string } | null)?.name
  const names = ((task.tags ?? []) as { name: string }[]).map(({ name }) => name)
  const more = Object.entries(task).filter(([name]) => !taskFields.has(name))
  return withoutEmpty({
    key: task.key,
    title: task.title,
    type: task.type === 'task' ? undefined : task.type,
    status: task.status,
    priority: task.priority,
    assignee: named('assignee'),
    due: task.due_date,
    sprint: named('sprint'),
    parent: (task.parent as { key?: string } | null)?.key,
    points: task.estimate_points,
    tags: names.length ? names : undefined,
    overdue: task.is_overdue || undefined,
    blocked: task.is_blocked || undefined,
    ...Object.fromEntries(more),
  }) as Json
}

/** A receipt of a write: enough to name the task, to show it and to change it again. */
function receiptOf(task: Json): Json {
  const { id, url, version } = task
  return { id, ...briefTask(task), column: (task.column as { name?: string } | null)?.name, url, version }
}

const shortTexts = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && inner.length > maxText
        ? `${inner.slice(0, maxText).toWellFormed()}… (${inner.length} characters)`
        : inner,
    ]),
  )

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? false : isObject(value) && Object.keys(value).length === 0)

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const cleaned = withoutEmpty(inner)
      return isEmpty(cleaned) ? [] : [[name, cleaned] as const]
    }),
  )
}

/** Splits off the argument `detail`, which only concerns how the answer is presented. */
export function splitDetail(
  { inputSchema, annotations }: Pick<Tool, 'inputSchema' | 'annotations'>,
  sent: Arguments,
) {
  const how = { full: sent.detail === 'full', write: !annotations.readOnlyHint }
  if (!('detail' in (inputSchema.properties as object))) return { given: sent, how: { ...how, full: false } }
  const { detail: _detail, ...given } = sent
  return { given, how }
}
