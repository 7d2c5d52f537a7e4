import { fileTypes } from '../../db/schema/values.ts'
import { isUuid } from '../kit/id.ts'
import { limits } from './files.tsx'
import { find } from './place.ts'
import { hrefOf, taskPage, theTask } from './tasks.tsx'
import { bodyOf, goTo, type Page, type Problems, problemsOf, Trouble, type Visit } from './visit.ts'

type Announced = { id: string; upload_url: string | null }
/** What files are attached to. */
export type On = { at: string; type: 'task' | 'expense' | 'ticket'; id: string; message?: string | undefined }
export type Refused = { problems: Problems; status: number }

/** Attaches the file of the form: its size and hash first, which the API judges, then its bytes. Null where that went well. */
export async function attach(visit: Visit, { at, type, id, message }: On): Promise<Refused | null> {
  const { file, form } = visit
  if (file === 'too large') return wrongFile(413, 'It is larger than 10 MiB.')
  if (!file?.name) return wrongFile(422, 'Choose a file.')
  if (!file.size) return wrongFile(422, 'It is empty.')
  if (!(fileTypes as readonly string[]).includes(file.type))
    return wrongFile(422, `${file.name} is of another type.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const body = {
    entity_type: type,
    entity_id: id,
    ...(message && { message_id: message }),
    filename: file.name,
    content_type: file.type,
    size_bytes: bytes.length,
    sha256: await hashOf(bytes),
    ...(form.caption ? { caption: form.caption } : {}),
  }
  const reply = await visit.api.call<Announced>('POST', `${at}/attachments`, {
    body,
    headers: form.once ? { 'idempotency-key': form.once } : {},
  })
  if ([403, 409, 413, 422].includes(reply.status)) return refused(reply)
  const { upload_url } = bodyOf(reply, visit.here)
  if (!upload_url) return null
  const sent = await visit.api.send('PUT', new URL(upload_url).pathname, { bytes })
  if ([403, 404, 409, 413, 422].includes(sent.status)) return refused(sent)
  bodyOf(sent, visit.here)
  return null
}

/** Deletes the file that the form names. */
export async function detach(visit: Visit, at: string): Promise<void> {
  const id = encodeURIComponent(visit.form.id ?? '')
  const reply = await visit.api.call('DELETE', `${at}/attachments/${id}`)
  // Somebody else was faster, or the button was pressed twice: it is gone, as wanted.
  if (reply.status !== 404) bodyOf(reply, visit.here)
}

export const attachFile: Page = async (visit) => {
  const found = await theTask(visit)
  const wrong = await attach(visit, { at: found.at, type: 'task', id: found.object.id })
  return wrong ? taskPage(visit, wrong.problems, wrong.status) : goTo(`${hrefOf(found)}&done=saved#files`)
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ofFile = ['filename', 'content_type', 'size_bytes', 'sha256', 'caption']
/** What is wrong with any field of it is wrong with the file, as the person sees it. */
function refused(reply: Parameters<typeof problemsOf>[0]): Refused {
  const { fields, above } = problemsOf(reply, ofFile)
  const { caption, ...file } = fields
  if (caption) return { problems: { fields: { caption }, above: [] }, status: reply.status }
  const said = [...Object.values(file), ...above].map((one) => one.replace(/^Body(?:\.\w+)?: /, '')).join(' ')
  return wrongFile(reply.status, said)
}

const wrongFile = (status: number, why: string): Refused => ({
  problems: { fields: { file: `${why} Allowed: ${limits}` }, above: [] },
  status,
})

export const deleteFile: Page = async (visit) => {
  const found = await theTask(visit)
  await detach(visit, found.at)
  return goTo(`${hrefOf(found)}&done=saved#files`)
}

/** Leads to the bytes of a file. */
export const showFile: Page = async (visit) => {
  const id = visit.c.req.param('id') ?? ''
  if (!isUuid(id)) throw new Trouble(404, 'No such file', 'The address is incomplete.')
  const { object } = await find<{ download_url: string }>(visit, `/attachments/${id}`, 'file')
  return goTo(object.download_url)
}
