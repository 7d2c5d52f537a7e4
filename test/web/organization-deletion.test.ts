import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
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

test('the log of working hours is downloaded while the organization is deleted, by owners alone', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const admin = await join(ws, 'admin')
  await hire(ws, { user_id: ws.owner.id })
  for (const event of ['clock_in', 'clock_out'])
    await ws.owner.ok('POST', `${ws.base}/working-hours`, { event })
  const { records } = await ws.owner.ok('GET', `${ws.base}/working-hours/log/export`)
  await asOwner(
    `insert into working_hours_log select (jsonb_populate_record(l, jsonb_build_object('id', uuidv7(), 'seq', n,
        'prev_hash', lpad(n::text, 64, '0')))).*
      from working_hours_log l, generate_series(3, 10004) n where l.org_id = $1 and l.seq = 2`,
    [ws.org.id],
  )
  const done = await submit(`/organizations/${ws.org.slug}/deletion`, { confirm_slug: ws.org.slug }, headers)
  const file = `/deleted-organizations/${ws.org.id}/files/hours`
  for (const page of [done, await open(`/deleted-organizations/${ws.org.id}`, headers)])
    expect(page.text).toContain(`href="${file}"`)
  const sent = await open(file, headers)
  expect([sent.status, sent.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="working-hours.json"',
  ])
  const log: Json = JSON.parse(sent.text)
  expect([log.organization_id, log.next_seq, log.records.slice(0, 2)]).toEqual([ws.org.id, null, records])
  expect(log.records.map(({ seq }: Json) => seq)).toEqual(Array.from({ length: 10_004 }, (_, n) => n + 1))
  const refused = await open(file, admin.headers)
  expect([refused.status, refused.text.includes('records')]).toEqual([403, false])
})

test('is for owners', async () => {
  const ws = await workspace()
  const admin = await join(ws, 'admin')
  const page = `/organizations/${ws.org.slug}/deletion`
  expect((await open(page, admin.headers)).text).toContain('Only owners delete an organization.')
  expect((await open(`/organizations/${ws.org.slug}/settings`, admin.headers)).text).not.toContain(page)
})
