import { drain } from '../../src/jobs/outbox.ts'
import { storage } from './audit.ts'
import { app, asOwner, call, type Caller, env, files, type Json } from './client.ts'
import { database } from './inbox.ts'
import type { Workspace } from './makers.ts'

type Owned = Pick<Workspace, 'owner' | 'base'>

/** Requests an export that gets no further, as nothing can be stored just now. */
export async function begun({ owner, base }: Owned, draft: object = {}): Promise<string> {
  const put = async () => Promise.reject(new Error('no file can be stored just now'))
  const { body } = await call(
    'POST',
    `${base}/exports`,
    { body: draft, headers: owner.headers },
    {
      FILES: { ...files, put },
    },
  )
  const work = `payload->>'export_id' = $1 and topic = 'organization.export'`
  for (let failed = false, attempt = 0; !failed && attempt < 100; attempt++) {
    await asOwner('update organization_exports set settled = true where id = $1', [body.id])
    await asOwner(`update outbox set available_at = now() where ${work} and done_at is null`, [body.id])
    await drain(database(), { ...storage(), put })
    failed =
      (await asOwner(`select from outbox where ${work} and last_error is not null`, [body.id])).length > 0
  }
  const later = `set last_error = null, available_at = now() + interval '1 hour'`
  await asOwner(`update outbox ${later} where ${work} and done_at is null`, [body.id])
  return body.id
}

/** Requests an export and waits until it is ready or has failed. */
export async function exported(ws: Owned, draft: object = {}): Promise<Json> {
  const { id } = await ws.owner.ok('POST', `${ws.base}/exports`, draft)
  return finished(ws, id)
}

/** Does the work of an export, whoever else does some of it. */
export async function finished({ owner, base }: Owned, id: string): Promise<Json> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await owner.ok('GET', `${base}/exports/${id}`)
    if (found.state !== 'preparing') return found
    await drain(database(), storage(), env().JWT_KEYS)
    const [failed] = await asOwner<{ last_error: string }>(
      `select last_error from outbox where payload->>'export_id' = $1 and done_at is null and last_error is not null`,
      [id],
    )
    if (failed) throw new Error(failed.last_error)
    // What other tests were writing when it began must have ended.
    await asOwner(`update organization_exports set settled = true where id = $1`, [id])
    await asOwner(
      `update outbox set available_at = now() where payload->>'export_id' = $1 and topic = 'organization.export'`,
      [id],
    )
  }
  throw new Error('the export is not made')
}

type Downloaded = { status: number; headers: Headers; bytes: Uint8Array; text: string }
/** Downloads a part, or all of it, as the caller's browser does. */
export async function download(
  { base }: Owned,
  id: string,
  what: number | 'archive',
  who: Caller,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Downloaded> {
  const path = `${base}/exports/${id}/${what === 'archive' ? what : `parts/${what}`}`
  const reply = await app.request(
    path,
    { method, headers: { 'cf-connecting-ip': '203.0.113.7', ...who.headers, ...headers } },
    env(),
  )
  const bytes = new Uint8Array(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, bytes, text: new TextDecoder().decode(bytes) }
}

type Manifest = {
  format: number
  origin: string
  counts: Record<string, number>
  parts: { n: number; name: string; bytes: number; sha256: string }[]
  [field: string]: unknown
}

/** The manifest of an export, and its parts by their names, each as one text. */
export async function contentOf(
  ws: Owned,
  id: string,
): Promise<{ manifest: Manifest; signature: string; files: Record<string, string> }> {
  const { manifest, signature } = JSON.parse((await download(ws, id, 0, ws.owner)).text)
  const contents: Record<string, string> = {}
  for (const { n, name } of manifest.parts as Manifest['parts'])
    contents[name] = (contents[name] ?? '') + (await download(ws, id, n, ws.owner)).text
  return { manifest, signature, files: contents }
}

/** The lines of a kind. */
export const linesOf = (contents: Record<string, string>, kind: string): Json[] =>
  (contents[`${kind}.jsonl`] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

export const storedParts = (id: string) => [...files.stored.keys()].filter((key) => key.includes(id))
