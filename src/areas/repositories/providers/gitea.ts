import { itemOf, linkOf, momentOf, textOf } from '../../../shared/outbound/records.ts'
import { firstLine, inPath, longest, needing, type Provider, Trouble } from './provider.ts'

const repo = (full_name: string) => `repos/${inPath(full_name)}`

/** Gitea and Forgejo. */
export const gitea: Provider = {
  title: 'Gitea',
  usual: 'https://gitea.com',
  root: (base) => `${base}/api/v1`,
  headers: (token) => ({ authorization: `token ${token}` }),
  async verify(ask) {
    const user = await needing('read:user', ask('user'))
    const account = textOf(itemOf(user.json).login, 120)
    if (!account) throw new Trouble('strange')
    await needing('read:repository', ask('user/repos?limit=1'))
    return { account, scopes: [] }
  },
  perPage: 50,
  listed: (page) => `user/repos?limit=50&page=${page}`,
  repository: ({ external_id, full_name = '' }) =>
    external_id ? `repositories/${encodeURIComponent(external_id)}` : repo(full_name),
  readRepository: (item) => ({
    external_id: textOf(item.id, 64) ?? '',
    full_name: textOf(item.full_name, longest.name) ?? '',
    default_branch: textOf(item.default_branch, 255),
    web_url: linkOf(item.html_url),
    is_private: typeof item.private === 'boolean' ? item.private : null,
  }),
  activity: {
    commit: {
      path: ({ full_name }) =>
        `${repo(full_name)}/commits?stat=false&verification=false&files=false&limit=50`,
      read(item) {
        const commit = itemOf(item.commit)
        const message = textOf(commit.message, longest.words) ?? ''
        return {
          title: firstLine(message).slice(0, longest.title),
          author: textOf(itemOf(item.author).login, 120) ?? textOf(itemOf(commit.author).name, 120),
          state: null,
          url: linkOf(item.html_url),
          at: momentOf(itemOf(commit.committer).date),
          words: message,
          branch: null,
        }
      },
    },
    pull_request: {
      path: ({ full_name }) => `${repo(full_name)}/pulls?state=all&sort=recentupdate&limit=50`,
      read(item) {
        const title = textOf(item.title, longest.title) ?? ''
        return {
          title,
          author: textOf(itemOf(item.user).login, 120),
          state: item.merged === true ? 'merged' : item.state === 'open' ? 'open' : 'closed',
          url: linkOf(item.html_url),
          at: momentOf(item.updated_at),
          words: title,
          branch: textOf(itemOf(item.head).ref, 255),
        }
      },
    },
    branch: {
      path: ({ full_name }) => `${repo(full_name)}/branches?limit=50`,
      read(item) {
        const name = textOf(item.name, 255) ?? ''
        const commit = itemOf(item.commit)
        return {
          title: name,
          author: textOf(itemOf(commit.author).name, 120),
          state: null,
          url: null,
          at: momentOf(commit.timestamp),
          words: '',
          branch: name,
        }
      },
    },
  },
}
