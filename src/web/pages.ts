import type { Hono } from 'hono'
import { settingsOf } from '../base/config.ts'
import { preferredOf } from '../shared/mail/texts/texts.ts'
import { Refusal } from '../kit/errors.ts'
import { type App, type Context, logFailure } from '../kit/http.ts'
import { pageValues } from './page-values.ts'
import { formPageAmong } from './kit/form-page.ts'
import { apiOf, type AppFetch } from './kit/api.ts'
import { formOf, refuseForeignForm } from './kit/form-body.ts'
import type { PageValue } from './kit/page.tsx'
import type { Explain } from './kit/html-errors.ts'
import { withQuery } from './kit/lists.tsx'
import { type Language, say, speaking } from './kit/say.ts'
import { signInAt } from './kit/next.ts'
import {
  Redirect,
  redirectTo,
  jsonResponse,
  type Page,
  type Security,
  sentence,
  PageError,
  type PageRequest,
  SignInNeeded,
  wantsJson,
} from './kit/page-request.ts'

const leaving = () => import('./session/leaving.ts')
const providers = () => import('./session/providers.tsx')
const mail = () => import('./developers/dev-mail.tsx')

type Load = () => Promise<Page | PageValue>
export const pages: Record<string, Load> = {
  'GET /': async () => (await leaving()).organization,
  'POST /logout': async () => (await leaving()).logout,
  'POST /menu': async () => (await import('./kit/menu.ts')).foldMenu,
  // Where the form for a ticket was before it stood above the tickets.
  'GET /organizations/:slug/tickets/new': async () => async (request) =>
    redirectTo(
      withQuery(`/organizations/${request.c.req.param('slug')}/tickets`, { new: 'yes', ...request.query }),
    ),
  ...Object.assign({}, ...Object.entries(pageValues).map(([at, load]) => routesOf(at, load))),
  'GET /login/:provider': async () => (await providers()).beginProvider,
  'GET /login/:provider/callback': async () => (await providers()).finishProvider,
  'GET /dev/mail/:id/html': async () => (await mail()).showMailHtml,
}

/** What a page shows at its address, and its forms there and below. */
function routesOf(at: string, load: () => Promise<{ default: PageValue }>): Record<string, Load> {
  const value = async () => (await load()).default
  if (at.endsWith('/:action')) return { [`GET ${at}`]: value, [`POST ${at}`]: value }
  return {
    [`GET ${at}`]: value,
    [`GET ${at}/files/:file`]: async () => (await value()).file,
    [`POST ${at}`]: value,
    [`POST ${at}/:action`]: value,
  }
}

/** What pages load beside their text, by path. */
const statics = {
  '/web.css': 'css',
  '/charts.css': 'charts',
  '/web.js': 'js',
  '/clock.js': 'clockJs',
  '/import.js': 'importJs',
  '/live.js': 'liveJs',
  '/clock-worker.js': 'clockWorker',
  '/web.svg': 'icons',
} as const

/**
 * Mounts the HTML pages, which are clients of the API and call it in process. Returns a function that renders the error page
 * for other endpoints.
 */
export function mountPages(app: Hono<App>): Explain {
  const fetchApp: AppFetch = (request, c) => app.fetch(request, c.env, contextOf(c))
  for (const [at, load] of Object.entries(pages)) {
    const [method, path] = at.split(' ') as [string, string]
    app.on(method, path, (c) => {
      c.set('operation', at)
      return redirectToWebHost(c) ?? respond(c, fetchApp, (request) => handle(request, load))
    })
  }
  for (const [path, name] of Object.entries(statics))
    app.get(path, async (c) => {
      const assets = await import('./kit/assets.ts')
      return assets.assetResponse(assets[name], c.req.query('v'))
    })
  app.get('/portal.css', async (c) => {
    const [{ assetResponse }, { themeOf }] = [
      await import('./kit/assets.ts'),
      await import('./portal/portal-theme.ts'),
    ]
    return assetResponse(themeOf(`#${c.req.query('accent')}`), c.req.query('v'))
  })
  app.get('/favicon.ico', async (c) => {
    const { brandMark } = await import('./kit/brand.ts')
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }
    return c.body(brandMark(settingsOf(c.env, c.req.url).appName), 200, headers)
  })
  app.get('/robots.txt', (c) => c.text('User-agent: *\nAllow: /docs\nDisallow: /\n'))
  return (c, error) => respond(c, fetchApp, () => Promise.reject(error))
}

/** Redirects to the host that serves the pages, if it is another one. */
function redirectToWebHost(c: Context): Response | null {
  const { webUrl, baseUrl } = settingsOf(c.env, c.req.url)
  const { host, pathname, search } = new URL(c.req.url)
  const web = new URL(webUrl)
  const sameService = web.host === new URL(baseUrl).host || web.host === host
  return sameService && !isOtherLoopback(web.hostname, new URL(c.req.url).hostname)
    ? null
    : redirectTo(`${webUrl}${pathname}${search}`)
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
/** For cookies and forms, 127.0.0.1 and localhost are different sites. */
const isOtherLoopback = (configured: string, requested: string) =>
  configured !== requested && loopback.test(configured) && loopback.test(requested)

async function respond(c: Context, fetchApp: AppFetch, run: Page): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const api = apiOf(c, fetchApp)
  const request: PageRequest = {
    c,
    api,
    settings: settingsOf(c.env, c.req.url),
    query: c.req.query(),
    form: {},
    here: pathname + search,
    action: '',
  }
  const response = await run(request).catch((error: unknown) => errorResponse(request, error))
  return withPageHeaders(response, request)
}

async function handle(request: PageRequest, load: Load): Promise<Response> {
  const { req } = request.c
  const isForm = req.method === 'POST'
  request.action = req.param('action') ?? ''
  if (isForm) refuseForeignForm(request.c)
  const page = await load()
  request.security = page.security
  const isValue = typeof page !== 'function'
  if (isValue && page.languages)
    return speaking(languageFor(request, page.languages), () => run(request, page, isForm))
  return run(request, page, isForm)
}

async function run(request: PageRequest, page: Page | PageValue, isForm: boolean): Promise<Response> {
  const isValue = typeof page !== 'function'
  if (isForm) {
    const accepted = isValue ? page.accepts(request.action) : page.accepts
    request.form = await formOf(request, accepted)
  }
  return (isValue ? (isForm ? page.act : page.show) : page)(request)
}

async function errorResponse(request: PageRequest, error: unknown): Promise<Response> {
  if (wantsJson(request.c)) return errorJson(request, error)
  if (error instanceof SignInNeeded && request.c.req.method === 'POST')
    return redirectTo(signInAt(formPage(request.c, error.back)))
  if (error instanceof Redirect) return redirectTo(error.to)
  const { errorPage } = await import('./kit/error-page.tsx')
  if (error instanceof PageError) return errorPage(request, error)
  if (error instanceof Refusal && error.status < 500)
    return errorPage(request, new PageError(error.status, say('Not allowed'), error.message))
  logFailure('page_failed', request.c, error)
  return errorPage(
    request,
    new PageError(500, say('Something went wrong'), say('That was on our side. Try again in a moment.')),
  )
}

/** The language that the browser prefers of those that a page is written in. */
const languageFor = ({ c }: PageRequest, languages: readonly Language[]) =>
  preferredOf(c.req.header('accept-language'), languages) ?? 'en'

const formPage = formPageAmong(Object.keys(pages))

/** The error for the script of a page, which shows it in place. */
function errorJson({ c }: PageRequest, error: unknown): Response {
  if (error instanceof Redirect)
    return jsonResponse(401, { message: say('Your session has ended. Sign in again.') })
  if (error instanceof PageError || (error instanceof Refusal && error.status < 500))
    return jsonResponse(error.status, { message: sentence(error.message) })
  logFailure('page_failed', c, error)
  return jsonResponse(500, { message: say('Something went wrong on our side. Try again in a moment.') })
}

const framedPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/** Browsers apply form-action to redirects too. */
const policyOf = ({ leavesSite, frames }: Security, pictures: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self' data:${pictures}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(leavesSite ? [] : ["form-action 'self'"]),
    ...(frames ? ["frame-src 'self'"] : []),
  ].join('; ')

/** Files are served from the base URL of the service, which may differ from that of its pages. */
const picturesOf = (c: Context, { baseUrl }: PageRequest['settings']) => {
  const { origin } = new URL(baseUrl)
  return origin === new URL(c.req.url).origin ? '' : ` ${origin}`
}

function withPageHeaders(response: Response, { api, settings, c, security = {} }: PageRequest): Response {
  const { headers } = response
  const { isFramed, leavesSite } = security
  const policy = isFramed ? framedPolicy : policyOf(security, picturesOf(c, settings))
  headers.set('content-security-policy', policy)
  headers.set('x-frame-options', isFramed ? 'SAMEORIGIN' : 'DENY')
  headers.set('cache-control', 'no-store')
  headers.set('referrer-policy', leavesSite ? 'no-referrer' : 'same-origin')
  for (const line of api.cookieLines()) headers.append('set-cookie', line)
  return response
}

function contextOf(c: Context) {
  try {
    return c.executionCtx
  } catch {
    return undefined // Outside the edge runtime there is none.
  }
}
