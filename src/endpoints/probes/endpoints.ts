import { Redis } from '@upstash/redis'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { isDeployed, settingsOf } from '../../base/config.ts'
import { endpoints } from '../endpoint.ts'
import { placeProblem } from '../../shared/deployment.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { keyringOf } from '../../shared/sealing/sealing.ts'

const Status = z
  .object({ status: z.string().meta({ description: 'ok, if it answers at all', example: 'ok' }) })
  .meta({ id: 'Status' })
const part = (what: string) => z.string().describe(`ok, or what is wrong with ${what}`)
const Readiness = z
  .object({
    status: z.string().meta({ description: 'ok, if nothing keeps it from working', example: 'ok' }),
    parts: z
      .object({
        settings: part('the settings'),
        database: part('the database'),
        cache: part('the cache'),
        jobs: part('the jobs that run after answers'),
        keys: part('the keys that secrets are sealed with'),
      })
      .describe('Each part by itself'),
  })
  .meta({ id: 'Readiness' })
const Version = z
  .object({
    app_version: z.string().describe('The version that was deployed'),
    git_sha: z.string().describe('The commit it was built from'),
    build_time: z.string().describe('When it was built'),
    app_env: z.string().describe('Where it runs'),
  })
  .meta({ id: 'Version', description: 'Build metadata; `unknown` where it was not configured' })

const probeTimeout = 1500

const Index = z
  .object({
    name: z.string().meta({ description: 'What the deployment is called', example: 'Service' }),
    version: z.string().meta({ description: 'The version of the API, as in its paths', example: 'v1' }),
    reference: z.url().describe('The interactive reference'),
    openapi: z.url().describe('This contract'),
    mcp: z.url().describe('Where assistants connect'),
    authorization: z.url().meta({ description: 'The metadata of the OAuth authorization server' }),
  })
  .meta({ id: 'Index', description: 'Where the parts of the service are' })

export default endpoints('probes', 'Probes and metadata', [
  {
    id: 'index',
    summary: 'Tell where the reference, the contract and the tools are',
    at: 'GET /api/v1',
    auth: 'none',
    returns: Index,
    status: 200,
    refuses: [],
    handle: async (c) => {
      const { appName, baseUrl } = settingsOf(c.env, c.req.url)
      return c.json({
        name: appName,
        version: 'v1',
        reference: `${baseUrl}/docs`,
        openapi: `${baseUrl}/api/v1/openapi.json`,
        mcp: `${baseUrl}/mcp`,
        authorization: `${baseUrl}/.well-known/oauth-authorization-server`,
      })
    },
  },
  {
    id: 'health',
    summary: 'Tell that the process lives; touches nothing',
    at: 'GET /health',
    auth: 'none',
    returns: Status,
    status: 200,
    refuses: [],
    handle: async (c) => c.json({ status: 'ok' }),
  },
  {
    id: 'ready',
    summary: 'Tell that database and cache answer',
    at: 'GET /ready',
    auth: 'none',
    returns: Readiness,
    details:
      'Refuses as well when row-level security does not bind the database role, or BASE_URL is not set. Jobs that wait and ' +
      'keys that are missing are told, but are no reason to refuse.',
    status: 200,
    refuses: [503],
    handle: ready,
  },
  {
    id: 'version',
    summary: 'Tell which build this is',
    at: 'GET /version',
    auth: 'none',
    returns: Version,
    status: 200,
    refuses: [],
    handle: async (c) =>
      c.json({
        app_version: c.env.APP_VERSION || 'unknown',
        git_sha: c.env.GIT_SHA || 'unknown',
        build_time: c.env.BUILD_TIME || 'unknown',
        app_env: c.env.APP_ENV || 'unknown',
      }),
  },
])

async function ready(c: Context) {
  const [{ database, jobs, keys }, cache] = await Promise.all([stateOfDatabase(c), cacheProblem(c)])
  const settings = addressProblem(c) ?? placeProblem(c.env)
  const problems = [settings, database, cache].filter((problem) => problem !== null)
  if (problems.length) throw new Refusal(503, 'service_unavailable', problems.join('; '), 2)
  return c.json({ status: 'ok', parts: { settings: 'ok', database: 'ok', cache: 'ok', jobs, keys } })
}

/** Without BASE_URL, links and issuer follow the Host header, which is the sender's to choose. */
const addressProblem = ({ env }: Context) =>
  env.BASE_URL || !isDeployed(env) ? null : 'BASE_URL is not set; set it to the public address of the service'

/** Jobs that wait longer, in minutes, are worth a look. */
const patience = 15

type StateOfDatabase = { database: string | null; jobs: string; keys: string }
async function stateOfDatabase(c: Context): Promise<StateOfDatabase> {
  const statement = sql`select app.ready()`
  const answer = await c
    .get('database')
    .batch([statement], { readOnly: true, deadline: probeTimeout })
    .catch(() => null)
  if (!answer) return { database: 'the database does not answer', jobs: 'unknown', keys: 'unknown' }
  const { bound, role, behind, keys } = JSON.parse(answer[0]!) as Told
  return {
    database: bound ? null : `the database role ${role} is not bound by row-level security; use svc_app`,
    jobs: behind < patience ? 'ok' : `the oldest due job has been waiting for ${behind} minutes`,
    keys: keyProblem(c, keys) ?? 'ok',
  }
}
type Told = { bound: boolean; role: string; behind: number; keys: string[] }

/** What is sealed with a key that the deployment lacks cannot be opened. */
function keyProblem({ env }: Context, used: string[]): string | null {
  const missing = used.filter((id) => !keysOf(env.SEALING_KEYS).includes(id))
  return missing.length ? `secrets are sealed with keys that SEALING_KEYS lacks: ${missing.join(', ')}` : null
}

function keysOf(setting: string | undefined): string[] {
  try {
    return [...keyringOf(setting).keys()]
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

async function cacheProblem(c: Context): Promise<string | null> {
  const url = c.env.UPSTASH_REDIS_REST_URL
  if (!url) return 'the cache is not configured'
  const redis = new Redis({
    url,
    token: c.env.UPSTASH_REDIS_REST_TOKEN ?? '',
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(probeTimeout),
  })
  return redis.ping().then(
    () => null,
    () => 'the cache does not answer',
  )
}
