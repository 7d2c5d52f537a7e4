import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { addWebhook, make, makeSome, messagesOf, type Receiver, startReceiver } from '../kit/webhooks.ts'

await ownDatabase()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const logged = async (org: string) =>
  (await asOwner<{ n: number }>('select count(*)::int as n from change_log where org_id = $1', [org]))[0]!.n

test('of six writers whose transactions stay open for different times, no change is lost and none told twice', async () => {
  const ws = await workspace()
  const { id } = await addWebhook(ws, receiver.url, { types: ['tag.created'] })
  await make(ws)
  const [writers, each] = [6, 40]
  const state = { writing: true }
  const write = async () => {
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    for (let n = 0; n < each; n++) {
      await client.query('begin')
      await client.query(`select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)`, [
        ws.org.id,
        ws.owner.id,
      ])
      await client.query(
        `insert into tags (org_id, name, color) values ($1, 'tag ' || uuidv7(), '#336699')`,
        [ws.org.id],
      )
      await client.query('select pg_sleep($1)', [Math.random() * 0.012])
      await client.query('commit')
    }
    await client.end()
  }
  const making = (async () => {
    while (state.writing) await makeSome(ws)
  })()
  const other = (async () => {
    while (state.writing) await makeSome(ws)
  })()
  await Promise.all(Array.from({ length: writers }, write))
  state.writing = false
  await Promise.all([making, other])
  await make(ws)
  const messages = await messagesOf(ws)
  const tags = await asOwner<{ id: string }>('select id from tags where org_id = $1', [ws.org.id])
  expect(tags.length).toBe(writers * each)
  expect(messages.map(({ object_id }) => object_id).toSorted()).toEqual(tags.map((tag) => tag.id).toSorted())
  expect(new Set(messages.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set([id]))
  expect(await logged(ws.org.id)).toBe(0)
})

test('without endpoints nothing is logged, and what everybody has read goes', async () => {
  const ws = await workspace()
  const home = await project(ws)
  await task(ws, home.id)
  expect(await logged(ws.org.id)).toBe(0)
})

test('in a database that counts its transactions anew, what was logged before comes first, and nothing is lost', async () => {
  const ws = await workspace()
  await addWebhook(ws, receiver.url, { types: ['tag.created'] })
  const tag = (name: string) => ws.owner.ok('POST', `${ws.base}/tags`, { name, color: '#336699' })
  await make(ws)
  const log = (id: string, seq: number) =>
    asOwner(
      `insert into change_log (org_id, xid, seq, kind, object_id, event, actor_kind, at)
        values ($1, '900000000000', $3, 'tag', $2, 'created', 'user', now())`,
      [ws.org.id, id, seq],
    )
  const [read, unread] = ['0193a5c0-0000-7000-8000-0000000000a1', '0193a5c0-0000-7000-8000-0000000000a2']
  await log(read, 1)
  await log(unread, 2)
  await asOwner(
    `update webhook_endpoints set position_xid = '900000000000', position_seq = 1 where org_id = $1`,
    [ws.org.id],
  )
  const made = await tag('After')
  await make(ws)
  expect((await messagesOf(ws)).map(({ object_id }) => object_id)).toEqual([unread, made.id])
  expect(await logged(ws.org.id)).toBe(0)
})
