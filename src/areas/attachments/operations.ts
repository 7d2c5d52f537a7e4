import { bytesToHex } from '@noble/hashes/utils.js'
import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { pageOf } from '../../kit/fields.ts'
import { uuidv7 } from '../../kit/id.ts'
import { area, type Preparation, type TransformContext, read, write } from '../../kit/operation.ts'
import { judge } from './content.ts'
import { fileUrl } from '../../shared/files/links.ts'
import * as queries from './queries.ts'
import {
  Attachment,
  AttachmentChange,
  AttachmentDraft,
  AttachmentFile,
  AttachmentFilter,
  AttachmentUpload,
} from './schemas.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** 14 MB of JSON hold 10 MiB of base64 and the other fields. */
const maxBytes = 14 * 1024 * 1024

type Draft = z.output<typeof AttachmentDraft>

/** Stores the bytes under a new key before there is a row, so that no row ever lacks its bytes. */
async function store(
  { content_base64: bytes }: Draft,
  org: string,
  { files }: Outside,
): Promise<Preparation> {
  const storage_key = `org/${org}/${uuidv7()}`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes!))
  await files.put(storage_key, bytes!)
  return {
    facts: { storage_key, sha256: bytesToHex(hash) },
    compensate: () => files.delete([storage_key]).catch(() => undefined),
  }
}

/** What the bytes themselves show. */
function measured({ content_base64: bytes }: Draft) {
  const verdict = bytes && judge(bytes, true)
  const side = verdict && typeof verdict === 'object' && 'side' in verdict ? verdict.side : null
  return bytes ? { size_bytes: bytes.length, ...side } : {}
}

/** Signs the link in the response; the database determines for whom, and until when. */
const signing =
  (use: 'GET' | 'PUT', field: 'download' | 'upload') => (told: string, context: TransformContext) => {
    const answer = JSON.parse(told) as Record<string, string | null>
    const [org, file, user] = answer[`${field}_url`]?.split(' ') ?? []
    if (!org || !file || !user) return told
    const until = answer[`${field}_expires_at`]!
    return JSON.stringify({ ...answer, [`${field}_url`]: fileUrl(context, { use, org, file, user, until }) })
  }

export default area('attachments', 'Attachments', { attachment_id: queries.attachmentTarget }, [
  read({
    id: 'listAttachments',
    summary: 'List the files on a task, an invoice or an expense',
    at: 'GET /attachments',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'list_attachments',
    query: AttachmentFilter,
    returns: pageOf(Attachment),
    example: { query: 'entity_type=task&entity_id={task_id}' },
    run: ({ query }) => queries.listAttachments(query),
  }),
  write({
    id: 'uploadAttachment',
    summary: 'Attach a file: its bytes as base64, or its size and hash to PUT the bytes after',
    at: 'POST /attachments',
    role: 'member',
    allowsProjectKeys: true,
    audit: 'attachment.uploaded',
    body: AttachmentDraft,
    returns: AttachmentUpload,
    status: 201,
    refuses: [409],
    maxBytes,
    details: 'PNG, JPG, WEBP, GIF or PDF of at most 10 MiB, told by their bytes; 50 on one object.',
    example: {
      body: {
        caption: 'A dot',
        entity_type: 'task',
        entity_id: '{task_id}',
        filename: 'dot.png',
        content_type: 'image/png',
        content_base64: dot,
      },
    },
    preflight: { authorize: (draft) => draft.content_base64 && queries.mayAttach(draft), perform: store },
    run: ({ body, id, prepared, settings }) =>
      queries.attach(id(), { ...body, ...measured(body) }, prepared?.facts, settings.mostStored),
    transform: signing('PUT', 'upload'),
  }),
  read({
    id: 'getAttachment',
    summary: 'Get a file: what it is, and a link to its bytes',
    at: 'GET /attachments/{attachment_id}',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'get_attachment',
    returns: AttachmentFile,
    run: ({ params: { attachment_id } }) => queries.getAttachment(attachment_id),
    transform: signing('GET', 'download'),
  }),
  write({
    id: 'updateAttachment',
    summary: 'Rename a file or change its caption',
    at: 'PATCH /attachments/{attachment_id}',
    role: 'manager',
    or: 'owner',
    allowsProjectKeys: true,
    audit: 'attachment.updated',
    body: AttachmentChange,
    returns: Attachment,
    example: { body: { caption: 'A red dot' } },
    locks: queries.holdParent,
    run: ({ params: { attachment_id }, body }) => queries.changeAttachment(attachment_id, body),
  }),
  write({
    id: 'deleteAttachment',
    summary: 'Delete a file',
    at: 'DELETE /attachments/{attachment_id}',
    role: 'manager',
    or: 'owner',
    allowsProjectKeys: true,
    tool: 'delete_attachment',
    audit: 'attachment.deleted',
    status: 204,
    details: 'Its bytes are erased after thirty days.',
    example: {},
    locks: queries.holdParent,
    run: ({ params: { attachment_id } }) => queries.deleteAttachment(attachment_id),
  }),
])
