import type { FC } from 'hono/jsx'
import { fileTypes } from '../../../db/schema/values.ts'
import { base64 } from '../../base/base64.ts'
import { contradiction, inspectFile } from '../../shared/files/content.ts'
import { safeName, typesOf } from '../../shared/files/names.ts'
import { sizeOf } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import type { Contact } from './portal-session.ts'
import { type Problems, problemsOf, type Visit } from '../kit/visit.ts'

export type Attachment = { id: string; filename: string; content_type: string; size_bytes: number }

export const FileField: FC<{ problems: Problems }> = ({ problems }) => (
  <Field
    name="file"
    type="file"
    label="File"
    hint="PNG, JPG, WEBP, GIF or PDF, up to 10 MiB."
    accept={[...fileTypes].join(',')}
    problems={problems}
    optional
  />
)

export const Files: FC<{ of: Attachment[]; on: string }> = ({ of, on }) =>
  of.length ? (
    <ul class="attachments">
      {of.map(({ id, filename, size_bytes }) => (
        <li>
          <a href={`${on}/files/${id}`}>{filename}</a> <span class="muted">{sizeOf(size_bytes)}</span>
        </li>
      ))}
    </ul>
  ) : null

/** Why the submitted file cannot be attached, checked before anything is saved. */
export async function problemOfFile({ file }: Visit): Promise<string | undefined> {
  if (file === 'too large') return 'It is larger than 10 MiB. Choose a smaller one.'
  if (!file?.name) return undefined
  if (!file.size) return 'It is empty. Choose another one.'
  const verdict = inspectFile(new Uint8Array(await file.arrayBuffer()), true)
  const fileProblem = verdict === 'more' ? undefined : contradiction(verdict, file.type)
  const fits = typesOf(safeName(file.name)).some((type) => type === file.type)
  return fileProblem || !fits ? 'It is not a PNG, JPG, WEBP, GIF or PDF. Choose another one.' : undefined
}

/** Attaches the submitted file to a ticket or to one of its messages. Returns the reason if that fails. */
export async function attachFile(
  { visit, call }: Contact,
  ticket: string,
  message_id?: string,
): Promise<string | undefined> {
  const { file, form } = visit
  if (!file || file === 'too large' || !file.name) return undefined
  const reply = await call('POST', `/tickets/${ticket}/attachments`, {
    body: {
      filename: file.name,
      content_type: file.type,
      content_base64: base64(new Uint8Array(await file.arrayBuffer())),
      ...(message_id && { message_id }),
    },
    once: form.once && `${form.once}-file`,
  })
  if (reply.status < 300) return undefined
  const { fields, general } = problemsOf(reply, ['filename', 'content_type', 'content_base64', 'message_id'])
  return [...Object.values(fields), ...general].join(' ')
}
