import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { exportPartKey } from '../../jobs/organization-exports.ts'
import { type Credential, credentialOf } from '../../kit/credentials.ts'
import { invalid, notFound, unauthorized } from '../../kit/errors.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { isUuid } from '../../base/id.ts'
import { roleLevels } from '../../kit/operation.ts'
import { jsonb } from '../../kit/sql.ts'
import { hashOf } from '../../base/tokens.ts'
import { outsideOf } from '../../shared/outside.ts'
import type { Endpoint } from '../endpoint.ts'
import { rangeOf } from './ranges.ts'
import { tarOf } from './tar.ts'

/** A part: `key` is where a file of the organization is stored that is not stored again. */
type Part = { n: number; name: string; bytes: number; key: string | null }
type Found = { folder: string; made_on: string; parts: Part[] }

const params = {
  org_id: 'The organization',
  export_id: 'An export that is ready',
  n: 'The number of a part; 0 is the manifest',
}
const common: Pick<Endpoint, 'auth' | 'status' | 'refuses'> = {
  auth: 'none',
  status: 200,
  refuses: [401, 403, 404, 503],
}
const whose =
  'For owners in their own browser session; keys and applications get 403. Each download is in the audit log, and all owners are told.'
const at = '/api/v1/organizations/{org_id}/exports/{export_id}'

export const organizationExportPart: Endpoint = {
  ...common,
  id: 'downloadOrganizationExportPart',
  summary: 'Get a part of an export of an organization',
  at: `GET ${at}/parts/{n}`,
  perMinute: 300,
  params,
  refuses: [401, 403, 404, 422, 503],
  binaryTypes: ['application/x-ndjson', 'application/json', 'application/octet-stream'],
  headers: { 'Content-Disposition': 'attachment, with the name of the part' },
  details: `Takes Range. ${whose}`,
  handle: downloadPart,
}

export const organizationExportArchive: Endpoint = {
  ...common,
  id: 'downloadOrganizationExport',
  summary: 'Get all of an export of an organization as one tar file',
  at: `GET ${at}/archive`,
  perMinute: 30,
  params: { org_id: params.org_id, export_id: params.export_id },
  binaryTypes: ['application/x-tar'],
  headers: { 'Content-Disposition': 'attachment, with a file name' },
  details: `The lines of each kind are one file. ${whose}`,
  handle: downloadArchive,
}

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
const typeOf = (name: string) => {
  if (name.endsWith('.jsonl')) return 'application/x-ndjson'
  return name.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/octet-stream'
}

async function downloadPart(c: Context): Promise<Response> {
  const n = c.req.param('n') ?? ''
  if (!/^\d{1,9}$/.test(n)) throw invalid('path.n: must be the number of a part')
  const { folder, id, parts } = await find(c, Number(n))
  const [part] = parts as [Part]
  const range = rangeOf(c.req.header('range'), part.bytes)
  const length = range?.length ?? part.bytes
  const headers = {
    ...kept,
    'content-type': typeOf(part.name),
    'content-disposition': `attachment; filename="${part.name.split('/').at(-1)}"`,
    'content-length': String(length),
    'accept-ranges': 'bytes',
  }
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  const body = await outsideOf(c.env).files.get(keyOf(folder, id, part), range)
  if (!range) return new Response(body, { headers })
  const place = `bytes ${range.offset}-${range.offset + length - 1}/${part.bytes}`
  return new Response(body, { status: 206, headers: { ...headers, 'content-range': place } })
}

async function downloadArchive(c: Context): Promise<Response> {
  const { folder, id, parts, made_on } = await find(c, null)
  const entries = new Map<string, { bytes: number; keys: string[] }>()
  for (const part of parts) {
    const { bytes = 0, keys = [] } = entries.get(part.name) ?? {}
    entries.set(part.name, { bytes: bytes + part.bytes, keys: [...keys, keyOf(folder, id, part)] })
  }
  const { size, stream } = tarOf(outsideOf(c.env).files, entries, new Date(`${made_on}T00:00:00Z`))
  const headers = {
    ...kept,
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="organization-${made_on}.tar"`,
    'content-length': String(size),
  }
  return new Response(c.req.method === 'HEAD' ? null : stream(), { headers })
}

const keyOf = (folder: string, id: string, { n, key }: Part) => key ?? exportPartKey(folder, id, n)

/** One part, or all of them, for an owner who is signed in; the download is recorded. */
async function find(c: Context, n: number | null): Promise<Found & { id: string }> {
  const [org, id] = [c.req.param('org_id') ?? '', c.req.param('export_id') ?? '']
  const { authorization, 'user-agent': agent } = c.req.header()
  const credential = await credentialOf(authorization, getCookie(c), c.env.JWT_KEYS, new Date())
  if (!credential) throw unauthorized()
  if (!isUuid(org)) throw notFound('organization')
  if (!isUuid(id)) throw notFound('export')
  const request = {
    ...claimsOf(credential, 'GET'),
    org,
    rank: roleLevels.owner,
    by: ['session'],
    reach: 'organization',
    action: 'organization_export.downloaded',
    request: c.get('requestId'),
    ip: addressOf(c),
    agent,
  }
  const batch = [
    sql`select app.enter(${jsonb(request)})`,
    sql`select app.download_organization_export(${id}::uuid, ${n}::int)`,
  ]
  const [, found] = await c.get('database').batch(batch)
  return { ...(JSON.parse(found!) as Found), id }
}

export const claimsOf = (credential: Credential, method: string) =>
  credential.kind === 'token'
    ? { token: hashOf(credential.token), oauth: credential.token.startsWith('svc_oat_'), method }
    : {
        user: credential.user,
        session: credential.session,
        method,
        ...(credential.impersonation && { impersonation: hashOf(credential.impersonation) }),
      }
