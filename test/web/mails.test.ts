import { expect, test } from 'vitest'
import { join } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { open, submit, to } from './browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

test('managers see ignored mail and take it after all; others see the mail of their tickets', async () => {
  const { supportDesk: desk, process } = await mailDesk()
  const manager = await join(desk.ws, 'manager')
  const member = await join(desk.ws, 'member')
  const at = `/organizations/${desk.ws.org.slug}/mails`
  await process(
    inbound(
      'ada@example.org',
      { Subject: 'Not <b>spam', TextBody: 'Look\n> here' },
      { 'X-Spam-Status': 'Yes' },
    ),
  )
  const list = (await open(at, manager.headers)).text
  expect(list).toContain('Not &lt;b&gt;spam')
  expect(list).toContain('It was marked as spam.')
  const id = new RegExp(`${at}/([0-9a-f-]{36})`).exec(list)![1]!
  const mail = (await open(`${at}/${id}`, manager.headers)).text
  expect(mail).toContain('Look\n&gt; here')
  expect(mail).toMatch(/href="[^"]*\/files\/[^"]+">\s*Download the original/)
  expect((await open(at, member.headers)).status).toBe(403)
  expect((await open(`${at}/${id}`, member.headers)).status).toBe(404)
  expect((await submit(`${at}/${id}/rescue`, {}, member.headers)).status).toBeGreaterThanOrEqual(403)
  const [status, page] = to(await submit(`${at}/${id}/rescue`, { once: 'r' }, manager.headers))
  expect([status, String(page)]).toEqual([
    303,
    expect.stringMatching(/\/tickets\/[0-9a-f-]{36}\?done=saved$/),
  ])
  const ticket = (await open(String(page), member.headers)).text
  expect(ticket).toContain(`href="${at}/${id}"`)
  const taken = (await open(`${at}/${id}`, member.headers)).text
  expect(taken).toContain('a new ticket')
  expect(taken).not.toContain('Take it after all')
  const again = await submit(`${at}/${id}/rescue`, {}, manager.headers)
  expect([
    again.status,
    again.text.includes('this mail was taken') || again.text.includes('This mail was taken'),
  ]).toEqual([409, true])
  expect((await open(`${at}?outcome=ticket`, manager.headers)).text).toContain('Not &lt;b&gt;spam')
  expect((await open(`${at}/nonsense`, manager.headers)).status).toBe(404)
  expect((await open(`/organizations/${desk.ws.org.slug}/tickets`, manager.headers)).text).toContain(
    `href="${at}"`,
  )
})
