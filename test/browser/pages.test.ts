import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspect, screenshot } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

const password = 'correct horse battery'
const unique = `${Date.now()}`
const email = `ada.${unique}@example.com`

let service: Running
let browser: Browser
let context: BrowserContext
let page: Page
const foreignRequests: string[] = []
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('request', (request) => {
    if (!request.url().startsWith(service.base) && !request.url().startsWith('data:'))
      foreignRequests.push(request.url())
  })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** Each test has its own IP address, since more than five sign-ups a minute from one are refused. */
let visits = 0
beforeEach(() => context.setExtraHTTPHeaders({ 'cf-connecting-ip': `203.0.113.${++visits}` }))

const go = (path: string) => page.goto(service.base + path)
const path = () => page.url().slice(service.base.length)
/** Performs an action that loads another page, and waits for it. */
const arrive = (action: Promise<unknown>) => arriveOn(page, action)
const press = (name: string | RegExp) => arrive(page.getByRole('button', { name }).click())
const follow = (name: string) => arrive(page.getByRole('link', { name, exact: true }).first().click())
const heading = () => page.getByRole('heading', { level: 1 }).textContent()
/** The console reports every response of 400 and above; this removes the expected ones. */
const expectErrors = (...statuses: number[]) =>
  expect(errors.splice(0).map((text) => Number(/status of (\d+)/.exec(text)?.[1]))).toEqual(statuses)

describe('an account', () => {
  test('is offered to first-time visitors', async () => {
    await go('/')
    expect(path()).toBe('/login')
    await inspect(page, 'login')
    await follow('Create an account')
    expect(path()).toBe('/signup')
    await inspect(page, 'signup')
  })

  test('shows an error beside each field, keeps what was entered and focuses the summary', async () => {
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada at example')
    await page.getByLabel('Password').fill('short')
    await press('Create account')
    expectErrors(422)
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada at example')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    expect(await page.locator('#email-problem').textContent()).toBe('Must be an e-mail address.')
    await page.waitForFunction(() => document.activeElement?.id === 'problems')
    await inspect(page, 'signup-problems')
  })

  test('starts with a dashboard that says what to do next', async () => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await press('Create account')
    expect([path(), await heading()]).toEqual(['/dashboard', 'Welcome, Ada Lovelace'])
    await inspect(page, 'dashboard-empty')
    await page.getByLabel('Name').fill('Ada & Co')
    await press('Create organization')
    expect([path(), await heading()]).toEqual(['/organizations/ada-co', 'Ada & Co'])
    await go('/organizations/ada-co/settings')
    expect(await page.getByLabel('Time zone').inputValue()).toBe(
      await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    )
    await go('/dashboard')
    await inspect(page, 'dashboard')
  })
})

describe('an API key', () => {
  test('is created, its token shown once and copied', async () => {
    await follow('API keys')
    await inspect(page, 'keys-empty')
    await page.getByLabel('Name').fill('laptop')
    await page.getByLabel('Read only').check()
    await press('Create key')
    await inspect(page, 'keys-issued')
    const token = await page.locator('#token').textContent()
    expect(token).toMatch(/^svc_live_\w{37}$/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.base })
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    const answer = await fetch(`${service.base}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(((await answer.json()) as { email: string }).email).toBe(email)
  })

  test('is not created again when the page is loaded again', async () => {
    await page.reload()
    expect(await page.locator('#token').count()).toBe(0)
    expect(await page.getByText('was created before').count()).toBe(1)
    expect(await page.getByRole('listitem').filter({ hasText: 'svc_live_…' }).count()).toBe(1)
  })

  test('is revoked after a confirmation', async () => {
    await go('/settings/keys')
    await page.locator('summary', { hasText: 'Revoke' }).click()
    await inspect(page, 'keys-revoke')
    await press('Revoke laptop')
    expect(await page.getByText('Revoked. Its token no longer works.').count()).toBe(1)
    expect(await page.getByText('There are none yet').count()).toBe(1)
  })
})

describe('signing in', () => {
  test('returns to the requested page, with only the keyboard', async () => {
    await press('Sign out')
    expect(path()).toBe('/login')
    await go('/settings/applications')
    expect(path()).toBe('/login?next=%2Fsettings%2Fapplications')
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await screenshot(page, 'login-skip')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('email')
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    expect(ring).toBe('solid')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await arrive(page.keyboard.press('Enter'))
    expectErrors(401)
    expect(await page.getByText('E-mail address or password is wrong.').count()).toBe(1)
    await inspect(page, 'login-problems')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Choose a new password by mail')
    await page.keyboard.press('Tab')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await arrive(page.keyboard.press('Enter'))
    expect(path()).toBe('/settings/applications')
    await inspect(page, 'applications-empty')
  })
})

describe('an application', () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  let client: Server
  let callback: string
  let clientId: string
  const callbacks: URL[] = []

  beforeAll(async () => {
    client = createServer((request, answer) => {
      if (request.url!.startsWith('/callback')) callbacks.push(new URL(request.url!, callback))
      answer
        .setHeader('content-type', 'text/html')
        .end('<title>Back</title><link rel="icon" href="data:,"><p>You may close this page.')
    }).listen(0, '127.0.0.1')
    await once(client, 'listening')
    callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`
    const answer = await fetch(`${service.base}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Desk <b>Assistant</b>', redirect_uris: [callback] }),
    })
    clientId = ((await answer.json()) as { client_id: string }).client_id
  })
  afterAll(() => client?.close())

  const authorize = () =>
    go(
      `/api/v1/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        state: 'a b&c',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })}`,
    )

  test('is confirmed by the person, and denied', async () => {
    await authorize()
    expect(await heading()).toBe('Connect an application?')
    expect(await page.textContent('main')).toContain('Desk <b>Assistant</b>')
    await inspect(page, 'consent')
    await press('Deny')
    await page.getByText('You may close this page.').waitFor()
    expect(Object.fromEntries(callbacks.at(-1)!.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a b&c',
      iss: service.base,
    })
  })

  test('gets its code after signing in and approving, and exchanges it', async () => {
    await context.clearCookies()
    await authorize()
    expect(path()).toMatch(/^\/login\?next=%2Foauth%2Fconsent%3Frid%3D/)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await press(/^Sign in$/)
    await press('Allow access')
    await page.getByText('You may close this page.').waitFor()
    const { code, state } = Object.fromEntries(callbacks.at(-1)!.searchParams)
    expect(state).toBe('a b&c')
    const answer = await fetch(`${service.base}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: code!,
        redirect_uri: callback,
        client_id: clientId,
        code_verifier: verifier,
      }),
    })
    expect(await answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'service' })
    expect(foreignRequests.splice(0).every((url) => url.startsWith(callback))).toBe(true)
  })

  test('gets an explanation if its request was already answered', async () => {
    await page.goBack()
    expectErrors(404)
    expect(await heading()).toBe('This request has ended')
    await inspect(page, 'consent-ended')
  })

  test('is listed, and disconnected', async () => {
    await go('/settings/applications')
    expect((await page.locator('.rows .title').allTextContents()).map((text) => text.trim())).toEqual([
      'Desk <b>Assistant</b>',
    ])
    await inspect(page, 'applications')
    await page.locator('summary', { hasText: 'Disconnect' }).click()
    await press(/^Disconnect Desk/)
    expect(await page.getByText('No application is connected').count()).toBe(1)
  })
})

test('connecting an assistant is explained', async () => {
  await go('/connect')
  expect(await page.locator('#url').textContent()).toBe(`${service.base}/mcp`)
  await inspect(page, 'connect')
})

describe('an invitation', () => {
  test('is shown, and accepted after signing up', async () => {
    const api = `${service.base}/api/v1/organizations`
    const { items } = (await (await page.request.get(api)).json()) as { items: { id: string }[] }
    const invited = `grace.${unique}@example.com`
    const { accept_url } = (await (
      await page.request.post(`${api}/${items[0]!.id}/invitations`, {
        data: { email: invited, role: 'member' },
      })
    ).json()) as { accept_url: string }
    await page.goto(accept_url)
    await inspect(page, 'invitation')
    await press('Accept')
    expectErrors(404)
    expect(await page.getByText('sent to another address than yours').count()).toBe(1)
    await press('Use another account')
    await page.goto(accept_url)
    await inspect(page, 'invitation-signed-out')
    await follow('Create an account')
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByLabel('E-mail address').fill(invited)
    await page.getByLabel('Password').fill(password)
    await press('Create account')
    await press('Accept')
    expect([path(), await heading()]).toEqual(['/organizations/ada-co', 'Ada & Co'])
    await page.goto(accept_url)
    expect(await page.getByText('This invitation was accepted.').count()).toBe(1)
    await go('/invitations/svc_inv_nonsense')
    expectErrors(404)
    await inspect(page, 'invitation-unknown')
  })
})

test('the demo organization shows a burndown and a board that fit their space', async () => {
  const visit = await browser.newContext()
  const page = await visit.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arriveOn(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  expect(await page.getByRole('img', { name: /^Burndown of / }).count()).toBe(1)
  await inspect(page, 'dashboard-demo')
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('.board text')].flatMap((text) => {
      const [own, lane] = [text, text.closest('svg > g')!.querySelector('.lane')!].map((one) =>
        one.getBoundingClientRect(),
      ) as [DOMRect, DOMRect]
      return own.right > lane.right || own.left < lane.left ? [text.textContent] : []
    }),
  )
  expect(tooWide).toEqual([])
  await visit.close()
})

test('everything works without JavaScript', async () => {
  const noScript = await browser.newContext({ javaScriptEnabled: false })
  const page = await noScript.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.goto(`${service.base}/settings/keys`)
  await page.getByLabel('Name').fill('script')
  await page.getByRole('button', { name: 'Create key' }).click()
  expect(await page.locator('#token').textContent()).toMatch(/^svc_live_/)
  expect(await page.locator('button[data-copy]').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(page.url()).toBe(`${service.base}/login`)
  await noScript.close()
})

test('nothing was requested from another host, and nothing violated the policy of the pages', () => {
  expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] })
})
