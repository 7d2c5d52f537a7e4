import { draftOf, labels } from './expense-form.tsx'
import { expensePage, hrefOf, theExpense } from './expense.tsx'
import { attach, detach } from '../attachments/file-actions.ts'
import { find, organizationContext, withConflictHint } from '../kit/organization-context.ts'
import { bodyOf, redirectTo, type Page, problemsOf, PageError } from '../kit/visit.ts'
import { isUuid } from '../../kit/id.ts'

const names = Object.keys(labels)

/** Saves the form; the version is the one that the form was rendered from. */
export const changeExpense: Page = async (visit) => {
  const found = await theExpense(visit)
  const { form } = visit
  const { body, problems } = draftOf(form)
  if (Object.keys(problems).length) return expensePage(visit, { fields: problems, general: [] }, 422)
  const version = Number(form.version) || found.object.version
  const reply = await visit.api.call('PATCH', `${found.at}/expenses/${found.object.id}`, {
    body: { ...body, version },
  })
  if (reply.status === 409) visit.form = { ...form, version: String(found.object.version) }
  if ([403, 409, 422].includes(reply.status))
    return expensePage(visit, withConflictHint(problemsOf(reply, names), reply.status), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved`)
}

const bodies: Record<string, (form: Record<string, string>) => object | undefined> = {
  submit: () => undefined,
  approve: () => undefined,
  reject: ({ reason = '' }) => ({ reason }),
  pay: ({ paid_on }) => (paid_on ? { paid_on } : {}),
}

export const actOnExpense: Page = async (visit) => {
  const action = visit.c.req.param('action') ?? ''
  const bodyFor = bodies[action]
  if (!bodyFor && action !== 'delete') throw new PageError(404, 'No such page', 'The address is wrong.')
  const found = await theExpense(visit)
  const path = `${found.at}/expenses/${found.object.id}`
  const body = bodyFor?.(visit.form)
  const reply = bodyFor
    ? await visit.api.call('POST', `${path}/${action}`, body ? { body } : {})
    : await visit.api.call('DELETE', path)
  if ([403, 409, 422].includes(reply.status))
    return expensePage(visit, problemsOf(reply, names), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(
    bodyFor ? `${hrefOf(found)}&done=saved` : `/organizations/${found.home.slug}/expenses?done=saved`,
  )
}

export const attachReceipt: Page = async (visit) => {
  const found = await theExpense(visit)
  const failure = await attach(visit, { at: found.at, type: 'expense', id: found.object.id })
  return failure
    ? expensePage(visit, failure.problems, failure.status)
    : redirectTo(`${hrefOf(found)}&done=saved#files`)
}

export const deleteReceipt: Page = async (visit) => {
  const found = await theExpense(visit)
  await detach(visit, found.at)
  return redirectTo(`${hrefOf(found)}&done=saved#files`)
}

/** Redirects to the download URL of a receipt. */
export const showReceipt: Page = async (visit) => {
  const id = visit.c.req.param('file') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such file', 'The address is incomplete.')
  const { object } = await find<{ download_url: string }>(visit, `/attachments/${id}`, 'file')
  return redirectTo(object.download_url)
}

/** Spreadsheets recognize UTF-8 by the byte order mark. */
const byteOrderMark = '\u{FEFF}'

type Exported = { filename: string; content: string }
/** The expenses of a period as a file, for managers. */
export const downloadExpenses: Page = async (visit) => {
  const { at } = await organizationContext(visit)
  const { from = '', to = '' } = visit.query
  const reply = await visit.api.call<Exported>(
    'GET',
    `${at}/expenses/export?${new URLSearchParams({ from, to })}`,
  )
  if (reply.status === 422)
    throw new PageError(422, 'Not a valid period', problemsOf(reply, []).general.join(' '))
  const { filename, content } = bodyOf(reply, visit.here)
  return new Response(byteOrderMark + content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  })
}
