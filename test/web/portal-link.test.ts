import { beforeEach, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { linkIn, mailTo } from '../kit/mail.ts'
import { openSession } from '../kit/portal.ts'
import { desk } from '../kit/tickets.ts'
import { freshEmail, open, submit, to } from './browse.ts'
import { openedPortal } from './portal-browse.ts'

let email: string
beforeEach(async () => {
  const here = await desk()
  email = freshEmail()
  const contact: Json = await here.ws.owner.ok('POST', `${here.ws.base}/clients/${here.client}/contacts`, {
    name: 'Grace Hopper',
    email,
  })
  await openSession(here, ['tickets'], contact.id)
})

test('a contact with access gets in with a mailed link', async () => {
  expect((await open('/portal')).text).toContain('Send me a link')
  const sent = await submit('/portal', { email })
  expect([sent.status, sent.text.includes('Check your e-mail')]).toEqual([200, true])
  const link = linkIn(mailTo(email).at(-1)!)
  expect((await open(link.pathname + link.search)).text).toContain('Open the portal')
  const headers = await openedPortal(link.searchParams.get('token')!)
  expect(to(await open('/portal', headers))).toEqual([303, '/portal/tickets'])
})

test('the response does not reveal who has access', async () => {
  const stranger = freshEmail()
  const [known, unknown] = [await submit('/portal', { email }), await submit('/portal', { email: stranger })]
  expect(unknown.status).toBe(known.status)
  expect(unknown.text.replaceAll(stranger, '')).toBe(known.text.replaceAll(email, ''))
  expect(mailTo(stranger)).toEqual([])
})

test('an invalid address is rejected beside its field, and a service that sends no mail says so', async () => {
  const wrong = await submit('/portal', { email: 'grace' })
  expect([wrong.status, wrong.text.includes('value="grace"')]).toEqual([422, true])
  expect(wrong.text).toContain('E-mail address: Must be an e-mail address.')
  const silent = await submit('/portal', { email }, {}, { MAIL_FROM: '' })
  expect([silent.status, silent.text.includes('No mail is sent from here.')]).toEqual([409, true])
})
