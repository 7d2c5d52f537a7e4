import type { Reply } from '../kit/api.ts'
import type { Found } from '../kit/organization-context.ts'
import type { Task } from '../tasks/task-form.tsx'
import { hrefOf, taskPage, theTask } from '../tasks/tasks.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  type Page,
  type Problems,
  problemsOf,
  PageError,
} from '../kit/visit.ts'

/** Parses `1:30`, `1.5`, `2h` or `90m` into seconds; null if it is none of these. */
export function secondsOf(entered: string): number | null {
  const text = entered.trim().toLowerCase().replace(',', '.')
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? []
  if (hours) return Number(hours) * 3600 + Number(minutes) * 60
  const [, amount, unit] = /^(\d{1,4}(?:\.\d{1,4})?) ?(h|m|min)?$/.exec(text) ?? []
  return amount ? Math.round(Number(amount) * (unit?.startsWith('m') ? 60 : 3600)) : null
}

type TimeRequest = { path: string; body: object }
const requests: Record<string, (form: Form, task: Task) => TimeRequest> = {
  start: (_, { id }) => ({ path: '/timer/start', body: { task_id: id, stop_running: true } }),
  stop: () => ({ path: '/timer/stop', body: {} }),
  log: ({ spent = '', work_date = '', note = '' }, { id }) => ({
    path: '',
    body: {
      task_id: id,
      duration_seconds: secondsOf(spent),
      work_date,
      ...(note.trim() ? { description: note } : {}),
    },
  }),
}
const noTime = { fields: { spent: 'Write hours and minutes, such as 1:30, or 90m.' }, general: [] }
/** The API's field errors, keyed by the fields of the form. */
function problemsIn(reply: Reply): Problems {
  const { fields, general } = problemsOf(reply, ['duration_seconds', 'work_date', 'description'])
  const { duration_seconds, description, ...rest } = fields
  const spent = duration_seconds && { spent: 'Must be more than zero and at most 24 hours.' }
  return { fields: { ...rest, ...spent, ...(description && { note: description }) }, general }
}

export const actOnTime: Page = async (visit) => {
  const { form, api } = visit
  const requestFor = requests[form.action ?? '']
  if (!requestFor) throw new PageError(404, 'No such page', 'The address is wrong.')
  const found: Found<Task> = await theTask(visit)
  if (form.action === 'log' && secondsOf(form.spent ?? '') === null) return taskPage(visit, noTime, 422)
  const { path, body } = requestFor(form, found.object)
  const headers: Form = form.once && form.action !== 'stop' ? { 'idempotency-key': form.once } : {}
  const reply = await api.call('POST', `${found.at}/time-entries${path}`, { body, headers })
  if ([403, 409, 422].includes(reply.status)) {
    return taskPage(visit, problemsIn(reply), reply.status)
  }
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved#time`)
}
