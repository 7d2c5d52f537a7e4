import { asRecord, asLink, asMoment, asText } from '../../../shared/outbound/records.ts'
import { firstLine, inPath, maxLength, requiringScope, type Provider, RepositoryError } from './provider.ts'

const repo = (full_name: string) => `repos/${inPath(full_name)}`

/** Gitea and Forgejo. */
export const gitea: Provider = {
  title: 'Gitea',
  defaultUrl: 'https://gitea.com',
  root: (base) => `${base}/api/v1`,
  headers: (token) => ({ authorization: `token ${token}` }),
  async verify(get) {
    const user = await requiringScope('read:user', get('user'))
    const account = asText(asRecord(user.json).login, 120)
    if (!account) throw new RepositoryError('strange')
    await requiringScope('read:repository', get('user/repos?limit=1'))
    return { account, scopes: [] }
  },
  perPage: 50,
  listed: (page) => `user/repos?limit=50&page=${page}`,
  repository: ({ external_id, full_name = '' }) =>
    external_id ? `repositories/${encodeURIComponent(external_id)}` : repo(full_name),
  readRepository: (item) => ({
    external_id: asText(item.id, 64) ?? '',
    full_name: asText(item.full_name, maxLength.name) ?? '',
    default_branch: asText(item.default_branch, 255),
    web_url: asLink(item.html_url),
    is_private: typeof item.private === 'boolean' ? item.private : null,
  }),
  activity: {
    commit: {
      path: ({ full_name }) =>
        `${repo(full_name)}/commits?stat=false&verification=false&files=false&limit=50`,
      read(item) {
        const commit = asRecord(item.commit)
        const message = asText(commit.message, maxLength.words) ?? ''
        return {
          title: firstLine(message).slice(0, maxLength.title),
          author: asText(asRecord(item.author).login, 120) ?? asText(asRecord(commit.author).name, 120),
          state: null,
          url: asLink(item.html_url),
          at: asMoment(asRecord(commit.committer).date),
          words: message,
          branch: null,
        }
      },
    },
    pull_request: {
      path: ({ full_name }) => `${repo(full_name)}/pulls?state=all&sort=recentupdate&limit=50`,
      read(item) {
        const title = asText(item.title, maxLength.title) ?? ''
        return {
          title,
          author: asText(asRecord(item.user).login, 120),
          state: item.merged === true ? 'merged' : item.state === 'open' ? 'open' : 'closed',
          url: asLink(item.html_url),
          at: asMoment(item.updated_at),
          words: title,
          branch: asText(asRecord(item.head).ref, 255),
        }
      },
    },
    branch: {
      path: ({ full_name }) => `${repo(full_name)}/branches?limit=50`,
      read(item) {
        const name = asText(item.name, 255) ?? ''
        const commit = asRecord(item.commit)
        return {
          title: name,
          author: asText(asRecord(commit.author).name, 120),
          state: null,
          url: null,
          at: asMoment(commit.timestamp),
          words: '',
          branch: name,
        }
      },
    },
  },
}
