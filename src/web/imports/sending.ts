import { hashOf } from '../attachments/file-actions.ts'
import type { Sent } from '../kit/forms.tsx'
import { say } from '../kit/say.ts'
import { bodyOf, problemsOf, type PageRequest } from '../kit/page-request.ts'

type Announced = { id: string; upload_url: string }
const refused = (status: number, why: string): Sent => ({
  refused: [{ fields: { file: why }, general: [] }, status],
})

/** Sends a file of tasks: first its size and hash, then its bytes. */
export async function sendFile({ api, file, form, here }: PageRequest, org: string): Promise<Sent> {
  if (file === 'too large') return refused(413, say('It is larger than 10 MiB. Send it by the API.'))
  if (!file?.name) return refused(422, say('Choose a file.'))
  if (!file.size) return refused(422, say('It is empty.'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const reply = await api.call<Announced>('POST', `/api/v1/organizations/${org}/imports`, {
    body: {
      source: form.source,
      project_id: form.project_id,
      filename: file.name,
      size_bytes: bytes.length,
      sha256: await hashOf(bytes),
    },
    headers: form.once ? { 'idempotency-key': form.once } : {},
  })
  if ([403, 409, 413, 422].includes(reply.status)) {
    const { fields, general } = problemsOf(reply, [
      'source',
      'project_id',
      'filename',
      'size_bytes',
      'sha256',
    ])
    const { filename, size_bytes, sha256, ...others } = fields
    const why = [filename, size_bytes, sha256].filter(Boolean).join(' ')
    return { refused: [{ fields: { ...others, ...(why && { file: why }) }, general }, reply.status] }
  }
  const made = bodyOf(reply, here)
  const sent = await api.send('PUT', new URL(made.upload_url).pathname, { bytes })
  if (sent.status >= 400) {
    const [why = say('It could not be kept. Send it again.')] = problemsOf(sent, []).general
    return refused(sent.status, why)
  }
  return { answer: made }
}
