import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { upstream } from '../../shared/outbound/upstream.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { OutboundError } from '../../shared/outbound/outbound.ts'
import { type Carried, carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { type Bound, open, seal } from '../../shared/sealing/sealing.ts'
import type { Statement } from '../../kit/sql.ts'
import { gitea } from './providers/gitea.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import {
  type HostClient,
  clientFor,
  type Provider,
  type Repository,
  RepositoryError,
} from './providers/provider.ts'
import type { ConnectionDraft, TokenVersion, Verdict } from './queries.ts'
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

/** A client for the connection's host; the token is decrypted only here. */
export async function clientOf(
  connection: Connection,
  { outbound, sealingKeys }: Outside,
): Promise<HostClient> {
  const { id, org_id, provider, base_url, sealed } = connection
  const bound = boundTo(org_id, provider, id, sealed.secret_version)
  const token = await open(sealingKeys(), bound, sealedOf(sealed))
  return clientFor(providers[provider], outbound, base_url, token)
}

type Draft = z.output<typeof IntegrationDraft>

/**
 * Verifies a new token with its host, and encrypts it. Nothing is sent before the address has been checked.
 */
export async function verifyToken(
  draft: Draft,
  org: string,
  outside: Outside,
  current: string | null,
): Promise<PreflightResult> {
  const { provider: name, token } = draft
  const provider: Provider = providers[name]
  const base_url = (draft.base_url !== provider.site && draft.base_url) || provider.defaultUrl
  const wrong = outside.outbound.problem(base_url)
  if (wrong) throw invalid(`body.base_url: ${wrong}`)
  const keys = outside.sealingKeys()
  const { account, scopes } = await rejectingToken(provider, async () => {
    await requirePublicHost(base_url, outside)
    return provider.verify(clientFor(provider, outside.outbound, base_url, token))
  })
  const { id, version } = JSON.parse(current!) as TokenVersion
  const sealed = carried(await seal(keys, boundTo(org, name, id, version + 1), token))
  const row: ConnectionDraft = {
    id,
    provider: name,
    base_url,
    sealed,
    token_hint: token.slice(-4),
    scopes,
    account,
  }
  return { values: { row: JSON.stringify(row) }, compensate: nothing }
}
const nothing = async () => {}

async function requirePublicHost(base_url: string, { outbound }: Outside) {
  const wrong = await outbound.resolveProblem(base_url).catch((error: unknown) => {
    throw error instanceof OutboundError ? upstream('the name of base_url could not be looked up') : error
  })
  if (wrong) throw invalid(`body.base_url: ${wrong}`)
}

/** If a host rejects a new token or its address, that is the caller's error. */
async function rejectingToken<T>(provider: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    const { why, scope } = error
    if (why === 'rejected') throw invalid('body.token: rejected by provider')
    if (why === 'unscoped') throw invalid(`body.token: lacks the scope ${scope}`)
    if (why === 'forbidden') throw invalid('body.token: may not read its own account')
    if (why === 'gone' || why === 'strange' || why === 'empty')
      throw invalid(`body.base_url: does not answer as ${provider.title} does`)
    throw unavailable(provider, error)
  }
}

/** The messages about a failing host. */
export const sentences: Record<RepositoryError['why'], string> = {
  rejected: 'the provider rejected the token; replace it',
  unscoped: 'the token lacks a scope',
  limited: 'the provider limits how often it may be called',
  forbidden: 'the token may not read this',
  gone: 'the repository is not there any more, or hidden from the token',
  empty: 'there is nothing',
  strange: 'the provider answered something else than it should',
  slow: 'the provider did not answer in time',
  failed: 'the provider failed',
}

export const unavailable = ({ title }: Provider, { why, seconds }: RepositoryError) =>
  upstream(`${title}: ${sentences[why]}`, seconds)

/**
 * The connection status after a failure that affects the entire account; undefined if it affects one repository.
 */
export function connectionStatus({
  why,
  seconds,
}: RepositoryError): Omit<Verdict, 'id' | 'version'> | undefined {
  if (why === 'limited') return { status: 'rate_limited', error: sentences.limited, seconds }
  if (why === 'rejected' || why === 'unscoped')
    return { status: 'invalid', error: sentences[why], seconds: 60 }
  return undefined
}

/** Records the connection status after the response. */
export const recordStatus = (
  { id, org_id, sealed }: Connection,
  { status, error, seconds }: Omit<Verdict, 'id' | 'version'>,
): Statement =>
  sql`select app.record_connection_state(${org_id}::uuid, ${id}::uuid, ${sealed.secret_version}, ${status},
    ${error},
    ${seconds}::int)`

/** Calls the host; a failure becomes an error response, and the connection status is recorded. */
export async function onHost<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    const refusal = unavailable(providers[connection.provider], error)
    const newStatus = connectionStatus(error)
    if (newStatus) refusal.afterResponse.push(recordStatus(connection, newStatus))
    throw refusal
  }
}

type Result = { connection: Connection }
export const connectionIn = (current: string | null) => (JSON.parse(current!) as Result).connection

/** Verifies the stored token with the host; its rejection is a result, not a failure. */
export async function reverify(
  _: unknown,
  __: string,
  outside: Outside,
  current: string | null,
): Promise<PreflightResult> {
  const connection = connectionIn(current)
  const tokenVersion: TokenVersion = { id: connection.id, version: connection.sealed.secret_version }
  const provider = providers[connection.provider]
  const verdict = await clientOf(connection, outside)
    .then((get) => provider.verify(get))
    .then((account): Verdict => ({
      ...tokenVersion,
      ...account,
      status: 'active',
      error: null,
      seconds: null,
    }))
    .catch((error: unknown): Verdict => {
      const newStatus = error instanceof RepositoryError ? connectionStatus(error) : undefined
      if (newStatus) return { ...tokenVersion, ...newStatus }
      throw error instanceof RepositoryError ? unavailable(provider, error) : error
    })
  return { values: { verdict: JSON.stringify(verdict) }, compensate: nothing }
}

/** The repository to link, as the host describes it. */
export async function findRepository(
  place: z.output<typeof ProjectRepositoryDraft>,
  _: string,
  outside: Outside,
  current: string | null,
): Promise<PreflightResult> {
  const connection = connectionIn(current)
  const provider: Provider = providers[connection.provider]
  const field = place.external_id ? 'external_id' : 'full_name'
  const response = await onHost(connection, async () => {
    const get = await clientOf(connection, outside)
    return get(provider.repository(place as { full_name: string })).catch(unlessHidden)
  })
  const found: Repository | undefined = response && provider.readRepository(asRecord(response.json))
  if (!found?.external_id || !found.full_name)
    throw invalid(`body.${field}: not found, or hidden from the token`)
  const version = connection.sealed.secret_version
  return {
    values: { found: JSON.stringify(found), connection: JSON.stringify({ id: connection.id, version }) },
    compensate: nothing,
  }
}

const unlessHidden = (error: unknown): undefined => {
  if (error instanceof RepositoryError && ['gone', 'forbidden', 'strange'].includes(error.why))
    return undefined
  throw error
}

/** A result of the preflight, which always ran. */
function factOf(preflightResult: PreflightResult | undefined, name: string): unknown {
  const text = preflightResult?.values[name]
  if (!text) throw conflict('the preflight has no result')
  return JSON.parse(text) as unknown
}
export const connecting = (preflightResult?: PreflightResult) =>
  factOf(preflightResult, 'row') as ConnectionDraft
export const verdict = (preflightResult?: PreflightResult) => factOf(preflightResult, 'verdict') as Verdict
export const linking = (preflightResult?: PreflightResult) =>
  [
    factOf(preflightResult, 'connection') as TokenVersion,
    factOf(preflightResult, 'found') as Repository,
  ] as const
