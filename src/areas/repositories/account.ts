import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { upstream } from '../../shared/outbound/upstream.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import type { Preparation } from '../../kit/operation.ts'
import { OutboundError } from '../../shared/outbound/outbound.ts'
import { type Carried, carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { type Bound, open, seal } from '../../shared/sealing/sealing.ts'
import type { Statement } from '../../kit/sql.ts'
import { gitea } from './providers/gitea.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { type Ask, asking, type Provider, type Repository, Trouble } from './providers/provider.ts'
import type { Connecting, Seen, Verdict } from './queries.ts'
import type { IntegrationDraft, ProjectRepositoryDraft } from './schemas.ts'

/** The connection of an organization, as the database returns it internally. */
export type Connection = {
  id: string
  org_id: string
  provider: keyof typeof providers
  base_url: string
  status: 'active' | 'invalid' | 'rate_limited'
  retry_at: string | null
  sealed: Carried
}
export const providers = { github, gitlab, gitea }

const boundTo = (org: string, provider: string, record: string, version: number): Bound => ({
  purpose: `repository:${provider}`,
  org,
  record,
  version,
})

/** A client for the connection's host; only here is the token decrypted. */
export async function askingOf(connection: Connection, { outbound, sealingKeys }: Outside): Promise<Ask> {
  const { id, org_id, provider, base_url, sealed } = connection
  const bound = boundTo(org_id, provider, id, sealed.secret_version)
  const token = await open(sealingKeys(), bound, sealedOf(sealed))
  return asking(providers[provider], outbound, base_url, token)
}

type Draft = z.output<typeof IntegrationDraft>

/**
 * Verifies a new token with its host, and encrypts it. Nothing is sent before the address has been checked.
 */
export async function verified(
  draft: Draft,
  org: string,
  outside: Outside,
  told: string | null,
): Promise<Preparation> {
  const { provider: name, token } = draft
  const provider: Provider = providers[name]
  const base_url = (draft.base_url !== provider.site && draft.base_url) || provider.usual
  const wrong = outside.outbound.problem(base_url)
  if (wrong) throw invalid(`body.base_url: ${wrong}`)
  const keys = outside.sealingKeys()
  const { account, scopes } = await refusing(provider, async () => {
    await mustLeadOutside(base_url, outside)
    return provider.verify(asking(provider, outside.outbound, base_url, token))
  })
  const { id, version } = JSON.parse(told!) as Seen
  const sealed = carried(await seal(keys, boundTo(org, name, id, version + 1), token))
  const row: Connecting = {
    id,
    provider: name,
    base_url,
    sealed,
    token_hint: token.slice(-4),
    scopes,
    account,
  }
  return { facts: { row: JSON.stringify(row) }, compensate: nothing }
}
const nothing = async () => {}

async function mustLeadOutside(base_url: string, { outbound }: Outside) {
  const wrong = await outbound.resolveProblem(base_url).catch((error: unknown) => {
    throw error instanceof OutboundError ? upstream('the name of base_url could not be looked up') : error
  })
  if (wrong) throw invalid(`body.base_url: ${wrong}`)
}

/** If a host rejects a new token or its address, that is the caller's error. */
async function refusing<T>(provider: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const { why, scope } = error
    if (why === 'rejected') throw invalid('body.token: rejected by provider')
    if (why === 'unscoped') throw invalid(`body.token: lacks the scope ${scope}`)
    if (why === 'forbidden') throw invalid('body.token: may not read its own account')
    if (why === 'gone' || why === 'strange' || why === 'empty')
      throw invalid(`body.base_url: does not answer as ${provider.title} does`)
    throw awayFor(provider, error)
  }
}

/** What callers are told about a failing host. */
export const sentences: Record<Trouble['why'], string> = {
  rejected: 'the provider rejected the token; replace it',
  unscoped: 'the token lacks a scope',
  limited: 'the provider limits how often it may be asked',
  forbidden: 'the token may not read this',
  gone: 'the repository is not there any more, or hidden from the token',
  empty: 'there is nothing',
  strange: 'the provider answered something else than it should',
  slow: 'the provider did not answer in time',
  failed: 'the provider failed',
}

export const awayFor = ({ title }: Provider, { why, seconds }: Trouble) =>
  upstream(`${title}: ${sentences[why]}`, seconds)

/**
 * The connection status after a failure that concerns the whole account; nothing for one of a single
 * repository.
 */
export function standing({ why, seconds }: Trouble): Omit<Verdict, 'id' | 'version'> | undefined {
  if (why === 'limited') return { status: 'rate_limited', error: sentences.limited, seconds }
  if (why === 'rejected' || why === 'unscoped')
    return { status: 'invalid', error: sentences[why], seconds: 60 }
  return undefined
}

/** Records the connection status after the response. */
export const noting = (
  { id, org_id, sealed }: Connection,
  { status, error, seconds }: Omit<Verdict, 'id' | 'version'>,
): Statement =>
  sql`select app.note_repositories(${org_id}::uuid, ${id}::uuid, ${sealed.secret_version}, ${status}, ${error},
    ${seconds}::int)`

/** Calls the host; a failure becomes an error response, and the connection status is recorded. */
export async function onHost<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const refusal = awayFor(providers[connection.provider], error)
    const stands = standing(error)
    if (stands) refusal.afterResponse.push(noting(connection, stands))
    throw refusal
  }
}

type Told = { connection: Connection }
export const connectionIn = (told: string | null) => (JSON.parse(told!) as Told).connection

/** Verifies the stored token with the host; its rejection is a result, not a failure. */
export async function verifiedAgain(
  _: unknown,
  __: string,
  outside: Outside,
  told: string | null,
): Promise<Preparation> {
  const connection = connectionIn(told)
  const seen: Seen = { id: connection.id, version: connection.sealed.secret_version }
  const provider = providers[connection.provider]
  const verdict = await askingOf(connection, outside)
    .then((ask) => provider.verify(ask))
    .then((account): Verdict => ({ ...seen, ...account, status: 'active', error: null, seconds: null }))
    .catch((error: unknown): Verdict => {
      const stands = error instanceof Trouble ? standing(error) : undefined
      if (stands) return { ...seen, ...stands }
      throw error instanceof Trouble ? awayFor(provider, error) : error
    })
  return { facts: { verdict: JSON.stringify(verdict) }, compensate: nothing }
}

/** The repository to link, as the host describes it. */
export async function seen(
  place: z.output<typeof ProjectRepositoryDraft>,
  _: string,
  outside: Outside,
  told: string | null,
): Promise<Preparation> {
  const connection = connectionIn(told)
  const provider: Provider = providers[connection.provider]
  const named = place.external_id ? 'external_id' : 'full_name'
  const heard = await onHost(connection, async () => {
    const ask = await askingOf(connection, outside)
    return ask(provider.repository(place as { full_name: string })).catch(unlessHidden)
  })
  const found: Repository | undefined = heard && provider.readRepository(asRecord(heard.json))
  if (!found?.external_id || !found.full_name)
    throw invalid(`body.${named}: not found, or hidden from the token`)
  const version = connection.sealed.secret_version
  return {
    facts: { found: JSON.stringify(found), connection: JSON.stringify({ id: connection.id, version }) },
    compensate: nothing,
  }
}

const unlessHidden = (error: unknown): undefined => {
  if (error instanceof Trouble && ['gone', 'forbidden', 'strange'].includes(error.why)) return undefined
  throw error
}

/** What the preflight found; it always ran. */
function fact(done: Preparation | undefined, name: string): unknown {
  const text = done?.facts[name]
  if (!text) throw conflict('nothing was found out before')
  return JSON.parse(text) as unknown
}
export const connecting = (done?: Preparation) => fact(done, 'row') as Connecting
export const verdict = (done?: Preparation) => fact(done, 'verdict') as Verdict
export const linking = (done?: Preparation) =>
  [fact(done, 'connection') as Seen, fact(done, 'found') as Repository] as const
