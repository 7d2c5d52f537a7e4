import { createHash } from 'node:crypto'
import { drain } from '../../src/jobs/outbox.ts'
import { storage } from './audit.ts'
import { app, asOwner, type Caller, env, type Json, uniqueAddress } from './client.ts'
import { database } from './inbox.ts'
import type { Workspace } from './makers.ts'
import { download } from './organization-exports.ts'

export const importPath = '/api/v1/organizations/import'

/** An export as its files: the manifest, and the bytes of each part. */
export type Archive = { manifest: Json; signature: string; parts: Map<number, Uint8Array> }

export async function archiveOf(ws: Pick<Workspace, 'owner' | 'base'>, id: string): Promise<Archive> {
  const { manifest, signature } = JSON.parse((await download(ws, id, 0, ws.owner)).text)
  const parts = new Map<number, Uint8Array>()
  for (const { n } of manifest.parts) parts.set(n, (await download(ws, id, n, ws.owner)).bytes)
  return { manifest, signature, parts }
}

/** What an import of an organization of this name begins with: one part, which has a tag. */
export const manifestOf = (name: string, slug = 'elsewhere') => ({
  format: 1,
  origin: 'https://origin.example',
  organization: { id: '0193a5c0-0000-7000-8000-000000000001', name, slug },
  started_at: '2026-11-25T09:00:00.000Z',
  snapshot: 'is not needed here',
  kinds: null,
  files: false,
  counts: { tag: 1 },
  parts: [
    {
      n: 1,
      name: 'tag.jsonl',
      bytes: 72,
      sha256: '3a19163c2617eae4d198eae4a6d0a199278a8029acd5f8d1b934fd00a6ebe483',
    },
  ],
})

/** Sends a part, as a browser does. */
export async function send(who: Caller, id: string, n: number | string, bytes: Uint8Array, headers = {}) {
  const reply = await app.request(
    `${importPath}/${id}/parts/${n}`,
    { method: 'PUT', headers: { ...uniqueAddress(), ...who.headers, ...headers }, body: bytes as BodyInit },
    env(),
  )
  return { status: reply.status, body: await reply.json() }
}

/** Begins an import and sends all its parts. */
export async function received(who: Caller, { manifest, signature, parts }: Archive): Promise<string> {
  const { id } = await who.ok('POST', importPath, { manifest, signature })
  for (const [n, bytes] of parts) {
    const { status, body } = await send(who, id, n, bytes)
    if (status !== 200) throw new Error(`part ${n}: ${status} ${JSON.stringify(body)}`)
  }
  return id
}

/** Does the work of an import that was started, until it is done or has failed. */
export async function completed(who: Caller, id: string): Promise<Json> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await who.ok('GET', `${importPath}/${id}`)
    if (found.state !== 'running') return found
    await drain(database(), storage(), env().JWT_KEYS)
    const [failed] = await asOwner<{ last_error: string }>(
      `select last_error from outbox where org_id = $1 and topic = 'organization.import' and done_at is null
        and last_error is not null`,
      [id],
    )
    if (failed) throw new Error(failed.last_error)
  }
  throw new Error('the import is not done')
}

/** Imports an archive as a new organization of a person. */
export async function imported(who: Caller, archive: Archive, start: object = {}): Promise<Json> {
  const id = await received(who, archive)
  await who.ok('POST', `${importPath}/${id}/start`, start)
  return completed(who, id)
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An archive of these files, each of which may have several parts. */
export function archive(parts: [name: string, text: string][], changes: object = {}): Archive {
  const encoded = parts.map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  const counts: Record<string, number> = {}
  for (const [name, text] of parts) {
    const [kind] = name.split('.') as [string]
    counts[kind] = (counts[kind] ?? 0) + text.split('\n').length - 1
  }
  const manifest = {
    format: 1,
    origin: 'https://origin.example',
    organization: { id: '0193a5c0-0000-7000-8000-000000000001', name: 'From elsewhere', slug: 'elsewhere' },
    started_at: '2026-11-25T09:00:00.000Z',
    kinds: null,
    files: false,
    counts,
    parts: encoded.map(([name, bytes], n) => ({ n: n + 1, name, bytes: bytes.length, sha256: sha(bytes) })),
    ...changes,
  }
  return { manifest, signature: '', parts: new Map(encoded.map(([, bytes], n) => [n + 1, bytes])) }
}
/** A tag as a line of an export, with an id that ends in these two digits. */
export const tagLine = (id: string, name: string, more: object = {}) =>
  `${JSON.stringify({ kind: 'tag', id: `0193a5c0-0000-7000-8000-0000000000${id}`, name, color: '#336699', version: 1, created_by: '0193a5c0-0000-7000-8000-0000000000b1', created_at: '2026-11-25T09:00:00.000Z', updated_at: '2026-11-25T09:00:00.000Z', ...more })}\n`
