import { fileTypes } from '../../../db/schema/values.ts'
import { limits } from './files.tsx'
import { bodyOf, type Problems, problemsOf, type PageRequest } from '../kit/page-request.ts'
import { say } from '../kit/say.ts'

type Announced = { id: string; upload_url: string | null }
/** The object that a file is attached to. */
export type Target = {
  at: string
  type: 'task' | 'expense' | 'ticket' | 'leave_request'
  id: string
  message?: string | undefined
}
export type Refused = { problems: Problems; status: number }

/** Attaches the submitted file. Null if it succeeds. */
export async function attach(request: PageRequest, target: Target): Promise<Refused | null> {
  const { file, form } = request
  if (file === 'too large') return fileProblem(413, say('It is larger than 10 MiB.'))
  if (!file?.name) return fileProblem(422, say('Choose a file.'))
  const attached = await upload(request, target, file, form.once)
  return typeof attached === 'string' ? null : attached
}

/** Attaches the submitted files, of which the first that is refused undoes all; returns their ids. */
export async function attachAll(request: PageRequest, target: Target): Promise<string[] | Refused> {
  const { files = [], form } = request
  if (request.file === 'too large') return fileProblem(413, say('They are larger than 10 MiB in all.'))
  const ids: string[] = []
  for (const [place, file] of files.entries()) {
    const attached = await upload(request, target, file, form.files_once && `${form.files_once}-${place}`)
    if (typeof attached !== 'string') {
      await detachAll(request, target.at, ids)
      return attached
    }
    ids.push(attached)
  }
  return ids
}

export async function detachAll(request: PageRequest, at: string, ids: string[]): Promise<void> {
  for (const id of ids) await request.api.call('DELETE', `${at}/attachments/${id}`)
}

/** Attaches a file: first its size and hash, which the API checks, then its bytes. Returns its id. */
async function upload(
  request: PageRequest,
  { at, type, id, message }: Target,
  file: File,
  once: string | undefined,
): Promise<string | Refused> {
  const { form } = request
  if (!file.size) return fileProblem(422, say('It is empty.'))
  if (!(fileTypes as readonly string[]).includes(file.type))
    return fileProblem(422, say('{name} is of another type.', { name: file.name }))
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
  const reply = await request.api.call<Announced>('POST', `${at}/attachments`, {
    body,
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 413, 422].includes(reply.status)) return fileProblems(reply)
  const { upload_url, id: attached } = bodyOf(reply, request.here)
  if (!upload_url) return attached
  const sent = await request.api.send('PUT', new URL(upload_url).pathname, { bytes })
  if ([403, 404, 409, 413, 422].includes(sent.status)) return fileProblems(sent)
  bodyOf(sent, request.here)
  return attached
}

export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const fileFields = ['filename', 'content_type', 'size_bytes', 'sha256', 'caption']
/** To the person, an error in any of these fields is an error of the file. */
function fileProblems(reply: Parameters<typeof problemsOf>[0]): Refused {
  const { fields, general } = problemsOf(reply, fileFields)
  const { caption, ...file } = fields
  if (caption) return { problems: { fields: { caption }, general: [] }, status: reply.status }
  const reasons = [...Object.values(file), ...general]
    .map((one) => one.replace(/^Body(?:\.\w+)?: /, ''))
    .join(' ')
  return fileProblem(reply.status, reasons)
}

const fileProblem = (status: number, why: string): Refused => ({
  problems: { fields: { file: say('{why} Allowed: {limits}', { why, limits }) }, general: [] },
  status,
})
