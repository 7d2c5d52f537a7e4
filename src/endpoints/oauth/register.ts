import { jsonb } from '../../kit/sql.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { readText } from '../../shared/body.ts'
import { checkedName, checkedUris, type Metadata } from './client-metadata.ts'
import { invalidMetadata, OAuthError, uncached } from './errors.ts'
import { grants, scope } from './schemas.ts'

const maxBodyBytes = 16 * 1024

/** RFC 7591: all checks in order; the response states what the server applies. */
export async function register(c: Context): Promise<Response> {
  const metadata = await metadataOf(c)
  checkAuthMethod(metadata)
  checkGrants(metadata)
  checkResponseTypes(metadata)
  const [name, redirect_uris] = [checkedName(metadata), checkedUris(metadata)]
  const client = { id: uuidv7(), name, redirect_uris, scope: checkedScope(metadata) }
  const statement = sql`select app.oauth_register(${jsonb(client)})`
  const [stored] = await c.get('database').batch([statement])
  return c.json(
    {
      client_id: client.id,
      client_id_issued_at: (JSON.parse(stored!) as { issued: number }).issued,
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      token_endpoint_auth_method: 'none',
      grant_types: grants,
      response_types: ['code'],
      scope: client.scope,
    },
    201,
    uncached,
  )
}

async function metadataOf(c: Context): Promise<Metadata> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw invalidMetadata('send JSON with Content-Type: application/json')
  }
  const text = await readText(c, maxBodyBytes)
  if (text === null) throw new OAuthError(413, 'invalid_client_metadata', 'at most 16 KiB')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Metadata
  } catch {
    // Falls through to the refusal below.
  }
  throw invalidMetadata('the body is not a JSON object')
}

function checkAuthMethod({ token_endpoint_auth_method: method }: Metadata) {
  if (method == null || method === 'none') return
  throw invalidMetadata('token_endpoint_auth_method: only none; clients are public')
}

function checkGrants({ grant_types: requested }: Metadata) {
  if (requested == null) return
  if (
    !Array.isArray(requested) ||
    requested.some((grant) => !grants.includes(grant as (typeof grants)[number]))
  ) {
    throw invalidMetadata(`grant_types: only ${grants.join(' and ')}`)
  }
}

function checkResponseTypes({ response_types: requested }: Metadata) {
  if (requested == null) return
  if (Array.isArray(requested) && requested.every((type) => type === 'code')) return
  throw invalidMetadata('response_types: only code')
}

/** Requesting more than the one scope does not fail registration; authorize rejects it later. */
function checkedScope({ scope: requested }: Metadata): string {
  if (requested != null && typeof requested !== 'string') throw invalidMetadata('scope: names in one text')
  return scope
}
