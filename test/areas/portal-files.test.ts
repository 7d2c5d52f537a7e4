import { operator } from '../kit/impersonation.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { base64, page, picture } from '../kit/attachments.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { database } from '../kit/inbox.ts'
import { join } from '../kit/makers.ts'
import { contactOf, open, portal, portalDesk } from '../kit/portal.ts'
import { desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

type Home = Awaited<ReturnType<typeof portalDesk>>
let setup: Home['setup']
let who: Home['who']
let access: Home['access']
let link: Home['link']
let errorOf: Home['errorOf']
let write: Home['write']
beforeEach(async () => {
  ;({ setup, who, access, link, errorOf, write } = await portalDesk())
})

const picturesDraft = (bytes = picture(), more: object = {}) => ({
  filename: 'picture.png',
  content_type: 'image/png',
  content_base64: base64(bytes),
  ...more,
})
const filesAt = (ticket: string) => `${portal}/tickets/${ticket}/attachments`
/** An agent's file on a ticket. */
const byAgent = (entity_id: string, filename: string, more: object = {}): Promise<Json> =>
  setup.ws.owner.ok('POST', `${setup.ws.base}/attachments`, {
    ...picturesDraft(),
    entity_type: 'ticket',
    entity_id,
    filename,
    ...more,
  })
const pathOf = (url: string) => new URL(url).pathname

describe('a contact’s file', () => {
  test('is attached with their message, readable by them and by agents', async () => {
    const { id } = await write()
    const { messages } = await who.ok('POST', `${portal}/tickets/${id}/messages`, { body: 'See' })
    const bytes = picture()
    const sent = { ...picturesDraft(bytes), message_id: messages[0].id }
    const key = uuidv7()
    const [file, repeated] = await Promise.all(
      [1, 2].map(async () => who.call('POST', filesAt(id), sent, { 'idempotency-key': key })),
    )
    expect([file!.status, repeated!.status, file!.body.id]).toEqual([201, 201, repeated!.body.id])
    const own = await who.ok('POST', filesAt(id), picturesDraft(picture(), { filename: 'more.png' }))
    const shown = await who.ok('GET', `${portal}/tickets/${id}`)
    const kept = { filename: 'picture.png', content_type: 'image/png', size_bytes: bytes.length }
    expect([shown.messages[0].files, shown.files.map((one: Json) => one.id)]).toEqual([
      [{ id: file!.body.id, ...kept }],
      [own.id],
    ])
    const [agentView] = await setup.messages(id)
    expect(agentView!.files).toEqual([{ id: file!.body.id, ...kept }])
    const listed = await setup.ws.owner.ok(
      'GET',
      `${setup.ws.base}/attachments?entity_type=ticket&entity_id=${id}`,
    )
    expect(listed.items[0]).toMatchObject({
      message_id: messages[0].id,
      uploaded_by: null,
      contact: { id: setup.contact.id, name: 'Charles Babbage' },
    })
    const got = await who.ok('GET', `${filesAt(id)}/${file!.body.id}`)
    expect(Object.keys(got).toSorted()).toEqual([
      'content_type',
      'created_at',
      'download_expires_at',
      'download_url',
      'filename',
      'id',
      'size_bytes',
    ])
    const download = await call('GET', pathOf(got.download_url))
    expect([download.status, download.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const trail = await asOwner(
      `select actor_type, actor_label from audit_log where org_id = $1 and action = 'attachment.uploaded' limit 1`,
      [setup.ws.org.id],
    )
    expect(trail).toEqual([{ actor_type: 'portal', actor_label: 'Charles Babbage' }])
    const olga = await operator()
    const seen = (query: string) =>
      olga.ok('GET', `/api/v1/platform/audit-log?org_id=${setup.ws.org.id}&${query}`)
    const [entry] = (await seen('action=attachment.uploaded')).items
    expect(entry).toMatchObject({ actor_type: 'portal', actor_label: null, ip: null, user_agent: null })
    expect((await seen('q=babbage')).total).toBe(0)
  })

  test('is validated by its bytes and its ticket', async () => {
    const { id } = await write()
    const post = (draft: object, ticket = id) => errorOf('POST', `/tickets/${ticket}/attachments`, draft)
    expect(await post(picturesDraft(page()))).toEqual([
      422,
      'body.content_type: the bytes are application/pdf',
    ])
    expect(await post(picturesDraft(picture(), { filename: 'a.exe' }))).toEqual([
      422,
      'body.content_type: the file name ends otherwise',
    ])
    expect((await post({ filename: 'a.png', content_type: 'image/png' }))[0]).toBe(422)
    const agents = await setup.addMessage(id, { body: 'Public' })
    expect(await post(picturesDraft(picture(), { message_id: agents.id }))).toEqual([
      422,
      'body.message_id: not a message of yours in the ticket',
    ])
    const foreign = await (await desk()).create()
    for (const ticket of [foreign.id, uuidv7()])
      expect(await post(picturesDraft(), ticket)).toEqual([404, 'ticket not found'])
    await setup.change(id, { status: 'resolved' })
    await setup.change(id, { status: 'closed' })
    expect(await post(picturesDraft())).toEqual([
      409,
      'the ticket is closed; write in it first, and attach the file to the ticket that the answer names',
    ])
  })

  test('is limited to thirty an hour, and fifty on the ticket', async () => {
    const { id } = await write()
    const fill = (count: number, column: string, value: string) =>
      asOwner(
        `insert into attachments (org_id, entity_type, entity_id, filename, content_type, size_bytes, sha256, ${column})
          select $1, 'ticket', $2, 'a.png', 'image/png', 1, '\\x00', $3 from generate_series(1, $4::int)`,
        [setup.ws.org.id, id, value, String(count)],
      )
    await fill(29, 'contact_id', setup.contact.id)
    await who.ok('POST', filesAt(id), picturesDraft())
    expect(await errorOf('POST', `/tickets/${id}/attachments`, picturesDraft())).toEqual([
      429,
      'you have attached 30 files within an hour; try again in 60 minutes',
    ])
    await asOwner(`update attachments set created_at = now() - interval '61 minutes' where entity_id = $1`, [
      id,
    ])
    await fill(49, 'uploaded_by', setup.ws.owner.id)
    expect(await errorOf('POST', `/tickets/${id}/attachments`, picturesDraft())).toEqual([
      409,
      'holds 50 attachments already',
    ])
  })
})

describe('an agent’s file', () => {
  test('is visible to the customer only with a public message, never with a note', async () => {
    const { id } = await write()
    const response = await setup.addMessage(id, { body: 'Here you are' })
    const note = await setup.addMessage(id, { body: 'Careful', is_internal: true })
    const open = await byAgent(id, 'public.png', { message_id: response.id })
    const hidden = [
      await byAgent(id, 'internal.png', { message_id: note.id }),
      await byAgent(id, 'loose.png'),
    ]
    const shown = await who.call('GET', `${portal}/tickets/${id}`)
    expect(shown.body.messages[0].files.map((one: Json) => one.filename)).toEqual(['public.png'])
    expect(shown.body.files).toEqual([])
    for (const word of ['internal.png', 'loose.png']) expect(shown.text).not.toContain(word)
    await who.ok('GET', `${filesAt(id)}/${open.id}`)
    for (const one of [...hidden, { id: uuidv7() }])
      expect(await errorOf('GET', `/tickets/${id}/attachments/${one.id}`)).toEqual([
        404,
        'attachment not found',
      ])
    const other = await write()
    expect((await errorOf('GET', `/tickets/${other.id}/attachments/${open.id}`))[0]).toBe(404)
    const notes = (await setup.messages(id)).find((one) => one.is_internal)
    expect(notes!.files.map((one: Json) => one.filename)).toEqual(['internal.png'])
  })

  test('is attached by members, to a message of that ticket', async () => {
    const { id } = await write()
    const other = await write()
    const result = await setup.addMessage(other.id, { body: 'There' })
    const post = async (more: object, by = setup.ws.owner) =>
      refusal(
        await by.call('POST', `${setup.ws.base}/attachments`, {
          ...picturesDraft(),
          entity_type: 'ticket',
          entity_id: id,
          ...more,
        }),
      )
    expect(await post({ message_id: result.id })).toEqual([
      422,
      'body.message_id: not a message of the ticket',
    ])
    expect((await post({}, await join(setup.ws)))[0]).toBe(201)
    const viewer = await join(setup.ws, 'viewer')
    expect(await post({}, viewer)).toEqual([403, 'needs the role member or above'])
    const file = await byAgent(id, 'a.png')
    const list = `${setup.ws.base}/attachments?entity_type=ticket&entity_id=${id}`
    expect((await viewer.call('GET', list)).status).toBe(404)
    expect((await viewer.call('GET', `${setup.ws.base}/attachments/${file.id}`)).status).toBe(404)
    await setup.change(id, { status: 'resolved' })
    await setup.change(id, { status: 'closed' })
    expect((await post({}))[1]).toMatch(/^the ticket is closed and cannot change any more/)
    expect((await setup.ws.owner.call('DELETE', `${setup.ws.base}/attachments/${file.id}`)).status).toBe(204)
  })
})

test('a link to a file ends with its session, and with the contact’s access', async () => {
  const { id } = await write()
  const result = await setup.addMessage(id, { body: 'Here' })
  const file = await byAgent(id, 'a.png', { message_id: result.id })
  const scoped = contactOf((await open((await link({ scope_ticket_id: id })).link_token)).body.token)
  const urls = [
    pathOf((await scoped.ok('GET', `${filesAt(id)}/${file.id}`)).download_url),
    pathOf((await who.ok('GET', `${filesAt(id)}/${file.id}`)).download_url),
  ]
  for (const url of urls) expect((await call('GET', url)).status).toBe(200)
  await asOwner('update ticket_messages set is_internal = true where id = $1', [result.id])
  expect((await call('GET', urls[1]!)).status).toBe(404)
  await asOwner('update ticket_messages set is_internal = false where id = $1', [result.id])
  await scoped.call('DELETE', `${portal}/sessions`)
  expect([(await call('GET', urls[0]!)).status, (await call('GET', urls[1]!)).status]).toEqual([401, 200])
  await setup.ws.owner.call('DELETE', `${setup.ws.base}/portal/accesses/${access.id}`)
  expect((await call('GET', urls[1]!)).status).toBe(401)
})

test('files move with a merged ticket, and are erased with a deleted one', async () => {
  const [one, other] = [await write(), await write()]
  const { messages } = await who.ok('POST', `${portal}/tickets/${one.id}/messages`, { body: 'See' })
  const file = await who.ok('POST', filesAt(one.id), picturesDraft(picture(), { message_id: messages[0].id }))
  const loose = await who.ok('POST', filesAt(one.id), picturesDraft())
  await setup.ws.owner.ok('POST', `${setup.at}/${one.id}/merge`, { into_ticket_id: other.id })
  const shown = await who.ok('GET', `${portal}/tickets/${other.id}`)
  expect(shown.messages.flatMap((message: Json) => message.files).map((it: Json) => it.id)).toEqual([file.id])
  expect(shown.files.map((it: Json) => it.id)).toEqual([loose.id])
  for (const { id } of [one, other]) await setup.ws.owner.call('DELETE', `${setup.at}/${id}`)
  const [remaining] = await asOwner<{ count: string }>(
    `select count(*) from attachments where org_id = $1 and entity_type = 'ticket'`,
    [setup.ws.org.id],
  )
  expect(Number(remaining!.count)).toBe(0)
})

test('row-level security hides files of notes and of other clients from a contact', async () => {
  const { id } = await write()
  const note = await setup.addMessage(id, { body: 'Note', is_internal: true })
  const response = await setup.addMessage(id, { body: 'Public' })
  const foreign = await setup.ws.owner.ok('POST', setup.at, {
    subject: 'Theirs',
    client_id: await clientRow(setup.ws, 'Other'),
  })
  await byAgent(id, 'internal.png', { message_id: note.id })
  await byAgent(id, 'loose.png')
  await byAgent(id, 'public.png', { message_id: response.id })
  const result = await setup.addMessage(foreign.id, { body: 'Public there' })
  await byAgent(foreign.id, 'theirs.png', { message_id: result.id })
  const [, visible] = await database().batch([
    sql`select set_config('app.org_id', ${setup.ws.org.id}, true), set_config('app.portal_client', ${setup.client}, true)`,
    sql`select string_agg(a.filename, ',') from attachments a`,
  ])
  expect(visible).toBe('public.png')
})
