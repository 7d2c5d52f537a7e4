import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { getSummary } from '../../areas/imports/queries.ts'
import { Import } from '../../areas/imports/schemas.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { addressOf, json, type Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { roleLevels } from '../../kit/operation.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { readLink } from '../../shared/files/links.ts'
import { outsideOf } from '../../shared/outside.ts'
import { shardOf } from '../../shared/shards.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Expected, verifiedStream } from './incoming.ts'

export const importUpload: Endpoint = {
  id: 'uploadImport',
  summary: 'Send the bytes of an announced import',
  at: 'PUT /files/imports/{signed}',
  auth: 'none',
  params: { signed: 'What `upload_url` of an import ends with' },
  mediaType: 'application/octet-stream',
  body: z.string().meta({ format: 'binary' }),
  returns: Import,
  status: 200,
  refuses: [403, 404, 409, 422, 503],
  details: 'Works for fifteen minutes. The bytes must have the announced size and hash.',
  handle: upload,
}

async function upload(c: Context): Promise<Response> {
  const claims = readLink(c.env.JWT_KEYS, c.req.param('signed') ?? '', new Date())
  if (claims?.use !== 'IMPORT') throw notFound('file')
  const { org, file, user } = claims
  const [person, operator] = user.split('/')
  const request = c.get('requestId')
  const trace = {
    operator,
    request,
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
    action: 'import.received',
  }
  const enter = sql`select app.enter_personal_link(${org}::uuid, ${person}::uuid, ${roleLevels.manager}, ${jsonb(trace)})`
  const run = async (...statements: Statement[]) =>
    (await c.get('database').batch([enter, ...statements])).at(-1)!
  const expected = JSON.parse(await run(sql`select app.expected_import(${file}::uuid)::text`)) as Expected & {
    ready: boolean
    folder: string
  }
  if (expected.ready) return answerWith(await run(getSummary(file)))
  const key = `org/${expected.folder}/${uuidv7()}`
  await store(c, key, expected)
  const received = sql`select app.receive_import(${file}::uuid, ${key})`
  const answer = await run(received, getSummary(file)).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.status < 500)
      await outsideOf(c.env)
        .files.delete([key])
        .catch(() => undefined)
    throw error
  })
  c.get('after')(() => c.get('drain')([shardOf(org)]))
  return answerWith(answer)
}

const answerWith = (text: string) => new Response(text, { headers: { 'content-type': json } })

/** Streams the body into storage; one that is not as announced leaves no object. */
async function store(c: Context, key: string, { size_bytes, sha256 }: Expected) {
  const announced = Number(c.req.header('content-length') ?? size_bytes)
  const { body } = c.req.raw
  if (announced !== size_bytes || !body)
    throw invalid(`body: ${body ? announced : 0} bytes; ${size_bytes} were announced`)
  const { stream, inspection } = verifiedStream(body, { size_bytes, sha256 })
  try {
    await outsideOf(c.env).files.stream(key, stream, size_bytes)
  } catch (error) {
    throw inspection.error ?? error
  }
}
