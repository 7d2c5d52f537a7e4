import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything } from '../../scripts/contract/generate.ts'
import type { Json } from '../kit/client.ts'
import { screenshot } from './inspect.ts'
import { openBrowser, type Running, startService } from './service.ts'

type Result = { id: string; status: number; message: string }

/** Sends each creating POST from the page, exactly as the page shows it. */
async function tryExamples(): Promise<Result[]> {
  const contract = (window as unknown as { contract: Json }).contract
  const resolved = (one: Json) =>
    one.$ref ? contract.components.parameters[one.$ref.split('/').at(-1)] : one
  const results: Result[] = []
  for (const [path, { post }] of Object.entries<Json>(contract.paths)) {
    const body = post?.requestBody?.content['application/json']?.example
    // A new account or organization would be the reader's from then on, and the platform API is for operators.
    if (!body || !post.responses[201] || /\/(?:auth\/register$|platform\/|organizations$)/.test(path))
      continue
    const parameters = new Map<string, string>(
      (post.parameters ?? []).map(resolved).map(({ name, schema }: Json) => [name, schema.example]),
    )
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters.get(name)!))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) })
    const errorBody: Json = answer.status < 300 ? {} : await answer.json()
    results.push({ id: post.operationId, status: answer.status, message: errorBody.error?.message ?? '' })
  }
  return results
}

/** Sends each GET from the page, exactly as the page shows it. */
async function tryReads(): Promise<(Result & { text: string })[]> {
  const contract = (window as unknown as { contract: Json }).contract
  const results: (Result & { text: string })[] = []
  for (const [path, { get }] of Object.entries<Json>(contract.paths)) {
    // Signing in at a provider leads away, and the platform API is for operators.
    if (!get || /\/(?:platform|impersonation|authorize)/.test(path)) continue
    const parameters: Json[] = (get.parameters ?? []).map((one: Json) =>
      one.$ref ? contract.components.parameters[one.$ref.split('/').at(-1)] : one,
    )
    const shown = (name: string) => {
      const { example, schema } = parameters.find((one) => one.name === name)!
      return encodeURIComponent(example ?? schema.example)
    }
    const query = parameters.filter(
      (one) => one.in === 'query' && (one.required || one.example !== undefined),
    )
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => shown(name))
    const answer = await fetch(`${at}?${query.map(({ name }) => `${name}=${shown(name)}`).join('&')}`)
    const goesOn = answer.headers.get('content-type') === 'text/event-stream'
    const text = goesOn ? '' : await answer.text()
    if (goesOn) await answer.body!.cancel()
    const declared = String(answer.status) in get.responses
    results.push({
      id: get.operationId,
      status: answer.status,
      message: declared ? '' : 'not declared',
      text,
    })
  }
  return results
}

/** Collects the problems of a page: error responses, and errors in its console. */
function problemsOn(page: Page): string[] {
  const problems: string[] = []
  page.on('response', async (reply) => {
    if (reply.status() < 400) return
    problems.push(`${reply.status()} ${reply.url()}`)
    console.log(reply.status(), reply.url(), await reply.text().catch(String))
  })
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  return problems
}

describe('the reference page', () => {
  let service: Running
  let browser: Browser
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startService(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  async function signedIn(email: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(`${service.base}/login`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('demo-organization')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/dashboard')
    return page
  }

  async function openReference(page: Page) {
    await page.goto(`${service.base}/docs`)
    await page.getByText('Work management API').first().waitFor()
  }

  test.each([
    ['desktop, light', { width: 1280, height: 900 }, 'light'],
    ['phone, dark', { width: 390, height: 844 }, 'dark'],
  ] as const)('shows every area from the service alone (%s)', async (name, viewport, colorScheme) => {
    const page = await browser.newPage({ viewport, colorScheme })
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(service.base) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${service.base}/docs`)
    await page.getByText('Work management API').first().waitFor()
    const state = viewport.width < 1000 ? 'attached' : 'visible'
    await page.getByText('Session and account').first().waitFor({ state })
    await screenshot(page, `reference-${name.replace(/\W+/g, '-')}`)
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
    await page.close()
  })

  test('shows examples that work unchanged, for signed-in readers', { timeout: 180_000 }, async () => {
    const page = await signedIn('demo@example.com')
    const problems = problemsOn(page)
    await openReference(page)
    expect(problems).toEqual([])
    const results = await page.evaluate(tryExamples)
    const failed = results.filter(({ status }) => status >= 300)
    console.log(
      `${results.length - failed.length} of ${results.length} examples that create something worked as shown`,
    )
    // They need an authenticator, a GitHub token, recorded time, an invitation of another organization, what an objective has, the session of a contact, and a meeting.
    expect(failed.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'addPasskey 422',
      'createProjectRepository 409',
      'createInvoiceFromTime 409',
      'acceptProjectShare 404',
      'checkIn 404',
      'createPortalTicket 401',
      'createPortalMessage 401',
      'uploadPortalAttachment 401',
      'addMeetingGuest 404',
    ])
    expect(results.length).toBeGreaterThan(20)
    // What was created stands in the examples of the reads.
    await openReference(page)
    const reads = await page.evaluate(tryReads)
    const { areas } = await everything()
    const operations = new Map(areas.flatMap((area) => area.operations).map((one) => [one.id, one]))
    const wrong = reads.flatMap(({ id, status, message, text }) => {
      const schema = status === 200 ? operations.get(id)?.returns : undefined
      const fits = !schema || schema.safeParse(JSON.parse(text)).success
      return status >= 300 || message || !fits
        ? [`${id} ${status} ${message}${fits ? '' : 'unlike its schema'}`.trim()]
        : []
    })
    expect(reads.length).toBeGreaterThan(150)
    // They need what a mail or a link carries, what another organization shares, the session of a contact, a connected provider, or what the demo lacks.
    expect(wrong).toEqual([
      'downloadFile 404',
      'downloadOrganizationExportPart 422',
      'downloadOrganizationExport 404',
      'downloadOrganizationImportArchive 422',
      'downloadOrganizationImportMap 409',
      'fetchCalendar 404',
      'getOauthConsent 404',
      'previewInvitation 404',
      'getAttachment 404',
      'getDocumentComment 404',
      'getDesktopState 404',
      'getBiWidget 404',
      'getBiWidgetData 404',
      'exportBiWidget 404',
      'listBiWidgetRows 404',
      'listAvailableRepositories 409',
      'getDevelopmentActivity 409',
      'getTaskDevelopment 409',
      'getAddress 422',
      'getSharedInvoice 404',
      'getSharedProjectTask 404',
      'getSharedProjectDocument 404',
      'getSharedProjectFile 404',
      'previewProjectShareInvitation 404',
      'getKeyResult 404',
      'listCheckIns 404',
      'getTicketMail 404',
      'getPortalMe 401',
      'listPortalTickets 401',
      'getPortalTicket 401',
      'listPortalInvoices 401',
      'getPortalInvoice 401',
      'listPortalProjects 401',
      'getPortalProject 401',
      'listPortalContracts 401',
      'getPortalContract 401',
      'getTicketRating 404',
      'getPortalAttachment 401',
      'getOrganizationExport 404',
      'getWebhookDelivery 404',
      'getGuestMeeting 404',
    ])
    await page.close()
  })

  test.each([
    ['a member', 'kai@example.com'],
    ['somebody without an organization', 'operator@example.com'],
  ])('requests nothing that is refused to %s', async (_, email) => {
    const page = await signedIn(email)
    const problems = problemsOn(page)
    await openReference(page)
    await page.waitForFunction('window.contract')
    expect(problems).toEqual([])
    await page.close()
  })

  test('is still served after many clients went away in the middle of an answer', async () => {
    const pages = ['/docs', '/openapi.json', '/login', '/docs/reference.js']
    for (let round = 0; round < 40; round++)
      await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          fetch(service.base + pages[index % 4]!, { signal: AbortSignal.timeout(index * 3 + 1) }),
        ),
      )
    expect((await fetch(`${service.base}/ready`)).status).toBe(200)
  })

  test('is mentioned in the output of npm start', () => {
    expect(service.output).toContain(`${service.base}/docs`)
    expect(service.output).toContain('demo@example.com')
  })
})
