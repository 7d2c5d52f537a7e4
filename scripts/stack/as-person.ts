import { randomUUID } from 'node:crypto'
import type { Client, QueryResult } from 'pg'

/**
 * Runs statements as the service does for a person: as svc_app, entered with their membership, so that row-level security
 * and role hold. `email` names the person, `org` the slug of an organization (else their only one). Everything is rolled
 * back. Throws a sentence if there is no such person or membership. `client` is the owner's.
 */
export async function asPerson(
  client: Client,
  { email, org }: { email: string; org?: string | undefined },
  statements: string,
): Promise<QueryResult[]> {
  const person = await personOf(client, email)
  const session = randomUUID()
  await client.query('begin')
  try {
    await client.query(
      `insert into sessions (id, user_id, refresh_hash, expires_at)
        values ($1, $2, sha256(convert_to($3, 'utf8')), now() + interval '1 minute')`,
      [session, person, session],
    )
    const home = await organizationOf(client, person, org)
    await client.query('set local role svc_app')
    const request = {
      user: person,
      session,
      org: home,
      write: true,
      method: 'POST',
      action: 'sql',
      request: session,
    }
    await client.query('select app.enter($1)', [{ ...request, by: ['session'] }])
    return [await client.query(statements)].flat()
  } finally {
    await client.query('rollback')
  }
}

async function personOf(client: Client, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from users where lower(email) = lower($1)', [
    email,
  ])
  if (!rows[0]) throw new Error(`Nobody has the address ${email}.`)
  return rows[0].id
}

async function organizationOf(client: Client, person: string, slug: string | undefined): Promise<string> {
  const { rows } = await client.query<{ id: string; slug: string }>(
    `select o.id, o.slug from organization_members m join organizations o on o.id = m.org_id
      where m.user_id = $1 and m.status = 'active' and o.deleted_at is null order by o.slug`,
    [person],
  )
  const found = slug === undefined && rows.length === 1 ? rows[0] : rows.find((row) => row.slug === slug)
  if (found) return found.id
  const choice = rows.map((row) => row.slug).join(', ')
  throw new Error(
    choice ? `Say which organization with --org: ${choice}.` : 'This person is in no organization.',
  )
}
