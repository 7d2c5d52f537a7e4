import { pageOf } from '../../kit/fields.ts'
import { area, read, type ToolPart, write } from '../../kit/operation.ts'
import { folderOfOrganization } from '../../shared/files/folders.ts'
import { withSignedUrl } from '../../shared/files/signing.ts'
import * as queries from './queries.ts'
import {
  Attachment,
  AttachmentChange,
  AttachmentDraft,
  AttachmentFile,
  AttachmentFilter,
  AttachmentUpload,
} from './schemas.ts'
import { dot, maxBytes, measure, store } from './storing.ts'

/** The bytes of a receipt never pass through a model: its answer says where to send them. */
const receiptOf = (tool: string, expense: string): ToolPart => ({
  tool,
  argument: 'receipt',
  says: 'Answers an upload_url to PUT the file to',
  takes: ['filename', 'content_type', 'size_bytes', 'sha256'],
  given: { entity_type: 'expense', entity_id: expense },
})

export default area('attachments', 'Attachments', { attachment_id: queries.attachmentTarget }, [
  read({
    id: 'listAttachments',
    summary: 'List the files on a task, an invoice, an expense or a ticket',
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
    partOf: [receiptOf('create_expense', '{id}'), receiptOf('update_expense', '{expense_id}')],
    role: 'member',
    allowsProjectKeys: true,
    audit: 'attachment.uploaded',
    body: AttachmentDraft,
    returns: AttachmentUpload,
    status: 201,
    maxBytes,
    details: 'PNG, JPG, WEBP, GIF or PDF of at most 10 MiB, recognized by their bytes; 50 on one object.',
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
    preflight: {
      authorize: (draft) =>
        draft.content_base64 && [...queries.requireAttachable(draft), folderOfOrganization],
      perform: store,
    },
    run: ({ body, id, preflightResult, settings }) =>
      queries.attach(id(), { ...body, ...measure(body) }, preflightResult?.values, settings.storageQuota),
    transform: withSignedUrl('PUT', 'upload'),
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
    transform: withSignedUrl('GET', 'download'),
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
    locks: queries.lockParent,
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
    details:
      'Its bytes are erased after thirty days. The last certificate of approved leave is kept for a year.',
    refuses: [409],
    example: {},
    locks: queries.lockParent,
    run: ({ params: { attachment_id } }) => queries.deleteAttachment(attachment_id),
  }),
])
