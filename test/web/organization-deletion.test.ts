import { expect, test } from 'vitest'
import { hire } from '../kit/leave.ts'
import { mailTo } from '../kit/mail.ts'
import { join, workspace } from '../kit/makers.ts'
import { open, submit, textOf, to } from './browse.ts'

test('an organization is deleted by its typed address, says what is kept, and is taken back', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const { slug, id } = ws.org
  await hire(ws, { user_id: ws.owner.id })
  const admin = await join(ws, 'admin')
  await ws.owner.ok('POST', `${ws.base}/working-hours`, { event: 'clock_in' })
  const page = `/organizations/${slug}/deletion`
  expect((await open(`/organizations/${slug}/settings`, headers)).text).toContain(`href="${page}"`)
  const shown = textOf('main', await open(page, headers))
  for (const said of ['After 30 days everything', 'kept, sealed, for 4 years', 'audit log is kept'])
    expect(shown).toContain(said)
  const wrong = await submit(page, { confirm_slug: 'other' }, headers)
  expect([wrong.status, textOf('confirm_slug-problem', wrong)]).toEqual([
    422,
    expect.stringContaining('Must be the slug of the organization'),
  ])
  const done = await submit(page, { confirm_slug: slug }, headers)
  const back = `/deleted-organizations/${id}`
  expect(done.status).toBe(200)
  for (const said of ['is deleted', 'kept sealed until', back]) expect(done.text).toContain(said)
  expect((await open(`/organizations/${slug}`, headers)).status).toBe(404)
  const mail = mailTo(ws.owner.email).at(-1)!
  expect(mail.subject).toBe('Ada & Co was deleted')
  expect(mail.text).toContain(back)
  const mine = async (who = headers) => (await open('/dashboard', who)).text
  expect(await mine()).toContain(`href="${back}"`)
  expect(await mine(admin.headers)).not.toContain(id)
  expect((await open(back, headers)).text).toContain(`value="${id}"`)
  expect(to(await submit(back, { org_id: id }, headers))).toEqual([303, `/organizations/${slug}`])
  expect((await open(`/organizations/${slug}`, headers)).status).toBe(200)
  expect(await mine()).not.toContain(back)
  const again = await submit(back, { org_id: id }, headers)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('not scheduled for deletion')])
})

test('is for owners', async () => {
  const ws = await workspace()
  const admin = await join(ws, 'admin')
  const page = `/organizations/${ws.org.slug}/deletion`
  expect((await open(page, admin.headers)).text).toContain('Only owners delete an organization.')
  expect((await open(`/organizations/${ws.org.slug}/settings`, admin.headers)).text).not.toContain(page)
})
