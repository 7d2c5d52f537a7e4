import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, person } from '../kit/client.ts'
import { activate, cookieOf, impersonating, issued, operator } from '../kit/impersonation.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { reactivate, suspend } from '../kit/platform.ts'
import { open, submit, to } from './browse.ts'

const reason = 'ticket 4711: invoices are not paid'

describe('the pages of operators', () => {
  test('require signing in, and are closed to everyone else', async () => {
    for (const path of ['/platform', '/platform/organizations', '/platform/users', '/platform/billing']) {
      expect(to(await open(path))).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
      const { status, text } = await open(path, (await person()).headers)
      expect([path, status, text.includes('Only operators of the platform may do this.')]).toEqual([
        path,
        403,
        true,
      ])
    }
  })

  test('show figures and active impersonations, which can be ended there', async () => {
    const olga = await operator()
    const { owner } = await workspace()
    const { id } = await issued(owner)
    const { text } = await open('/platform', olga.headers)
    expect(text).toContain('Revenue a month')
    expect(text).toContain(owner.email)
    expect(to(await submit('/platform/revoke', { impersonation_id: id }, olga.headers))).toEqual([
      303,
      '/platform?done=ended',
    ])
    expect((await open('/platform', olga.headers)).text).not.toContain(owner.email)
  })

  test('show parked jobs, which can be tried again or dropped there', async () => {
    const [olga, ws] = [await operator(), await workspace('Parking Ltd')]
    const [again, dropped] = [uuidv7(), uuidv7()]
    await asOwner(
      `insert into parked_jobs (id, org_id, topic, payload, created_at, attempts, last_error)
        select j.id, $1, 'okr', '{}', now(), 10, 'DatabaseError 23505' from unnest($2::uuid[]) j(id)`,
      [ws.org.id, `{${again},${dropped}}`],
    )
    const shown = await open('/platform', olga.headers)
    for (const text of ['Parked jobs', 'Parking Ltd', 'DatabaseError 23505', 'Tried 10 times'])
      expect(shown.text).toContain(text)
    const done = async (action: string, job_id: string) =>
      to(await submit(`/platform/${action}`, { job_id }, olga.headers))
    expect(await done('retry', again)).toEqual([303, '/platform?done=retried'])
    expect(await done('drop', dropped)).toEqual([303, '/platform?done=dropped'])
    expect((await open('/platform', olga.headers)).text).not.toContain('Parking Ltd')
  })

  test('find organizations, suspend them with a reason and reactivate them', async () => {
    const [olga, ws] = [await operator(), await workspace('Zoo <b>')]
    const at = `/platform/organizations?q=${ws.org.id}`
    expect((await open(at, olga.headers)).text).toContain('Zoo &lt;b&gt;')
    const form = { org_id: ws.org.id }
    const formAt = (action: string) => `/platform/organizations/${action}?q=${ws.org.id}`
    const bad = await submit(formAt('suspend'), { ...form, reason: ' ' }, olga.headers)
    expect([bad.status, bad.text.includes('Must not be empty.')]).toEqual([422, true])
    const done = await submit(formAt('suspend'), { ...form, reason }, olga.headers)
    expect(to(done)).toEqual([303, `${at}&done=suspended`])
    expect((await ws.owner.call('GET', `${ws.base}/tags`)).status).toBe(403)
    const page = await open(`${at}&done=suspended`, olga.headers)
    expect(page.text).toContain('Reactivate')
    await submit(formAt('reactivate'), { ...form, reason }, olga.headers)
    expect((await ws.owner.call('GET', `${ws.base}/tags`)).status).toBe(200)
  })

  test('lock and unlock people, but never oneself', async () => {
    const [olga, ada] = [await operator(), await person('Ada')]
    const form = { user_id: ada.id, reason }
    expect(to(await submit('/platform/users/lock', form, olga.headers))[0]).toBe(303)
    expect((await ada.call('GET', '/api/v1/auth/me')).status).toBe(401)
    const self = await submit('/platform/users/lock', { ...form, user_id: olga.id }, olga.headers)
    expect([self.status, (await open(`/platform/users?q=${olga.id}`, olga.headers)).text]).toEqual([
      409,
      expect.not.stringContaining(`name="user_id" value="${olga.id}"`),
    ])
  })

  test('issue an impersonation link, once', async () => {
    const olga = await operator()
    const { owner } = await workspace()
    const form = { user_id: owner.id, reason: 'ticket 4711' }
    const short = await submit(
      `/platform/users/impersonate?q=${owner.id}`,
      { ...form, reason: 'short' },
      olga.headers,
    )
    expect([short.status, short.text.includes('At least 10 characters.')]).toEqual([422, true])
    const { text } = await submit('/platform/users/impersonate', form, olga.headers)
    const token = /activate\?token=(svc_imp_\w{37})/.exec(text)?.[1]
    expect((await activate(token!)).headers.get('location')).toBe('https://service.test/dashboard')
  })

  test('paginate long lists', async () => {
    const olga = await operator()
    const word = uuidv7()
    await Promise.all(Array.from({ length: 30 }, () => person(`Zoe ${word}`)))
    const first = await open(`/platform/users?q=${word}`, olga.headers)
    expect(first.text).toContain('1 to 25 of 30 people')
    const next = /href="([^"]*)">Next/.exec(first.text)![1]!.replaceAll('&amp;', '&')
    const second = await open(next, olga.headers)
    expect(second.text).toContain('26 to 30 of 30 people')
    expect([second.text.includes('>Next<'), second.text.includes('>Previous<')]).toEqual([false, true])
  })
})

describe('while an operator impersonates somebody', () => {
  test('every page says so, with a link to stop and no other sign-out', async () => {
    const ws = await workspace()
    const { cookie, operator: olga } = await impersonating(ws.owner)
    const headers = { cookie: `${olga.headers.cookie}; ${cookie}` }
    for (const path of ['/dashboard', '/connect', '/settings/applications', '/platform']) {
      const { text } = await open(path, headers)
      expect([path, text.includes('class="impersonation"'), text.includes('action="/logout"')]).toEqual([
        path,
        true,
        false,
      ])
      expect(text).toContain('href="/api/v1/auth/impersonation/exit"')
    }
    const refused = await submit('/dashboard', { name: 'Mine' }, headers)
    expect([refused.status, refused.text.includes('class="impersonation"')]).toEqual([403, true])
  })

  test('no page says so after it has ended, though the cookie is still there', async () => {
    const ws = await workspace()
    const { cookie, operator: olga } = await impersonating(ws.owner)
    await call('GET', '/api/v1/auth/impersonation/exit', { headers: { cookie } })
    const { text } = await open('/dashboard', { cookie: `${olga.headers.cookie}; ${cookie}` })
    expect([text.includes('class="impersonation"'), text.includes('action="/logout"')]).toEqual([false, true])
  })

  test('it needs no session of the operator', async () => {
    const { token } = await issued((await workspace('Alone')).owner)
    const cookie = cookieOf(await activate(token))!.split(';')[0]!
    expect((await open('/dashboard', { cookie })).text).toContain('Alone')
  })
})

describe('a suspended organization', () => {
  test('is shown as suspended on the dashboard and the page of keys until it is reactivated', async () => {
    const ws = await workspace('Pausing')
    await task(ws, (await project(ws)).id)
    await suspend(ws.org.id)
    for (const path of ['/dashboard', `/settings/keys?org=${ws.org.id}`]) {
      const { status, text } = await open(path, ws.owner.headers)
      expect([path, status, text.includes('This organization is suspended')]).toEqual([path, 200, true])
    }
    const form = { org: ws.org.id, name: 'laptop' }
    const refused = await submit('/settings/keys', form, ws.owner.headers)
    expect([refused.status, refused.text.includes('The organization is suspended.')]).toEqual([403, true])
    await reactivate(ws.org.id)
    const { text } = await open('/dashboard', ws.owner.headers)
    expect(text).not.toContain('This organization is suspended')
  })
})
