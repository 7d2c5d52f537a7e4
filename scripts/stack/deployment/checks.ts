import { accountChecks } from './account.ts'
import {
  type Account,
  ask,
  type Check,
  type Finding,
  jsonOf,
  NotTried,
  rounded,
  type Site,
  Wrong,
} from './asking.ts'

function demand(holds: boolean, remedy: string): asserts holds {
  if (!holds) throw new Wrong(remedy)
}

const publicChecks: Check[] = [
  {
    what: 'address',
    run: async ({ base, local }) => {
      const { protocol, host } = new URL(base)
      if (local) return 'on this machine: https is not asked for'
      demand(protocol === 'https:', 'it is not https: sessions would be sent in the clear')
      demand(
        !host.endsWith('.workers.dev'),
        'it is an address of workers.dev: give the Worker a domain of its own (`routes`) and set `workers_dev = false`, ' +
          'or the service answers at two addresses',
      )
      const { status, headers } = await ask(`http://${host}/health`)
      const target = headers.get('location') ?? ''
      demand(
        status >= 301 && status <= 308 && target.startsWith('https:'),
        'http is answered and not sent to https: switch on "Always Use HTTPS" for the domain',
      )
      return 'https alone'
    },
  },
  {
    what: 'process',
    run: async ({ base }) => {
      const answer = await ask(`${base}/health`)
      jsonOf(answer, 200, 'the Worker does not run at this address')
      return rounded(answer.ms)
    },
  },
  {
    what: 'database, cache and settings',
    run: async ({ base }) => {
      const answer = await ask(`${base}/ready`)
      if (answer.status === 503) {
        const { error } = JSON.parse(answer.text) as { error?: { message?: string } }
        throw new Wrong(error?.message ?? answer.text.slice(0, 300))
      }
      const { parts } = jsonOf(answer, 200) as { parts: Record<string, string> }
      const behind = Object.entries(parts).filter(([, said]) => said !== 'ok')
      demand(behind.length === 0, behind.map(([part, said]) => `${part}: ${said}`).join('; '))
      return `the role is bound by row-level security; ${rounded(answer.ms)}`
    },
  },
  {
    what: 'addresses in answers',
    run: async ({ base }) => {
      const index = jsonOf(await ask(`${base}/api/v1`), 200) as Record<string, string>
      const metadata = await ask(`${base}/.well-known/oauth-authorization-server`)
      const { issuer } = jsonOf(metadata, 200) as { issuer: string }
      const resource = await ask(`${base}/.well-known/oauth-protected-resource/mcp`)
      const tools = (jsonOf(resource, 200) as { resource: string }).resource
      const others = [index.mcp!, issuer, tools].filter((url) => new URL(url).origin !== base)
      demand(others.length === 0, `they name ${others[0]}: set BASE_URL to ${base}`)
      return `issuer ${issuer}`
    },
  },
  {
    what: 'headers',
    run: async ({ base, local }) => {
      const refused = await ask(`${base}/api/v1/organizations`)
      const page = await ask(`${base}/login`, { headers: { accept: 'text/html' } })
      const expected = [
        ['the API', refused, 'x-request-id', /\S/],
        ['the API', refused, 'cache-control', /no-store/],
        ['the API', refused, 'www-authenticate', /^Bearer/],
        ['the API', refused, 'x-content-type-options', /^nosniff$/],
        ['a page', page, 'content-security-policy', /default-src 'none'/],
        ['a page', page, 'x-frame-options', /^DENY$/],
        ...(local ? [] : [['a page', page, 'strict-transport-security', /max-age=\d{7,}/] as const]),
      ] as const
      demand(refused.status === 401, `the API answers ${refused.status} without a credential, and not 401`)
      demand(page.status === 200, `the page to sign in answers ${page.status}`)
      const wrong = expected.filter(([, { headers }, name, form]) => !form.test(headers.get(name) ?? ''))
      demand(
        wrong.length === 0,
        wrong.map(([where, , name]) => `${where} comes without its ${name}`).join('; ') +
          ': something between the Worker and here changes headers',
      )
      const placed = page.headers.get('cf-placement')
      return placed ? `all there; placed ${placed}` : 'all there'
    },
  },
  {
    what: 'contract and reference',
    run: async ({ base }) => {
      const { paths } = jsonOf(await ask(`${base}/api/v1/openapi.json`), 200) as { paths: object }
      const script = await ask(`${base}/docs/reference.js`)
      demand(
        script.status === 200 && script.text.length > 100_000,
        `the script of /docs answers ${script.status}: deploy with \`npm run deploy\`, which writes the static files`,
      )
      return `${Object.keys(paths).length} paths`
    },
  },
  {
    what: 'revision',
    run: async ({ base }) => {
      const { app_version, git_sha } = jsonOf(await ask(`${base}/version`), 200) as Record<string, string>
      return `version ${app_version}, commit ${git_sha}`
    },
  },
]

async function findingOf({ what, run }: Check, site: Site): Promise<Finding> {
  try {
    return { what, state: 'ok', said: await run(site) }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { what, state: error instanceof NotTried ? 'skipped' : 'wrong', said }
  }
}

/** Checks one thing after the other, and gives each finding as soon as it is there. */
export async function* checkDeployment(address: string, account?: Account): AsyncGenerator<Finding> {
  const { origin, hostname } = new URL(address)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const site = { base: origin, local, account }
  for (const check of publicChecks) yield await findingOf(check, site)
  for (const check of accountChecks())
    yield account
      ? await findingOf(check, site)
      : {
          what: check.what,
          state: 'skipped',
          said: 'it needs an account: set CHECK_EMAIL and CHECK_PASSWORD',
        }
}
