import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { accountPartKey } from '../../jobs/account-exports.ts'
import { credentialOf } from '../../kit/credentials.ts'
import { notFound, unauthorized } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import type { LinkClaims } from '../../shared/files/links.ts'
import { outsideOf } from '../../shared/outside.ts'
import { joined } from './joined.ts'

type File = { parts: number; size_bytes: number; made_on: string }

/** The export of a person's own data, only for that person in their own browser session. */
export async function downloadAccountExport(c: Context, { user, file: id }: LinkClaims) {
  const { authorization } = c.req.header()
  const credential = await credentialOf(authorization, getCookie(c), c.env.JWT_KEYS, new Date())
  if (!credential) throw unauthorized()
  if (credential.kind !== 'session' || credential.impersonation || credential.user !== user)
    throw notFound('file')
  const request = { user, session: credential.session, method: 'GET', by: ['session'] }
  const batch = [
    sql`select app.enter(${jsonb(request)})`,
    sql`select app.account_export_file(${id}::uuid)::text as answer`,
  ]
  const result = (await c.get('database').batch(batch, { readOnly: true })).at(-1)
  if (!result) throw notFound('file')
  const { parts, size_bytes, made_on } = JSON.parse(result) as File
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(size_bytes),
    'content-disposition': `attachment; filename="my-data-${made_on}.json"`,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  const keys = Array.from({ length: parts }, (_, part) => accountPartKey(id, part))
  return new Response(c.req.method === 'HEAD' ? null : joined(outsideOf(c.env).files, keys), { headers })
}
