import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import * as z from 'zod'
import { entered, getImport } from '../../areas/organization-imports/queries.ts'
import { OrganizationImport } from '../../areas/organization-imports/schemas.ts'
import { importMapOf } from '../../jobs/organization-imports.ts'
import { credentialOf } from '../../kit/credentials.ts'
import { invalid, notFound, unauthorized } from '../../kit/errors.ts'
import { addressOf, json, type Context } from '../../kit/http.ts'
import { isUuid } from '../../base/id.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { outsideOf } from '../../shared/outside.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Expected, verifiedStream } from './incoming.ts'
import { joined } from './joined.ts'
import { claimsOf } from './organization-exports.ts'

const params = { organization_import_id: 'An import of mine', n: 'The number of a part' }
const at = '/api/v1/organizations/import/{organization_import_id}'
const whose = 'In the browser session of whoever began the import; keys and applications get 403.'
const common: Pick<Endpoint, 'auth' | 'status' | 'perMinute'> = { auth: 'none', status: 200, perMinute: 600 }

export const organizationImportPart: Endpoint = {
  ...common,
  id: 'uploadOrganizationImportPart',
  summary: 'Send a part of an export that is imported',
  at: `PUT ${at}/parts/{n}`,
  params,
  mediaType: 'application/octet-stream',
  body: z.string().meta({ format: 'binary' }),
  returns: OrganizationImport,
  refuses: [401, 403, 404, 409, 422, 503],
  details: `Its bytes, which must have the size and the hash of the manifest. Again is the same. ${whose}`,
  handle: upload,
}

export const organizationImportArchive: Endpoint = {
  ...common,
  id: 'downloadOrganizationImportArchive',
  summary: 'Get an archive that came with an imported organization',
  at: `GET ${at}/archives/{n}`,
  params,
  binaryTypes: ['application/x-ndjson', 'application/octet-stream'],
  refuses: [401, 403, 404, 422, 503],
  headers: { 'Content-Disposition': 'attachment, with the name of the part' },
  details: `A chain that is closed, or lines of a kind that is not known here. ${whose}`,
  handle: downloadArchive,
}

export const organizationImportMap: Endpoint = {
  ...common,
  id: 'downloadOrganizationImportMap',
  summary: 'Get what the ids of an imported organization became',
  at: `GET ${at}/map`,
  params: { organization_import_id: params.organization_import_id },
  binaryTypes: ['application/x-ndjson'],
  refuses: [401, 403, 404, 409, 503],
  headers: { 'Content-Disposition': 'attachment; filename="map.jsonl"' },
  details: `Lines of {kind, old, new}; changes of tasks and runs of automations are numbers. ${whose}`,
  handle: downloadMap,
}

async function upload(c: Context): Promise<Response> {
  const [id, n] = [idOf(c), partOf(c)]
  const run = await enter(c, id, true)
  const text = await run(sql`select app.my_import_part(${id}::uuid, ${n}::int, true)::text`)
  const expected = JSON.parse(text!) as Expected & { received: boolean; key: string }
  if (expected.received) return answerWith(await run(getImport(id)))
  await store(c, expected)
  const received = sql`select app.receive_import_part(${id}::uuid, ${n}::int)`
  return answerWith(await run(received, getImport(id)))
}

/** Streams the body into storage; one that is not as the manifest says leaves no object. */
async function store(c: Context, { key, size_bytes, sha256 }: Expected & { key: string }) {
  const announced = Number(c.req.header('content-length') ?? size_bytes)
  const { body } = c.req.raw
  if (announced !== size_bytes || !body)
    throw invalid(`body: ${body ? announced : 0} bytes; the manifest says ${size_bytes}`)
  const { stream, inspection } = verifiedStream(body, { size_bytes, sha256 })
  try {
    await outsideOf(c.env).files.stream(key, stream, size_bytes)
  } catch (error) {
    throw inspection.error ?? error
  }
}

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
const fileNamed = (name: string, type: string) => ({
  ...kept,
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})

async function downloadArchive(c: Context): Promise<Response> {
  const [id, n] = [idOf(c), partOf(c)]
  const run = await enter(c, id, false)
  const text = await run(sql`select app.my_import_part(${id}::uuid, ${n}::int, false)::text`)
  const part = JSON.parse(text!) as Expected & { key: string; name: string }
  const type = part.name.endsWith('.jsonl') ? 'application/x-ndjson' : 'application/octet-stream'
  const headers = {
    ...fileNamed(part.name.split('/').at(-1)!, type),
    'content-length': String(part.size_bytes),
  }
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  return new Response(await outsideOf(c.env).files.get(part.key), { headers })
}

async function downloadMap(c: Context): Promise<Response> {
  const id = idOf(c)
  const run = await enter(c, id, false)
  const folder = await run(sql`select app.my_import_folder(${id}::uuid)`)
  const { files } = outsideOf(c.env)
  const keys: string[] = []
  for await (const page of files.older(importMapOf(folder!), new Date(Date.now() + 60_000)))
    keys.push(...page)
  const headers = fileNamed('map.jsonl', 'application/x-ndjson')
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  return new Response(joined(files, keys.toSorted()), { headers })
}

const answerWith = (text: string | null) => new Response(text, { headers: { ...kept, 'content-type': json } })

function idOf(c: Context): string {
  const id = c.req.param('organization_import_id') ?? ''
  if (!isUuid(id)) throw notFound('import')
  return id
}

function partOf(c: Context): number {
  const n = c.req.param('n') ?? ''
  if (!/^\d{1,9}$/.test(n)) throw invalid('path.n: must be the number of a part')
  return Number(n)
}

/** Runs statements for the person whose browser session and import it is; returns the last answer. */
async function enter(c: Context, id: string, write: boolean) {
  const { authorization, 'user-agent': agent } = c.req.header()
  const credential = await credentialOf(authorization, getCookie(c), c.env.JWT_KEYS, new Date())
  if (!credential) throw unauthorized()
  const request = {
    ...claimsOf(credential, c.req.method),
    by: ['session'],
    write,
    request: c.get('requestId'),
    ip: addressOf(c),
    agent,
  }
  return async (...statements: Statement[]) =>
    (
      await c
        .get('database')
        .batch([sql`select app.enter(${jsonb(request)})`, sql`select ${entered(id)}`, ...statements])
    ).at(-1) ?? null
}
