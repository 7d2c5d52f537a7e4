import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, openMail, type Running, startService } from './service.ts'

const password = 'correct horse battery'
const another = 'a pile of wet leaves'
const verifier = 'v'.repeat(43)

let service: Running
let browser: Browser
const errors: string[] = []
let visits = 0

class Visitor {
  readonly email: string
  readonly context: BrowserContext
  readonly page: Page
  private constructor(email: string, context: BrowserContext, page: Page) {
    this.email = email
    this.context = context
    this.page = page
  }
  static async named(email: string) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      extraHTTPHeaders: { 'cf-connecting-ip': `203.0.113.${++visits}` },
    })
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    context.setDefaultTimeout(10_000)
    return new Visitor(email, context, await context.newPage())
  }
  go = (path: string) => this.page.goto(service.base + path)
  path = () => this.page.url().slice(service.base.length)
  heading = () => this.page.getByRole('heading', { level: 1 }).textContent()
  fill = (label: string | RegExp, value: string) =>
    this.page.getByLabel(label, { exact: true }).first().fill(value)
  arrive = (action: Promise<unknown>) => arriveOn(this.page, action)
  press = (name: string) => this.arrive(this.page.getByRole('button', { name, exact: true }).first().click())
  follow = (name: string | RegExp) => this.arrive(this.page.getByRole('link', { name }).first().click())
  open = (summary: string) => this.page.locator('summary', { hasText: summary }).first().click()

  async signIn(args: string) {
    await this.go('/login')
    await this.fill('E-mail address', this.email)
    await this.fill('Password', args)
    await this.press('Sign in')
  }

  openMail = (subject: RegExp) => openMail(this.page, service, this.email, subject)
}

let ada: Visitor
let grace: Visitor

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  ada = await Visitor.named('ada@engines.example')
  grace = await Visitor.named('grace@navy.example')
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

async function signUp(who: Visitor, name: string) {
  await who.fill('Your name', name)
  await who.fill('E-mail address', who.email)
  await who.fill('Password', password)
  await who.press('Create account')
}

test('a person signs up, and confirms the address by the stored mail', async () => {
  await ada.go('/')
  await ada.follow('Create an account')
  await signUp(ada, 'Ada Lovelace')
  expect(ada.path()).toBe('/dashboard')
  await ada.openMail(/^Confirm your e-mail address/)
  await ada.follow(/\/verify\?token=/)
  await ada.press('Confirm the address')
  expect(await ada.heading()).toBe('Your address is confirmed')
})

test('creates an organization with a project', async () => {
  await ada.go('/dashboard')
  await ada.fill('Name', 'Analytical Engines')
  await ada.press('Create organization')
  expect(ada.path()).toBe('/organizations/analytical-engines')
  await ada.open('New project')
  await ada.fill('Name', 'Difference Engine')
  await ada.fill(/^Key/, 'DIFF')
  await ada.press('Create project')
  expect(ada.path()).toMatch(/^\/projects\/DIFF/)
})

test('invites somebody, who signs up through the mail and accepts', async () => {
  await ada.go('/organizations/analytical-engines')
  await ada.open('Invite somebody')
  await ada.fill('E-mail address', grace.email)
  await ada.press('Invite')
  await grace.openMail(/invites you to Analytical Engines/)
  await grace.follow(/\/invitations\//)
  await grace.follow('Create an account')
  await grace.page.getByLabel('Your name').waitFor()
  await signUp(grace, 'Grace Hopper')
  expect(await grace.heading()).toBe('Join Analytical Engines')
  await grace.press('Accept')
  expect(grace.path()).toBe('/organizations/analytical-engines')
  expect(await grace.page.getByText('Grace Hopper (you)').count()).toBe(1)
})

test('puts a task on the board and moves it', async () => {
  await ada.go('/projects/DIFF')
  await ada.open('New task')
  await ada.fill('Title', 'Cut the brass wheels')
  await ada.press('Create task')
  await ada.go('/projects/DIFF')
  await ada.page.locator('.tile .grip').focus()
  await Promise.all([ada.page.waitForResponse(/\/move/), ada.page.keyboard.press('ArrowRight')])
  await ada.go('/tasks/DIFF-1')
  expect(await ada.page.locator('.panel dd').first().textContent()).toBe('in progress')
})

test('mentions the other by name, who sees it in the inbox and by mail', async () => {
  await grace.go('/inbox/preferences')
  await grace.page.getByLabel('Somebody mentions me: mail').check()
  await grace.press('Save')
  await ada.go('/tasks/DIFF-1')
  await ada.fill('New comment', 'How many teeth, @Grace Hopper?')
  await ada.press('Comment')
  expect(await ada.page.locator('#comments ~ ul strong', { hasText: '@Grace Hopper' }).count()).toBe(1)
  const inbox = grace.page.getByText('Cut the brass wheels')
  await expect.poll(async () => (await grace.go('/inbox'), inbox.count())).toBeGreaterThan(0)
  // Notifications are mailed after ten minutes, which are skipped here.
  const owner = new Client({ connectionString: service.ownerUrl() })
  await owner.connect()
  await owner.query(`update outbox set available_at = now() where topic = 'digest'`)
  await owner.end()
  await ada.fill('New comment', 'Forty, I think.')
  await ada.press('Comment')
  await grace.openMail(/Analytical Engines|mention/i)
})

test('resets a forgotten password by mail', async () => {
  await ada.press('Sign out')
  await ada.follow('Forgot your password?')
  await ada.fill('E-mail address', ada.email)
  await ada.press('Send the link')
  await ada.openMail(/password/i)
  await ada.follow(/\/reset\?token=/)
  await ada.fill('New password', another)
  await ada.press('Change password')
  await ada.signIn(another)
  expect(ada.path()).toBe('/dashboard')
})

test('turns on a second factor, and signs in with it', async () => {
  await ada.go('/account')
  await ada.follow('Set up the authenticator app')
  await ada.fill('Password', another)
  await ada.press('Continue')
  const secret = (await ada.page.locator('#secret').textContent())!
  await ada.fill('Code that the app shows', new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await ada.press('Turn it on')
  const [code] = (await ada.page.locator('#codes').textContent())!.trim().split('\n')
  await ada.press('Sign out')
  await ada.signIn(another)
  expect(await ada.heading()).toBe('One more step')
  await ada.fill('Code', code!)
  await ada.press('Sign in')
  expect(ada.path()).toBe('/dashboard')
})

test('connects an assistant, which works in her name until she disconnects it', async () => {
  let callbackUrl = ''
  const desk = createServer((request, response) => {
    if (request.url!.startsWith('/callback')) callbackUrl = request.url!
    response.end('You may close this page.')
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const callback = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/callback`
  const { client_id } = await json('/api/v1/oauth/register', {
    client_name: 'Desk',
    redirect_uris: [callback],
  })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await ada.go(`/api/v1/oauth/authorize?${query}`)
  expect(await ada.heading()).toBe('Connect an application?')
  await ada.press('Allow access')
  await ada.page.getByText('You may close this page.').waitFor()
  desk.close()
  const code = new URL(callbackUrl, callback).searchParams.get('code')!
  const { access_token } = await json(
    '/api/v1/oauth/token',
    new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id,
      code_verifier: verifier,
    }),
  )
  const listed = await tool(access_token, 'list_issues', { project_id: 'DIFF' })
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('Cut the brass wheels')])

  await ada.go('/settings/applications')
  await inspect(ada.page, 'first-hour-applications')
  await ada.open('Disconnect')
  await ada.press('Disconnect Desk')
  expect(await ada.page.getByText('Its access has ended.').count()).toBe(1)
  expect((await tool(access_token, 'list_issues', { project_id: 'DIFF' })).status).toBe(401)
  expect(errors).toEqual([])
})

async function json(path: string, body: object) {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(service.base + path, {
    method: 'POST',
    ...(isForm ? { body } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

const tool = (token: string, name: string, args: object) =>
  fetch(`${service.base}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
