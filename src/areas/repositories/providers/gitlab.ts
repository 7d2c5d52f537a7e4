import { asRecord, asLink, asMoment, asText } from '../../../shared/outbound/records.ts'
import {
  type HostClient,
  firstLine,
  maxLength,
  requiringScope,
  type Provider,
  RepositoryError,
} from './provider.ts'

const project = (external_id: string) => `projects/${encodeURIComponent(external_id)}`
const states: Record<string, string> = { opened: 'open', merged: 'merged' }

/** The scopes of the token, if this host reports them; old ones do not. */
async function scopesOf(get: HostClient): Promise<string[] | undefined> {
  try {
    const { scopes } = asRecord((await get('personal_access_tokens/self')).json)
    return Array.isArray(scopes) ? scopes.flatMap((scope) => asText(scope, 60) ?? []) : undefined
  } catch (error) {
    if (error instanceof RepositoryError && (error.why === 'gone' || error.why === 'forbidden'))
      return undefined
    throw error
  }
}

export const gitlab: Provider = {
  title: 'GitLab',
  defaultUrl: 'https://gitlab.com',
  root: (base) => `${base}/api/v4`,
  headers: (token) => ({ 'private-token': token }),
  async verify(get) {
    const account = asText(asRecord((await requiringScope('read_api', get('user'))).json).username, 120)
    if (!account) throw new RepositoryError('strange')
    const scopes = await scopesOf(get)
    if (scopes && !scopes.some((scope) => scope === 'api' || scope === 'read_api'))
      throw new RepositoryError('unscoped', { scope: 'read_api' })
    return { account, scopes: scopes ?? [] }
  },
  perPage: 100,
  listed: (page, q) =>
    `projects?membership=true&simple=true&order_by=path&sort=asc&per_page=100&page=${page}` +
    (q ? `&search=${encodeURIComponent(q)}&search_namespaces=true` : ''),
  repository: ({ external_id, full_name = '' }) => project(external_id ?? full_name),
  readRepository: (item) => ({
    external_id: asText(item.id, 64) ?? '',
    full_name: asText(item.path_with_namespace, maxLength.name) ?? '',
    default_branch: asText(item.default_branch, 255),
    web_url: asLink(item.web_url),
    is_private: typeof item.visibility === 'string' ? item.visibility !== 'public' : null,
  }),
  activity: {
    commit: {
      path: ({ external_id }) => `${project(external_id)}/repository/commits?per_page=100`,
      read(item) {
        const message = asText(item.message, maxLength.words) ?? ''
        return {
          title: firstLine(message).slice(0, maxLength.title),
          author: asText(item.author_name, 120),
          state: null,
          url: asLink(item.web_url),
          at: asMoment(item.committed_date),
          words: message,
          branch: null,
        }
      },
    },
    pull_request: {
      path: ({ external_id }) =>
        `${project(external_id)}/merge_requests?state=all&order_by=updated_at&sort=desc&per_page=100`,
      read(item) {
        const title = asText(item.title, maxLength.title) ?? ''
        return {
          title,
          author: asText(asRecord(item.author).username, 120),
          state: states[String(item.state)] ?? 'closed',
          url: asLink(item.web_url),
          at: asMoment(item.updated_at),
          words: title,
          branch: asText(item.source_branch, 255),
        }
      },
    },
    branch: {
      path: ({ external_id }) => `${project(external_id)}/repository/branches?per_page=100`,
      read(item) {
        const name = asText(item.name, 255) ?? ''
        const commit = asRecord(item.commit)
        return {
          title: name,
          author: asText(commit.author_name, 120),
          state: item.merged === true ? 'merged' : null,
          url: asLink(item.web_url),
          at: asMoment(commit.committed_date),
          words: '',
          branch: name,
        }
      },
    },
  },
}
