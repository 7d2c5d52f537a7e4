import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { deliver, type Receiver, startReceiver } from '../kit/webhooks.ts'
import { open, submit } from './browse.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

test('an admin adds a webhook, sees its secret once, tries it, and sees what was sent', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = `/organizations/${ws.org.slug}/webhooks`
  const empty = await open(`${at}?new=yes`, headers)
  expect(empty.text).toContain('Everything but what is sensitive')
  const draft = {
    name: 'Our CRM',
    url: `${receiver.url}/in`,
    types: 'tag.*',
    project_ids: 'asked',
    format: 'standard',
  }
  const wrong = await submit(at, { ...draft, headers: 'Authorization Bearer' }, headers)
  expect(wrong.text).toContain('“Authorization Bearer” has to be a name, a colon and a value.')
  const created = await submit(at, { ...draft, headers: 'X-Key: of:the-receiver\nX-Team: web' }, headers)
  expect([created.status, /whsec_[\w+/]{43}=/.test(created.text)]).toEqual([200, true])
  const list = await open(at, headers)
  expect([list.text.includes('Our CRM'), list.text.includes('whsec_')]).toEqual([true, false])
  const [, id] = /\/webhooks\/([0-9a-f-]{36})/.exec(list.text)!
  const here = `/webhooks/${id}?org=${ws.org.slug}`
  const tried = await submit(`/webhooks/${id}/test?org=${ws.org.slug}`, {}, headers)
  expect(tried.text).toContain('The test has arrived')
  await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
  await deliver(ws)
  const page = await open(here, headers)
  for (const said of ['tag.created', 'webhook.test', 'arrived (200)', receiver.url, 'x-key, x-team'])
    expect(page.text).toContain(said)
  expect(receiver.received.at(-1)!.headers['x-key']).toBe('of:the-receiver')
  const { items } = await ws.owner.ok('GET', `${ws.base}/webhooks/${id}/deliveries?type=tag.created`)
  const one = await open(`${here}&edit=${items[0].id}`, headers)
  for (const said of ['Send again', 'What is sent', 'The answer: “ok”']) expect(one.text).toContain(said)
  const again = await submit(
    `/webhooks/${id}/resend?org=${ws.org.slug}`,
    { delivery_id: items[0].id },
    headers,
  )
  expect(again.status).toBe(303)
  const paused = await submit(`/webhooks/${id}/pause?org=${ws.org.slug}`, {}, headers)
  expect(paused.status).toBe(303)
  expect((await open(here, headers)).text).toContain('Enable')
  const manager = await join(ws, 'manager')
  expect((await open(at, manager.headers)).status).toBe(403)
})
