import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import routes from '../openapi/routes.json' with { type: 'json' }
import { areas } from './areas/index.ts'
import { allEndpoints } from './endpoints/index.ts'
import { settingsOf } from './base/config.ts'
import { lazy } from './base/lazy.ts'
import { guardCookieWrite } from './shared/origin.ts'
import { batchedReads } from './platform/read-batching.ts'
import { telling } from './shared/live/telling.ts'
import { outsideOf } from './shared/outside.ts'
import { requestContext } from './platform/request-context.ts'
import { recordUse } from './platform/metering.ts'
import { checkQuota, countUsage, countRejectedCredential } from './platform/quota.ts'
import { crossOrigin } from './endpoints/cors.ts'
import { discardUnreadBody } from './endpoints/unread-body.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { Refusal } from './kit/errors.ts'
import { type App, refuse, type Context } from './kit/http.ts'
import type { Operation } from './kit/operation.ts'
import { mountPages } from './web/pages.ts'
import { type Explain, noSuchPage, prefersPage, withErrorPage } from './web/kit/html-errors.ts'

type Route = [kind: string, group: string, id: string, method: string, path: string, ...gate: string[]]

/** The whole service as one Hono app. Only what the published contract lists is served. */
export function createApp(): Hono<App> {
  const app = new Hono<App>()
  app.use(requestContext, discardUnreadBody, crossOrigin, provides)
  for (const [kind, group, id, method, path] of routes as Route[]) {
    const pattern = path.replace(/\{(\w+)\}\.(\w+)/g, ':$1{[^/]+\\.$2}').replace(/\{(\w+)\}/g, ':$1')
    app.on(method, pattern, async (c) =>
      kind === 'endpoint'
        ? answerWithPage(c, await endpointOf(group, id), explain)
        : answerOperation(c, await operationOf(group, id)),
    )
  }
  app.get('/api/v1/openapi.json', (c) => asset(c, '/openapi.json'))
  app.all('/mcp', async (c) => (await tooling()).answerTools(c, toolOperationOf))
  app.get('/docs', async (c) => {
    const { referencePage } = await import('./web/developers/docs.ts')
    return referencePage(settingsOf(c.env, c.req.url).appName, getCookie(c, 'access_token') !== undefined)
  })
  app.get('/docs/*', (c) => asset(c, c.req.path))
  const explain = mountPages(app)
  app.notFound((c) => (isForPeople(c) ? explain(c, noSuchPage()) : outsideContract(c)))
  app.onError((error, c) => refuse(error, c))
  return app
}

const answerWithPage = async (c: Context, endpoint: Endpoint, explain: Explain) =>
  withErrorPage(c, async () => (await answering()).answerEndpoint(c, endpoint), explain, endpoint.refusedAs)

async function answerOperation(c: Context, operation: Operation): Promise<Response> {
  if (operation.role === 'public') await (await answering()).limitPublicRequest(c, operation)
  return (await serving()).serve(c, operation)
}

/** Whether a browser asks for something outside of the API, where its reader is to get a page. */
const isForPeople = (c: Context) =>
  prefersPage(c) && !/^\/(?:api|mcp|docs|\.well-known)(?:\/|$)/.test(c.req.path)

/** An unsupported method on a path of the contract is 405; anything else outside the contract is 404. */
function outsideContract(c: Context): Response {
  const here = (routes as Route[]).filter(([, , , , path]) => patternOf(path).test(c.req.path))
  if (here.length === 0) return refuse(new Refusal(404, 'not_found', `no such endpoint; ${remedyFor(c)}`), c)
  const methods = [...new Set(here.map(([, , , method]) => method))]
  const why = `${c.req.method} is not offered here`
  const speaksOAuth = here.every(([kind, group]) => kind === 'endpoint' && group === 'oauth')
  const response = speaksOAuth
    ? c.json({ error: 'invalid_request', error_description: why }, 405)
    : refuse(new Refusal(405, 'method_not_allowed', why), c)
  response.headers.set('allow', (methods.includes('GET') ? ['HEAD', ...methods] : methods).join(', '))
  return response
}

function remedyFor(c: Context): string {
  const path = c.req.path.replace(/\/+/g, '/').replace(/\/$/, '')
  const exists = (routes as Route[]).some(([, , , , known]) => patternOf(known).test(path))
  return exists ? `its path has no empty part and no slash at the end: ${path}` : 'see /docs'
}

const patterns = new Map<string, RegExp>()
function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, pattern)
  return pattern
}

/** What the kit leaves to the app: external systems, and draining the outbox after the response to a write. */
const provides: MiddlewareHandler<App> = async (c, next) => {
  const share = batchedReads.get(c.req.raw)
  if (share) c.set('database', share(c.get('database')))
  c.set('database', telling(c.get('database'), c.env, c.get('after')))
  c.set('outside', () => outsideOf(c.env))
  c.set('checkQuota', (operation) => {
    c.set('operation', operation.id)
    guardCookieWrite(c, operation)
    checkQuota(c, operation)
  })
  c.set('countUsage', (answer) => {
    if (answer.caller?.org_id) c.set('organization', answer.caller.org_id)
    countUsage(c, answer)
    recordUse(c, answer)
  })
  const began = Date.now()
  c.set('drain', async (shards) => (await draining()).drainAfter(c, shards, began))
  await next()
  if (c.res.status === 401) countRejectedCredential(c)
}

/** Loaded with the first operation, so that start-up stays small. */
const serving = lazy(() => import('./kit/serve.ts'))
const answering = lazy(() => import('./endpoints/answer.ts'))
const tooling = lazy(() => import('./mcp/endpoint.ts'))
const draining = lazy(() => import('./jobs/after-response.ts'))

/** A file from dist/assets: the contract, or the script of the API reference. */
const asset = async (c: Context, path: string): Promise<Response> =>
  (await c.env.ASSETS?.fetch(new URL(path, c.req.url).href)) ?? c.notFound()

const operationsById = new Map<string, Operation>()
async function operationOf(area: string, id: string): Promise<Operation> {
  const known = operationsById.get(id)
  if (known) return known
  for (const operation of (await areas[area]!()).default.operations)
    operationsById.set(operation.id, operation)
  return operationsById.get(id)!
}

const asTools = new Map<string, Operation>()
/** An operation as tools have it. */
async function toolOperationOf(area: string, id: string): Promise<Operation> {
  const known = asTools.get(id)
  if (known) return known
  const own = (await areas[area]!()).default.asTools.find((one) => one.id === id)
  const operation = own ?? (await operationOf(area, id))
  asTools.set(id, operation)
  return operation
}

const endpointsById = new Map<string, Endpoint>()
async function endpointOf(group: string, id: string): Promise<Endpoint> {
  const known = endpointsById.get(id)
  if (known) return known
  for (const endpoint of (await allEndpoints[group]!()).default.endpoints)
    endpointsById.set(endpoint.id, endpoint)
  return endpointsById.get(id)!
}
