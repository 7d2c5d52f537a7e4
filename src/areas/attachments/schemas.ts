import { announced } from '../../shared/files/announced.ts'
import * as z from 'zod'
import { kindsTaking } from '../../../db/schema/kinds.ts'
import { fileTypes } from '../../../db/schema/values.ts'
import {
  boolParam,
  change,
  count,
  id,
  idOut,
  moment,
  paging,
  Person,
  text,
  version,
} from '../../kit/fields.ts'
import { contradiction, type FileType, inspectFile, maxFileBytes } from '../../shared/files/content.ts'
import { safeName, typesOf } from '../../shared/files/names.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

const attachable = kindsTaking('files')

const pixels = () => z.int().nullable().meta({ description: 'In pixels; null where it is no image' })

export const Attachment = z
  .object({
    id: ownId,
    entity_type: z.enum(attachable).describe('The kind of object that it is attached to'),
    entity_id: idOut().describe('The object that it is attached to'),
    filename: z.string().meta({
      description: 'Name of the file',
      example: 'offer.pdf',
      'x-outside': 'entity_type=ticket',
    }),
    content_type: z.enum(fileTypes).describe('Media type of the file'),
    size_bytes: count().describe('Size in bytes'),
    width: pixels(),
    height: pixels(),
    caption: z.string().nullable().describe('A line about it'),
    status: z.enum(['ready', 'pending']).meta({ description: 'Pending ones wait for their bytes, unseen' }),
    message_id: idOut().nullable().meta({ description: 'Of a file on a ticket, the message it came with' }),
    uploaded_by: Person.nullable().meta({ description: 'Null where a customer uploaded it' }),
    contact: z
      .object({ id: ownId, name: z.string().describe("The customer's name") })
      .nullable()
      .meta({ id: 'AttachmentContact', description: 'The customer who uploaded it' }),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Attachment',
    'x-row': 'id filename content_type size_bytes caption uploaded_by contact created_at',
  })

export const AttachmentUpload = Attachment.extend({
  upload_url: z.url().nullable().meta({ description: 'Where to PUT the announced bytes; null when ready' }),
  upload_expires_at: moment().nullable().describe('Until when the bytes can be sent'),
}).meta({ id: 'AttachmentUpload' })

const download = {
  download_url: z.url().meta({ description: 'Works for five minutes, without a credential' }),
  download_expires_at: moment().describe('Until when the link works'),
}
export const AttachmentFile = Attachment.extend(download).meta({ id: 'AttachmentFile' })

export const AttachmentFilter = z.strictObject({
  entity_type: z.enum(attachable).meta({ description: 'What it hangs on', example: 'task' }),
  entity_id: id().describe('The object that the files are attached to'),
  inline: boolParam().optional().meta({
    type: 'boolean',
    description: 'Images that a mail shows in its text, instead of the files',
  }),
  ...paging,
})

const filename = () =>
  z
    .string()
    .max(1000, 'at most 1000 characters')
    .transform((given, context) => {
      const name = safeName(given)
      if (!name) context.addIssue({ code: 'custom', message: 'nothing is left of it as a file name' })
      return name
    })
    .meta({ example: 'offer.pdf' })
const caption = () => text(200).nullable()

const maxEncodedLength = Math.ceil(maxFileBytes / 3) * 4

const content = () =>
  z
    .string()
    .transform((given, context): Uint8Array<ArrayBuffer> => {
      const wrong = contentProblem(given)
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
      return wrong ? new Uint8Array() : decoded(given)
    })
    .meta({ description: 'The bytes as base64; 1 to 10485760 of them', example: 'iVBORw0KGgo=' })

function contentProblem(given: string): string | undefined {
  if (given === '') return 'must not be empty'
  if (given.length > maxEncodedLength) return `at most ${maxFileBytes} bytes`
  const padding = given.endsWith('==') ? 2 : given.endsWith('=') ? 1 : 0
  // Searches for invalid characters, because a pattern for the whole overflows on megabytes.
  if (given.length % 4 || /[^A-Za-z0-9+/]/.test(given.slice(0, given.length - padding)))
    return 'not valid base64'
  return (given.length / 4) * 3 - padding > maxFileBytes ? `at most ${maxFileBytes} bytes` : undefined
}

function decoded(given: string): Uint8Array<ArrayBuffer> {
  const signs = atob(given)
  const bytes = new Uint8Array(signs.length)
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at)
  return bytes
}

const described = {
  filename: filename().describe('Name of the file'),
  content_type: z
    .enum(fileTypes, { error: `must be one of ${fileTypes.join(', ')}` })
    .describe('Media type of the file'),
}

/** Either the bytes themselves, or their size and hash for a later upload. */
export const AttachmentDraft = z
  .strictObject({
    entity_type: z.enum(attachable).describe('The kind of object that it is attached to'),
    entity_id: id().describe('The object that it is attached to'),
    message_id: id().optional().meta({
      description:
        'Of a ticket: the message it goes with, as visible as that, but no longer mailed; else agents alone see it',
    }),
    ...described,
    caption: caption().optional().describe('A line about it'),
    content_base64: content().optional(),
    ...announced(maxFileBytes, 'content'),
  })
  .superRefine(judgeDraft)
  .meta({ id: 'AttachmentDraft' })

/** What a contact uploads in the portal. */
export const PortalFileDraft = z
  .strictObject({
    ...described,
    content_base64: content(),
    message_id: id().optional().meta({ description: 'A message of mine that it goes with' }),
  })
  .superRefine(judgeDraft)
  .meta({ id: 'PortalFileDraft' })
export const PortalFile = z
  .object({
    id: ownId,
    filename: z.string().meta({ description: 'Name of the file', example: 'offer.pdf' }),
    content_type: z.enum(fileTypes).describe('Media type of the file'),
    size_bytes: count().describe('Size in bytes'),
    created_at: createdAt,
  })
  .meta({ id: 'PortalFile' })
export const PortalDownload = PortalFile.extend(download).meta({ id: 'PortalDownload' })

type Draft = {
  filename: string
  content_type: FileType
  content_base64?: Uint8Array | undefined
  size_bytes?: number | undefined
  sha256?: string | undefined
}

function judgeDraft(draft: Draft, context: z.RefinementCtx) {
  for (const [field, message] of draftProblems(draft))
    context.addIssue({ code: 'custom', path: [field], message })
}

function draftProblems({ filename, content_type, content_base64: bytes, ...announced }: Draft) {
  const problems: [field: string, why: string][] = []
  if (filename && !typesOf(filename).includes(content_type))
    problems.push(['content_type', 'the file name ends otherwise'])
  for (const field of ['size_bytes', 'sha256'] as const) {
    if (bytes && announced[field] !== undefined) problems.push([field, 'not together with content_base64'])
    if (!bytes && announced[field] === undefined)
      problems.push([field, 'required where content_base64 is not given'])
  }
  if (!bytes?.length) return problems
  const verdict = inspectFile(bytes, true)
  const why = verdict === 'more' ? undefined : contradiction(verdict, content_type)
  if (why) problems.push(['content_type', why])
  return problems
}

export const AttachmentChange = change({
  filename: filename().describe('Name of the file'),
  caption: caption().describe('A line about it'),
}).meta({
  id: 'AttachmentChange',
})
