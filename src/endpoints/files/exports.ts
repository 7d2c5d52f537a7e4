import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { exportedFile } from '../../areas/audit/queries.ts'
import { partKey } from '../../jobs/audit-files.ts'
import { outsideOf } from '../../shared/outside.ts'
import { type Credential, credentialOf } from '../../kit/credentials.ts'
import { notFound, Refusal, unauthorized } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import type { LinkClaims } from '../../shared/files/links.ts'
import { jsonb, ensure, type Statement } from '../../kit/sql.ts'
import { hashOf } from '../../base/tokens.ts'
import { joined } from './joined.ts'

type File = {
  state: string
  format: 'jsonl' | 'csv'
  parts: number
  folder: string
  size_bytes: number
  from: string
  to: string
}
const types = { jsonl: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' }

/** An audit log export for the owner who requested it and is signed in or sends a key: its parts one after the other. */
export async function downloadExport(c: Context, { org, user, file: id }: LinkClaims, enter: Statement) {
  const credential = await credentialOf(
    c.req.header('authorization'),
    getCookie(c),
    c.env.JWT_KEYS,
    new Date(),
  )
  if (!credential) throw unauthorized()
  const batch = [...requirePerson(credential, org, user), enter, exportedFile(id)]
  const result = (await c.get('database').batch(batch, { readOnly: true })).at(-1)
  if (!result) throw notFound('file')
  const file = JSON.parse(result) as File
  if (file.state !== 'ready') throw new Refusal(409, 'conflict', 'the file is still being made; try again', 5)
  const headers = {
    'content-type': types[file.format],
    'content-length': String(file.size_bytes),
    'content-disposition': `attachment; filename="audit-log-${file.from}-${file.to}.${file.format}"`,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  const keys = Array.from({ length: file.parts }, (_, part) => partKey(file.folder, id, part))
  const body = c.req.method === 'HEAD' ? null : joined(outsideOf(c.env).files, keys)
  return new Response(body, { headers })
}

/** Aborts the batch unless the credential is the person's own, without impersonation. */
function requirePerson(credential: Credential, org: string, user: string): Statement[] {
  const caller =
    credential.kind === 'token'
      ? { token: hashOf(credential.token), oauth: credential.token.startsWith('svc_oat_') }
      : { user: credential.user, session: credential.session, method: 'GET' }
  const impersonation = credential.kind === 'session' && credential.impersonation
  if (impersonation) throw notFound('file')
  const request = { ...caller, org, by: ['session', 'api_key', 'oauth'] }
  return [
    sql`select app.enter(${jsonb(request)})`,
    ensure(sql`app.user_id() = ${user}::uuid`, 'WM404', 'file not found'),
  ]
}
