import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { disposition } from '../../shared/files/names.ts'
import { getWithoutLink, storedFile } from '../../areas/attachments/queries.ts'
import { Attachment } from '../../areas/attachments/schemas.ts'
import { fileTypes } from '../../../db/schema/values.ts'
import { outsideOf } from '../../shared/outside.ts'
import { endpoints } from '../endpoint.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { addressOf, json, type Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { portalFile, mailedFile, sharedFile } from '../../shared/files/portal-files.ts'
import { type LinkClaims, readLink } from '../../shared/files/links.ts'
import { shardOf } from '../../shared/shards.ts'
import { roleLevels } from '../../kit/operation.ts'
import { originalMail } from '../../areas/support/originals.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { downloadAccountExport } from './account-exports.ts'
import { downloadExport } from './exports.ts'
import { importUpload } from './imports.ts'
import { verifiedStream, type Expected } from './incoming.ts'
import { downloadInvoice } from './invoices.ts'
import { organizationExportArchive, organizationExportPart } from './organization-exports.ts'
import {
  organizationImportArchive,
  organizationImportMap,
  organizationImportPart,
} from './organization-imports.ts'
import { rangeOf } from './ranges.ts'

const params = { signed: 'What `download_url` or `upload_url` of an attachment or an export ends with' }

/**
 * The bytes of attachments. The signed link is the credential: one file, one person, one kind of use.
 */
export default endpoints('files', 'Files', [
  {
    id: 'downloadFile',
    summary:
      'Get the bytes of an attachment, an invoice, a mail, a file of the audit log, or one of my own data',
    at: 'GET /files/{signed}',
    auth: 'none',
    params,
    binaryTypes: [
      ...fileTypes,
      'application/x-ndjson',
      'text/csv',
      'application/json',
      'application/xml',
      'message/rfc822',
    ],
    status: 200,
    refuses: [401, 403, 404, 409, 503],
    headers: { 'Content-Disposition': 'inline for images, attachment for PDF, with the file name' },
    details:
      'Takes Range. Works for five minutes, as long as the person it was signed for may see the file; a link in a mail to ' +
      'a customer works for thirty days. A file of the ' +
      'audit log comes whole, for a day, to the person who asked for it and is signed in or sends a key; it is a ' +
      'conflict with Retry-After while it is being made. A file of my own data comes to my own browser session alone.',
    handle: download,
  },
  {
    id: 'uploadFile',
    summary: 'Send the bytes of an announced attachment',
    at: 'PUT /files/{signed}',
    auth: 'none',
    params,
    mediaType: 'application/octet-stream',
    body: z.string().meta({ format: 'binary' }),
    returns: Attachment,
    status: 200,
    refuses: [403, 404, 409, 422, 503],
    details: 'Works for fifteen minutes. The bytes must have the announced size, hash and type.',
    handle: upload,
  },
  importUpload,
  organizationExportPart,
  organizationExportArchive,
  organizationImportPart,
  organizationImportArchive,
  organizationImportMap,
])

/** The claims of the link in the path, for this use; any problem with it is a plain 404. */
function claimsOf(c: Context, use: LinkClaims['use']): LinkClaims {
  const claims = readLink(c.env.JWT_KEYS, c.req.param('signed') ?? '', new Date())
  const isAllowed =
    claims?.use === use ||
    (use === 'GET' &&
      ['PORTAL', 'EXPORT', 'ACCOUNT', 'INVOICE', 'MAILED', 'MAIL', 'SHARED'].includes(claims?.use ?? ''))
  if (!claims || !isAllowed) throw notFound('file')
  return claims
}

const enterLink = (c: Context, { use, org, user, file }: LinkClaims) => {
  const action = use === 'PUT' ? { action: 'attachment.received' } : {}
  const [person, operator] = user.split('/')
  const trace = {
    operator,
    request: c.get('requestId'),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
    ...action,
  }
  if (use === 'PORTAL') return sql`select app.enter_portal_link(${org}::uuid, ${user}::uuid, ${jsonb(trace)})`
  if (use === 'MAILED') return sql`select app.enter_mailed_link(${org}::uuid, ${jsonb(trace)})`
  if (use === 'SHARED')
    return sql`select app.enter_shared_link(${org}::uuid, ${person}::uuid, ${file.split('/')[0]}::uuid, ${jsonb(trace)})`
  const { viewer, member, manager, owner } = roleLevels
  const rank = {
    PUT: member,
    GET: viewer,
    EXPORT: owner,
    ACCOUNT: owner,
    INVOICE: manager,
    MAIL: member,
    IMPORT: manager,
  }[use]
  return sql`select app.enter_personal_link(${org}::uuid, ${person}::uuid, ${rank}, ${jsonb(trace)})`
}

type Stored = { storage_key: string; filename: string; content_type: string; size_bytes: number }

async function download(c: Context): Promise<Response> {
  const claims = claimsOf(c, 'GET')
  if (claims.use === 'ACCOUNT') return downloadAccountExport(c, claims)
  if (claims.use === 'EXPORT') return downloadExport(c, claims, enterLink(c, claims))
  if (claims.use === 'INVOICE') return downloadInvoice(c, claims, enterLink(c, claims))
  const batch = [enterLink(c, claims), stored(claims)]
  const [, result] = await c.get('database').batch(batch, { readOnly: true })
  if (!result) throw notFound('file')
  const file = JSON.parse(result) as Stored
  const { files } = outsideOf(c.env)
  const range = rangeOf(c.req.header('range'), file.size_bytes)
  const length = range?.length ?? file.size_bytes
  const headers = { ...headersOf(file), 'content-length': String(length) }
  if (c.req.method === 'HEAD') {
    await files.head(file.storage_key)
    return new Response(null, { headers })
  }
  const body = await files.get(file.storage_key, range)
  if (!range) return new Response(body, { headers })
  const place = `bytes ${range.offset}-${range.offset + length - 1}/${file.size_bytes}`
  return new Response(body, { status: 206, headers: { ...headers, 'content-range': place } })
}

function stored({ use, file }: LinkClaims) {
  if (use === 'MAIL') return originalMail(file)
  const id = file.split('/').at(-1)!
  return storedFile(id, { PORTAL: portalFile, MAILED: mailedFile, SHARED: sharedFile(id) }[use as string])
}

const headersOf = ({ filename, content_type }: Stored) => ({
  'content-type': content_type,
  'content-disposition': disposition(content_type.startsWith('image/') ? 'inline' : 'attachment', filename),
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'accept-ranges': 'bytes',
})

async function upload(c: Context): Promise<Response> {
  const claims = claimsOf(c, 'PUT')
  const { org, file } = claims
  const database = c.get('database')
  const run = async (...statements: Statement[]) =>
    (await database.batch([enterLink(c, claims), ...statements])).at(-1)!
  const result = await run(sql`select app.expected_upload(${file}::uuid)::text`)
  const expected = JSON.parse(result) as Expected & { ready: boolean; folder: string }
  if (expected.ready) return answerWith(await run(getWithoutLink(file)))
  const key = `org/${expected.folder}/${uuidv7()}`
  const side = await store(c, key, expected)
  const [width, height] = [side?.width ?? null, side?.height ?? null]
  const received = sql`select app.receive_attachment(${file}::uuid, ${key}, ${width}::int, ${height}::int)`
  const attachment = await run(received, getWithoutLink(file)).catch((error: unknown) =>
    rollback(c, key, error),
  )
  c.get('after')(() => c.get('drain')([shardOf(org)]))
  return answerWith(attachment)
}

/**
 * Deletes what was stored if the write was definitely rejected; if that is uncertain, the daily sweep
 * decides.
 */
async function rollback(c: Context, key: string, error: unknown): Promise<never> {
  const { files } = outsideOf(c.env)
  if (error instanceof Refusal && error.status < 500) await files.delete([key]).catch(() => undefined)
  throw error
}

const answerWith = (text: string) => new Response(text, { headers: { 'content-type': json } })

/** Streams the body into storage; a body rejected midway leaves no object. */
async function store(c: Context, key: string, expected: Expected) {
  const { files } = outsideOf(c.env)
  const announcedSize = Number(c.req.header('content-length') ?? expected.size_bytes)
  if (announcedSize !== expected.size_bytes)
    throw invalid(`body: ${announcedSize} bytes; ${expected.size_bytes} were announced`)
  const { body } = c.req.raw
  if (!body) throw invalid(`body: 0 bytes; ${expected.size_bytes} were announced`)
  const { stream, inspection } = verifiedStream(body, expected)
  try {
    await files.stream(key, stream, expected.size_bytes)
  } catch (error) {
    throw inspection.error ?? error
  }
  return inspection.side
}
