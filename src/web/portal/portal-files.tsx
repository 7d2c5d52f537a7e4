import { say } from '../kit/say.ts'
import { base64 } from '../../base/base64.ts'
import { contradiction, inspectFile } from '../../shared/files/content.ts'
import { safeName, typesOf } from '../../shared/files/names.ts'
import type { OwnField } from '../kit/field-entries.ts'
import { type Body, pathOf } from '../kit/operations.ts'
import type { PageValue } from '../kit/page-value.tsx'
import { problemsOf, redirectTo, type PageRequest } from '../kit/page-request.ts'
import { tickets } from './portal-tickets.tsx'

/** The field for a file of a form that asks for one. */
export const fileField: Record<string, OwnField> = {
  file: { label: 'File', type: 'file', hint: 'PNG, JPG, WEBP, GIF or PDF, up to 10 MiB.' },
}

/** Why the submitted file cannot be attached, checked before anything is saved. */
export async function problemOfFile({ file }: PageRequest): Promise<string | undefined> {
  if (file === 'too large') return say('It is larger than 10 MiB. Choose a smaller one.')
  if (!file?.name) return undefined
  if (!file.size) return say('It is empty. Choose another one.')
  const verdict = inspectFile(new Uint8Array(await file.arrayBuffer()), true)
  const fileProblem = verdict === 'more' ? undefined : contradiction(verdict, file.type)
  const fits = typesOf(safeName(file.name)).some((type) => type === file.type)
  return fileProblem || !fits ? say('It is not a PNG, JPG, WEBP, GIF or PDF. Choose another one.') : undefined
}

type Attaching = { message?: string | undefined; done: string }
/** Leads to a ticket with what was sent, after its file was attached to it or to its message, or refused. */
export async function attachedTo(
  request: PageRequest,
  ticket: string,
  { message, done }: Attaching,
): Promise<Response> {
  const refused = await attach(request, ticket, message)
  if (!refused) return redirectTo(`${tickets}/${ticket}?done=${done}#done`)
  const file = say('Your message is sent, but its file is not. {why}', { why: refused })
  const page: PageValue = (await import('./portal-ticket.tsx')).default
  const instead = { ...request, form: {}, query: {}, action: '', params: { ticket_id: ticket } }
  return page.show(instead, [{ fields: { file }, general: [] }, 422])
}

/** Attaches the submitted file, if there is one. Returns the reason if that fails. */
async function attach(
  { file, form, api }: PageRequest,
  ticket_id: string,
  message_id: string | undefined,
): Promise<string | undefined> {
  if (!file || file === 'too large' || !file.name) return undefined
  const body: Body<'uploadPortalAttachment'> = {
    filename: file.name,
    content_type: file.type as Body<'uploadPortalAttachment'>['content_type'],
    content_base64: base64(new Uint8Array(await file.arrayBuffer())),
    ...(message_id && { message_id }),
  }
  const reply = await api.call('POST', pathOf('uploadPortalAttachment', { ticket_id }), {
    body,
    ...(form.once && { headers: { 'idempotency-key': `${form.once}-file` } }),
  })
  if (reply.status < 300) return undefined
  const { fields, general } = problemsOf(reply, Object.keys(body))
  return [...Object.values(fields), ...general].join(' ')
}
