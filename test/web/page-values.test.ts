import { describe, expect, test } from 'vitest'
import { pageValues } from '../../src/web/page-values.ts'
import { operator } from '../kit/impersonation.ts'
import { hire } from '../kit/leave.ts'
import { join, workspace } from '../kit/makers.ts'
import { portalDesk } from '../kit/portal.ts'
import { open, submit } from './browse.ts'
import { openedPortal } from './portal-browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

// Plans, which other tests make, are those of the whole deployment.
await ownDatabase()

const ofOrganizations = Object.keys(pageValues).filter((at) => /^\/organizations\/:slug\/[^:]+$/.test(at))
/** Pages that show what came or was recorded elsewhere: their forms, if any, are about that. */
const formsOfRows = new Set([
  '/organizations/:slug/shared',
  '/organizations/:slug/mails',
  '/organizations/:slug/invoice-register',
  '/organizations/:slug/approvals',
  '/organizations/:slug/leave-recounts',
  '/organizations/:slug/absence-calendar',
  '/organizations/:slug/plan',
])
/** Pages of what is an employee's own. */
const ofEmployees = new Set([
  '/organizations/:slug/week',
  '/organizations/:slug/clock',
  '/organizations/:slug/hours',
  '/organizations/:slug/payslips',
  '/organizations/:slug/deputy',
])

/** Where the forms of a page that it sends with POST lead, as the end of its own address. */
const formsIn = (text: string, path: string) =>
  [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"?]*)/g)]
    .map(([, to]) => to!)
    .filter((to) => to.startsWith(path))
    .map((to) => to.slice(path.length + 1))

describe.each(ofOrganizations)('%s', (at) => {
  const here = async () => {
    const ws = await workspace()
    const path = at.replace(':slug', ws.org.slug)
    if (ofEmployees.has(at)) await hire(ws, { user_id: ws.owner.id })
    return { ws, path, value: (await pageValues[at]!()).default }
  }

  test('is shown in one round trip, with a title, and leads back to the organization', async () => {
    const { ws, path } = await here()
    await open(path, ws.owner.headers)
    const { status, text, roundTrips } = await open(path, ws.owner.headers)
    expect([status, roundTrips]).toEqual([200, 1])
    expect(text).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(text).toContain(`href="/organizations/${ws.org.slug}"`)
  })

  test('shows the owner a form, and each form leads to something that the page does', async () => {
    const { ws, path, value } = await here()
    const shown = formsIn((await open(`${path}?new=yes`, ws.owner.headers)).text, path)
    expect(shown.length > 0).toBe(value.actions.length > 0 && !formsOfRows.has(at))
    expect(value.actions).toEqual(expect.arrayContaining(shown))
  })

  test('shows no form to viewers, and refuses what they send', async () => {
    const { ws, path, value } = await here()
    const viewer = await join(ws, 'viewer')
    const { text } = await open(path, viewer.headers)
    expect(formsIn(text, path)).toEqual([])
    for (const action of value.actions) {
      const to = [path, action].filter(Boolean).join('/')
      const { status } = await submit(to, {}, viewer.headers)
      expect([action, status >= 400 && status < 500]).toEqual([action, true])
    }
  })

  test('does not know another action', async () => {
    const { ws, path } = await here()
    expect((await submit(`${path}/toString`, {}, ws.owner.headers)).status).toBe(404)
  })
})

/** Pages that are in no organization; kept mail is there in development alone, and tested by itself. */
const ofPeople = Object.keys(pageValues).filter(
  (at) =>
    (!at.includes(':') && at !== '/oauth/consent' && at !== '/dev/mail' && !at.startsWith('/portal/')) ||
    at === '/portal/open',
)
const fromMail = new Set(['/portal/open', '/reset', '/confirm-address', '/undo-address', '/unsubscribe'])
const beforeSigningIn = new Set(['/login', '/signup'])

describe.each(ofPeople)('%s', (at) => {
  const someone = operator()
  const headersFor = async () => (beforeSigningIn.has(at) ? {} : (await someone).headers)

  test('is shown with a title, and each form leads to something that the page does', async () => {
    const { actions } = (await pageValues[at]!()).default
    const { status, text } = await open(fromMail.has(at) ? `${at}?token=x` : at, await headersFor())
    expect(status).toBe(200)
    expect(text).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    const shown = [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"?]*)/g)]
      .map(([, to]) => to!)
      .filter((to) => to === at || to.startsWith(`${at}/`))
    expect(actions).toEqual(expect.arrayContaining(shown.map((to) => to.slice(at.length + 1))))
  })

  test('does not know another action', async () => {
    expect((await submit(`${at}/toString`, {}, await headersFor())).status).toBe(404)
  })
})

const ofContacts = Object.keys(pageValues).filter((at) => at.startsWith('/portal/') && at !== '/portal/open')

describe.each(ofContacts)('%s', (at) => {
  const contact = portalDesk(['tickets', 'invoices', 'projects', 'contracts'])
  const here = async () => {
    const { link, write } = await contact
    const path = at.replace(':ticket_id', (await write()).id)
    return { path, headers: await openedPortal((await link()).link_token) }
  }

  test('leads whoever is no contact to the entry', async () => {
    const { status, headers } = await open(at.replaceAll(/:\w+/g, 'x'))
    expect([status, headers.get('location')]).toEqual([303, '/portal'])
  })

  test('is shown in one round trip, with a title, or is not found', async () => {
    const { path, headers } = await here()
    await open(path, headers)
    const { status, text, roundTrips } = await open(path, headers)
    expect(text).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(text).toContain('Charles Babbage')
    if (path.includes(':')) expect(status).toBe(404)
    else expect([status, roundTrips]).toEqual([200, 1])
  })

  test('does not know another action', async () => {
    const { path, headers } = await here()
    expect((await submit(`${path}/toString`, {}, headers)).status).toBe(404)
  })
})
