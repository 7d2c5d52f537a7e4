import { countText } from '../kit/board.tsx'
import type { Sent, Subject } from '../kit/forms.tsx'
import { send, withoutEmpty } from '../kit/lists.tsx'
import { type Answer, pathOf } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import {
  jsonResponse,
  pageErrorOf,
  type Problems,
  redirectTo,
  type PageRequest,
  wantsJson,
} from '../kit/page-request.ts'

/** Cards shown in a column. */
export const perColumn = 12

type Made = Answer<'createTask'>
/** Creates a task. New tasks are "to do", so placing one in a column of another status is a second step. */
export async function createIn(
  request: PageRequest,
  { ids }: Subject<unknown>,
  call: (more?: object) => Promise<Sent>,
): Promise<Sent> {
  const first = await call()
  if (!first.refused || Object.keys(first.refused[0].fields).join() !== 'column_id') return first
  const { form } = request
  request.form = { ...form, ...(form.once && { once: `${form.once}.placed` }) }
  const created = await call({ column_id: undefined })
  request.form = form
  if (created.refused) return created
  const { id, key } = created.answer as Made
  const body = { column_id: form.column_id, position: 'top' }
  const target = { path: pathOf('moveTask', { ...ids, task_id: id }), body }
  const { rejected } = await send({ ...request, form: {} }, target)
  if (!rejected) return created
  const why = [say('{key} was created, but is in the first column.', { key }), ...rejected[0].general].join(
    ' ',
  )
  return { refused: [{ fields: {}, general: [why] }, rejected[1]] }
}

type Again = (problems: Problems, status: number) => Promise<Response>
/** Moves a card, by its form or by the script of the board, which gets the new state of the board. */
export async function moveCard(request: PageRequest, again: Again, about: () => Promise<Subject<unknown>>) {
  const subject = await about()
  const { id = '', column_id, before_id, after_id, position } = request.form
  const path = pathOf('moveTask', { ...subject.ids, task_id: id })
  const body = withoutEmpty({ column_id, before_id, after_id, position })
  if (wantsJson(request.c)) return toldBoard(request, subject, path, body)
  const { rejected } = await send(request, { path, body })
  return rejected ? again(...rejected) : redirectTo(`${subject.here}&done=saved#board`)
}

async function toldBoard({ api }: PageRequest, { read, ids }: Subject<unknown>, path: string, body: object) {
  const reply = await api.call<Answer<'moveTask'>>('POST', path, { body })
  const board = await read('getBoard', { per_column: perColumn }, ids)
  const columns = board.columns.map((one) => ({
    id: one.id,
    count: countText(one),
    over: one.over_limit,
    ids: one.items.map((card) => card.id),
  }))
  const isMoved = reply.status < 300
  const message = isMoved ? reply.body.warnings?.join('; ') : pageErrorOf(reply).message
  return jsonResponse(isMoved ? 200 : reply.status, { message, columns })
}
