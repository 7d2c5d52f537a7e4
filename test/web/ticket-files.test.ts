import { expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { picture } from '../kit/attachments.ts'
import { join } from '../kit/makers.ts'
import { portal, portalDesk } from '../kit/portal.ts'
import { open, to } from './browse.ts'
import { sendForm } from './portal-browse.ts'

test('agents see what customers attached, and attach files with messages or for agents only', async () => {
  const { setup, who, write } = await portalDesk()
  const { ws, messages } = setup
  const ada = await join(ws, 'member', 'Ada')
  const { id, number } = await write()
  const at = `/organizations/${ws.org.slug}/tickets/${number}`
  const bytes = Buffer.from(picture()).toString('base64')
  const draft = { filename: 'shop.png', content_type: 'image/png', content_base64: bytes }
  const theirs = await who.ok('POST', `${portal}/tickets/${id}/attachments`, draft)
  const attach = (file?: Uint8Array<ArrayBuffer>, by = ada) =>
    sendForm(`${at}/files`, { once: uuidv7() }, by.headers as { cookie: string }, file)
  const reply = (fields: Record<string, string>, ...sent: Uint8Array<ArrayBuffer>[]) =>
    sendForm(`${at}/reply`, { once: uuidv7(), ...fields }, ada.headers as { cookie: string }, ...sent)
  expect(to(await reply({ body: 'Like this' }, picture(), picture()))).toEqual([303, `${at}?done=saved`])
  expect(to(await reply({ body: 'They pay late', audience: 'internal' }, picture()))[0]).toBe(303)
  expect((await messages(id)).map(({ files }) => files.length)).toEqual([2, 1])
  for (const [fields, file] of [
    [{ body: '' }, picture()],
    [{ body: 'Kept text' }, new Uint8Array([1, 2, 3])],
  ] as const) {
    const refused = await reply(fields, picture(), file)
    expect([refused.status, refused.text.includes('Kept text')]).toEqual([422, fields.body !== ''])
  }
  expect(to(await attach(picture()))).toEqual([303, `${at}?done=saved#files`])

  const { text } = await open(at, ada.headers)
  expect(text).toContain('>shop.png</a>')
  expect(text.split('>a.png</a>').length - 1).toBe(4)
  const leads = to(await open(`${at}/files/${theirs.id}`, ada.headers))
  expect([leads[0], String(leads[1]).includes('/files/')]).toEqual([303, true])
  expect((await open(`${at}/files/${uuidv7()}`, ada.headers)).status).toBe(404)
  const seen = await who.ok('GET', `${portal}/tickets/${id}`)
  expect(JSON.stringify(seen).split('a.png').length - 1).toBe(2)

  const refused = await attach()
  expect([refused.status, refused.text.includes('File: Choose a file.')]).toEqual([422, true])
  const odd = await attach(new Uint8Array([1, 2, 3]))
  expect([odd.status, odd.text.includes('neither PNG')]).toEqual([422, true])
  const viewer = await join(ws, 'viewer')
  expect([403, 404]).toContain((await attach(picture(), viewer)).status)
})
