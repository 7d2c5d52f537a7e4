import { asRecord, asLink, asMoment, asText } from '../../../shared/outbound/records.ts'
import { firstLine, inPath, maxLength, type Provider, RepositoryError } from './provider.ts'

const defaultUrl = 'https://api.github.com'
const byId = (external_id: string) => `repositories/${encodeURIComponent(external_id)}`

/**
 * GitHub, and GitHub Enterprise Server at other addresses. Repositories are addressed by id, which survives
 * renames.
 */
export const github: Provider = {
  title: 'GitHub',
  defaultUrl,
  site: 'https://github.com',
  root: (base) => (base === defaultUrl ? defaultUrl : `${base}/api/v3`),
  headers: (token) => ({
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }),
  async verify(get) {
    const response = await get('user')
    const account = asText(asRecord(response.json).login, 120)
    if (!account) throw new RepositoryError('strange')
    // Classic tokens list their scopes; fine-grained ones have none.
    const scopeHeader = response.header('x-oauth-scopes')
    const scopes = (scopeHeader ?? '').split(',').flatMap((scope) => scope.trim().slice(0, 60) || [])
    if (scopeHeader !== null && !scopes.some((scope) => scope === 'repo' || scope === 'public_repo'))
      throw new RepositoryError('unscoped', { scope: 'repo' })
    return { account, scopes }
  },
  perPage: 100,
  listed: (page) => `user/repos?per_page=100&sort=full_name&page=${page}`,
  repository: ({ external_id, full_name = '' }) =>
    external_id ? byId(external_id) : `repos/${inPath(full_name)}`,
  readRepository: (item) => ({
    external_id: asText(item.id, 64) ?? '',
    full_name: asText(item.full_name, maxLength.name) ?? '',
    default_branch: asText(item.default_branch, 255),
    web_url: asLink(item.html_url),
    is_private: typeof item.private === 'boolean' ? item.private : null,
  }),
  activity: {
    commit: {
      path: ({ external_id }) => `${byId(external_id)}/commits?per_page=100`,
      read(item) {
        const commit = asRecord(item.commit)
        const message = asText(commit.message, maxLength.words) ?? ''
        const author = asRecord(commit.author)
        return {
          title: firstLine(message).slice(0, maxLength.title),
          author: asText(asRecord(item.author).login, 120) ?? asText(author.name, 120),
          state: null,
          url: asLink(item.html_url),
          at: asMoment(asRecord(commit.committer).date) ?? asMoment(author.date),
          words: message,
          branch: null,
        }
      },
    },
    pull_request: {
      path: ({ external_id }) =>
        `${byId(external_id)}/pulls?state=all&sort=updated&direction=desc&per_page=100`,
      read(item) {
        const title = asText(item.title, maxLength.title) ?? ''
        return {
          title,
          author: asText(asRecord(item.user).login, 120),
          state: item.merged_at ? 'merged' : item.state === 'open' ? 'open' : 'closed',
          url: asLink(item.html_url),
          at: asMoment(item.updated_at),
          words: title,
          branch: asText(asRecord(item.head).ref, 255),
        }
      },
    },
    branch: {
      path: ({ external_id }) => `${byId(external_id)}/branches?per_page=100`,
      read(item) {
        const name = asText(item.name, 255) ?? ''
        return { title: name, author: null, state: null, url: null, at: null, words: '', branch: name }
      },
    },
  },
}
