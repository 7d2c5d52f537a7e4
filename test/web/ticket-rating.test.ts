import { expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { linkIn, mailTo } from '../kit/mail.ts'
import { mailDesk } from '../kit/ticket-mail.ts'
import { open, submit, to } from './browse.ts'

test('the requester rates a resolved ticket once, by the link in a mail', async () => {
  const { supportDesk } = await mailDesk()
  const { id } = await supportDesk.create({ subject: 'Prices <b>' })
  await supportDesk.change(id, { status: 'resolved' })
  const { pathname } = linkIn(mailTo(supportDesk.contact.email).at(-1)!)
  const page = await open(pathname)
  expect(page.status).toBe(200)
  for (const expected of ['Prices &lt;b&gt;', 'Ada &amp; Co', 'How satisfied are you with our help?'])
    expect(page.text).toContain(expected)
  expect(page.text).toContain(`action="${pathname}/rating"`)

  const none = await submit(`${pathname}/rating`, { comment: 'Quick' })
  expect([none.status, none.text.includes('Choose from 1 to 5.')]).toEqual([422, true])
  expect(none.text).toContain('>Quick</textarea>')
  const wrong = await submit(`${pathname}/rating`, { score: '9' })
  expect([wrong.status, wrong.text.includes('Must be 1 to 5.')]).toEqual([422, true])
  expect((await supportDesk.get(id)).csat_score).toBe(null)

  const rated = await submit(`${pathname}/rating`, { score: '4', comment: 'Quick' })
  expect(to(rated)).toEqual([303, `${pathname}?done=rated`])
  const after = await open(`${pathname}?done=rated`)
  expect(after.text).toContain('Thank you for your rating.')
  expect(after.text).toContain('You rated it 4 of 5.')
  expect((await submit(`${pathname}/rating`, { score: '1' })).status).toBe(409)
  expect(await supportDesk.get(id)).toMatchObject({ csat_score: 4, csat_comment: 'Quick' })
})

test('an invalid link says so', async () => {
  for (const token of ['nonsense', makeToken('svc_mail_', 'a')]) {
    const page = await open(`/ticket-rating/${token}`)
    expect([page.status, page.text.includes('This link no longer works')]).toEqual([404, true])
    expect((await submit(`/ticket-rating/${token}/rating`, { score: '5' })).status).toBe(404)
  }
})
