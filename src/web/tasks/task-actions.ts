import { withMentions } from '../comments/mentions.ts'
import { withConflictHint } from '../kit/organization-context.ts'
import { labels, type Task } from './task-form.tsx'
import { hrefOf, taskPage, theTask } from './tasks.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  type Page,
  type Problems,
  problemsOf,
  type Visit,
} from '../kit/visit.ts'
import type { Found } from '../kit/organization-context.ts'

const texts = ['title', 'status', 'priority', 'type'] as const
const clearable = [
  'assignee_id',
  'sprint_id',
  'milestone_id',
  'start_date',
  'due_date',
  'description',
  'rrule',
] as const
const numbers = ['estimate_points', 'estimate_minutes'] as const

/** Saves the form: unchanged fields are sent as they were shown, and the version says which state that was. */
export const changeTask: Page = async (visit) => {
  const found = await theTask(visit)
  const { form } = visit
  const parent = await parentOf(visit, found)
  if (parent === undefined) return taskPage(visit, noSuchParent, 422)
  const body = { ...changeOf(form), ...parent, version: numberOr(form.version ?? '') }
  const reply = await visit.api.call('PATCH', `${found.at}/tasks/${found.object.id}`, { body })
  if (reply.status === 409) visit.form = { ...form, version: String(found.object.version) }
  if ([409, 422].includes(reply.status))
    return taskPage(
      visit,
      withConflictHint(problemsOf(reply, Object.keys(labels)), reply.status),
      reply.status,
    )
  bodyOf(reply, visit.here)
  return setTags(visit, found)
}

function changeOf(form: Form) {
  const pick = (names: readonly string[], value: (text: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (name in form ? [[name, value(form[name]!)]] : [])))
  return {
    ...pick(texts, (text) => text),
    ...pick(clearable, (text) => text || null),
    ...pick(numbers, (text) => (text.trim() ? numberOr(text.trim()) : null)),
    ...pick(['progress_percent'], (text) => numberOr(text.trim() || '0')),
  }
}

const noSuchParent: Problems = {
  fields: { parent: 'There is no task with this key that you can see.' },
  general: [],
}

/** The parent task given in the form; undefined if no task has this key. */
async function parentOf({ api, form }: Visit, { at, object }: Found<Task>): Promise<object | undefined> {
  if (form.parent === undefined) return {}
  const key = form.parent.trim()
  if (!key) return { parent_id: null }
  if (key === object.parent?.key) return { parent_id: object.parent.id }
  const reply = await api.call<{ id: string }>('GET', `${at}/tasks/${encodeURIComponent(key.toUpperCase())}`)
  return reply.status === 200 ? { parent_id: reply.body.id } : undefined
}

/** Saves the tags if they have changed. */
async function setTags(visit: Visit, found: Found<Task>): Promise<Response> {
  const { tags } = visit.form
  const names = tags === undefined ? undefined : namesIn(tags)
  const before = found.object.tags.map(({ name }) => name).toSorted()
  if (!names || names.toSorted().join() === before.join()) return redirectTo(`${hrefOf(found)}&done=saved`)
  const reply = await visit.api.call('PUT', `${found.at}/tasks/${found.object.id}/tags`, {
    body: { names, create_missing: true },
  })
  if ([403, 409, 422].includes(reply.status)) {
    const { fields, general } = problemsOf(reply, ['names'])
    visit.form = { tags: tags! }
    const reasons = [fields.names, ...general].filter((one) => one !== undefined).join(' ')
    return taskPage(
      visit,
      { fields: { tags: `${reasons} Everything else is saved.` }, general: [] },
      reply.status,
    )
  }
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved`)
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim().replace(/^#/, ''))
    .filter(Boolean)

export const archiveTask: Page = async (visit) => {
  const found = await theTask(visit)
  const body = { archived: visit.form.archived === 'yes' }
  const reply = await visit.api.call('PATCH', `${found.at}/tasks/${found.object.id}`, { body })
  if ([403, 409, 422].includes(reply.status)) return taskPage(visit, problemsOf(reply, []), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved`)
}

export const commentOnTask: Page = async (visit) => {
  const found = await theTask(visit)
  const { body = '', parent_id } = visit.form
  const reply = await visit.api.call('POST', `${found.at}/tasks/${found.object.id}/comments`, {
    body: { body: await withMentions(visit, found.at, body), ...(parent_id ? { parent_id } : {}) },
  })
  if ([403, 409, 422].includes(reply.status))
    return taskPage(visit, problemsOf(reply, ['body']), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}#comments`)
}

/** A number, or the text itself if it is not one, so that the API reports the error. */
const numberOr = (text: string) => (text && Number.isFinite(Number(text)) ? Number(text) : text)
