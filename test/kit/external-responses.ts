import type { IncomingHttpHeaders } from 'node:http'

/** `after` is the delay in milliseconds. */
export type Answer = { after?: number; status?: number; headers?: Record<string, string>; body?: unknown }
type Host = {
  token(headers: IncomingHttpHeaders): string | undefined
  answer(path: string, query: URLSearchParams, token: string): Answer
}
const missing: Answer = { status: 404, body: { message: 'Not Found' } }
const after = (text: string | undefined, before: string) =>
  text?.startsWith(before) ? text.slice(before.length) : undefined

/** Responses of GitHub's REST API, with some of their fields. */
const repo = (id: number, full_name: string) => ({
  id,
  node_id: `R_${id}`,
  full_name,
  private: id !== 1296269,
  owner: { login: 'ada', id: 1 },
  html_url: `https://github.com/${full_name}`,
  url: `https://api.github.com/repos/${full_name}`,
  default_branch: 'main',
  permissions: { admin: true },
})
const repos = [repo(1296269, 'ada/engine'), repo(1296270, 'ada/notes')]
export const commit = (message: string, date = '2026-11-20T10:00:00Z') => ({
  sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  html_url: 'https://github.com/ada/engine/commit/6dcb09b5',
  commit: {
    message,
    author: { name: 'Ada Lovelace', email: 'ada@example.com', date },
    committer: { name: 'Ada Lovelace', email: 'ada@example.com', date },
  },
  author: { login: 'ada', id: 1 },
})
export const pull = (title: string, ref: string, more: object = {}) => ({
  number: 7,
  title,
  state: 'open',
  merged_at: null,
  html_url: 'https://github.com/ada/engine/pull/7',
  user: { login: 'grace' },
  updated_at: '2026-11-20T12:00:00Z',
  head: { ref, label: `ada:${ref}` },
  body: 'secret words of the pull request',
  ...more,
})
export const branch = (name: string) => ({ name, commit: { sha: 'abc', url: 'https://x' }, protected: false })

export const github: Host = {
  token: ({ authorization, accept, 'x-github-api-version': version }) =>
    accept === 'application/vnd.github+json' && version ? after(authorization, 'Bearer ') : undefined,
  answer(path, query, token) {
    if (path === 'user') {
      const scopes = token.includes('unscoped') ? 'gist' : 'repo, read:org'
      const fineGrained = token.startsWith('github_pat_')
      return { body: { login: 'ada', id: 1 }, headers: fineGrained ? {} : { 'x-oauth-scopes': scopes } }
    }
    if (path === 'user/repos') return { body: query.get('page') === '1' ? repos : [] }
    const [, id, part] = /^repositories\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
    const found = repos.find((one) => String(one.id) === id || `repos/${one.full_name}` === path)
    if (!found) return missing
    if (!part) return { body: found }
    if (part === 'commits') return { body: [commit('Turn the crank')] }
    if (part === 'pulls') return { body: [pull('Add a crank', 'crank')] }
    return part === 'branches' ? { body: [branch('main')] } : missing
  },
}

const gitlabRepo = {
  id: 42,
  path_with_namespace: 'ada/tools/loom',
  default_branch: 'main',
  visibility: 'private',
}
export const gitlab: Host = {
  token: (headers) => String(headers['private-token'] ?? '') || undefined,
  answer(path, query, token) {
    if (path === 'user' && token.includes('nobody'))
      return { status: 403, body: { error: 'insufficient_scope', scope: 'api read_user read_api' } }
    if (path === 'user') return { body: { id: 1, username: 'ada', name: 'Ada Lovelace' } }
    if (path === 'personal_access_tokens/self') {
      if (token.includes('old')) return missing
      return { body: { id: 9, scopes: token.includes('unscoped') ? ['read_user'] : ['read_api'] } }
    }
    if (path === 'projects') return { body: query.get('page') === '1' ? [gitlabRepo] : [] }
    const part = /^projects\/(?:42|ada%2Ftools%2Floom)(?:\/(?:repository\/)?(\w+))?$/.exec(path)
    if (!part) return missing
    const at = '2026-11-19T08:00:00.000+02:00'
    const web_url = 'https://gitlab.com/ada/tools/loom/-/x'
    const shapes: Record<string, unknown> = {
      commits: [{ id: 'c0', message: 'Weave WEB-1', author_name: 'Ada', committed_date: at, web_url }],
      merge_requests: [
        {
          iid: 3,
          title: 'Loom',
          state: 'merged',
          author: { username: 'grace' },
          source_branch: 'web-2-loom',
          updated_at: at,
          web_url,
        },
      ],
      branches: [
        { name: 'main', merged: false, web_url, commit: { author_name: 'Ada', committed_date: at } },
      ],
    }
    return { body: part[1] ? shapes[part[1]] : gitlabRepo }
  },
}

const giteaRepo = {
  id: 5,
  full_name: 'ada/wheel',
  default_branch: 'main',
  private: false,
  html_url: 'https://gitea.com/ada/wheel',
}
export const gitea: Host = {
  token: ({ authorization }) => after(authorization, 'token '),
  answer(path, query, token) {
    const lacking = {
      status: 403,
      body: { message: 'token does not have at least one of required scope(s)' },
    }
    if (path === 'user') return token.includes('nobody') ? lacking : { body: { id: 1, login: 'ada' } }
    if (path === 'user/repos') {
      if (token.includes('unscoped')) return lacking
      return { body: query.get('page') === '2' ? [] : [giteaRepo] }
    }
    if (path === 'repositories/5') return { body: giteaRepo }
    const [, part] = /^repos\/ada\/wheel(?:\/(\w+))?$/.exec(path) ?? [undefined, 'none']
    const at = '2026-11-18T08:00:00Z'
    const shapes: Record<string, unknown> = {
      commits: [
        {
          sha: 'a',
          html_url: 'https://gitea.com/c',
          author: null,
          commit: { message: 'Spin WEB-3', author: { name: 'Ada' }, committer: { date: at } },
        },
      ],
      pulls: [
        {
          title: 'Wheel',
          state: 'closed',
          merged: true,
          user: { login: 'grace' },
          updated_at: at,
          html_url: 'https://gitea.com/p',
          head: { ref: 'wheel' },
        },
      ],
      branches: [{ name: 'main', commit: { id: 'a', timestamp: at, author: { name: 'Ada' } } }],
    }
    if (part === undefined) return { body: giteaRepo }
    return part in shapes ? { body: shapes[part] } : missing
  },
}

const features = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [13.3888599, 52.5170365] },
      properties: {
        osm_type: 'N',
        osm_id: 240109189,
        street: 'Unter den Linden',
        housenumber: '1',
        postcode: '10117',
        city: 'Berlin',
        state: 'Berlin',
        country: 'Germany',
        countrycode: 'DE',
        type: 'house',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-0.1276, 51.5034] },
      properties: {
        osm_id: 2,
        name: 'Prime Minister',
        street: 'Downing Street',
        housenumber: '10',
        city: 'London',
        countrycode: 'GB',
      },
    },
  ],
}
const places = {
  suggestions: [
    {
      placePrediction: {
        place: 'places/ChIJ_google',
        placeId: 'ChIJ_google',
        text: { text: '1600 Amphitheatre Parkway, Mountain View' },
        structuredFormat: { mainText: { text: '1600 Amphitheatre Parkway' } },
      },
    },
    { queryPrediction: { text: { text: 'something else' } } },
  ],
}
const place = {
  formattedAddress: '1600 Amphitheatre Pkwy, Mountain View, CA 94043, USA',
  location: { latitude: 37.42, longitude: -122.08 },
  postalAddress: {
    regionCode: 'US',
    postalCode: '94043',
    administrativeArea: 'CA',
    locality: 'Mountain View',
    addressLines: ['1600 Amphitheatre Pkwy', 'Building 40'],
  },
}

/** Photon under /photon, Google Places under /google. */
export function addressAnswers(
  path: string,
  query: URLSearchParams,
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  faults: string[],
): Answer {
  if (path === '/photon/api/' && method === 'GET') {
    if (!query.get('q')) faults.push('photon wants q')
    return { body: features }
  }
  if (!headers['x-goog-api-key'] || !headers['x-goog-fieldmask']) {
    if (path.startsWith('/google')) faults.push('google wants key and field mask')
    return { status: 403, body: { error: { message: 'no key' } } }
  }
  if (path === '/google/v1/places:autocomplete' && method === 'POST') return { body: places }
  return path === '/google/v1/places/ChIJ_google' ? { body: place } : missing
}

const names: Record<string, string[]> = {
  'inside.example.com': ['10.0.0.5'],
  'mixed.example.com': ['93.184.216.34', 'fd00::1'],
  'meta.example.com': ['169.254.169.254'],
  'assistant.example.com': ['93.184.216.34'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
}
/** The metadata document of an OAuth client. */
export const clientDocument = (client_id: string): Answer => ({
  body: { client_id, client_name: 'Desk', redirect_uris: ['https://client.example/callback'] },
})

/** DNS over HTTPS in JSON; most names do not exist. */
export function resolves(query: URLSearchParams): Answer {
  const type = query.get('type') === 'AAAA' ? 28 : 1
  const found = (names[query.get('name') ?? ''] ?? []).filter((data) => data.includes(':') === (type === 28))
  const answer = found.map((data) => ({ name: query.get('name'), type, TTL: 60, data }))
  return {
    headers: { 'content-type': 'application/dns-json' },
    body: answer.length ? { Status: 0, Answer: answer } : { Status: 3 },
  }
}
