import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  await project(ws, { name: 'Web shop', key: 'WEB' })
})

const use = async (name: string, args: object): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token, query: '?tools=all' })
  return JSON.parse(body.result.content[0].text)
}
const isAsked = ({ error }: Json) => error?.code === 'confirmation_required'

describe('a tool that gives somebody outside the organization something asks first', () => {
  test('an invitation is sent only when it is confirmed', async () => {
    const args = { email: 'mary@example.com', role: 'member' }
    expect(isAsked(await use('create_invitation', args))).toBe(true)
    expect((await ws.owner.ok('GET', `${ws.base}/invitations`)).total).toBe(0)
    expect((await use('create_invitation', { ...args, confirm: true })).email).toBe(args.email)
  })

  test('a role changes only when it is confirmed, and a title at once', async () => {
    const grace = await join(ws, 'member', 'Grace Hopper')
    expect(isAsked(await use('update_member', { user_id: 'Grace Hopper', role: 'admin' }))).toBe(true)
    expect((await ws.owner.ok('GET', `${ws.base}/members/${grace.id}`)).role).toBe('member')
    expect((await use('update_member', { user_id: 'Grace Hopper', title: 'Admiral' })).title).toBe('Admiral')
    const member = { project_id: 'WEB', user_id: 'Grace Hopper', role: 'lead' }
    expect(isAsked(await use('set_project_member', member))).toBe(true)
  })

  test('a client gets the portal only when it is confirmed', async () => {
    await client(ws, { name: 'Acme Ltd' })
    expect(isAsked(await use('update_client', { client_id: 'Acme Ltd', portal_enabled: true }))).toBe(true)
    expect(isAsked(await use('update_client', { client_id: 'Acme Ltd', city: 'Leeds' }))).toBe(false)
  })

  test('a message in a ticket is a note, unless it says that it is public, which is asked about', async () => {
    const { id, key } = await ws.owner.ok('POST', `${ws.base}/tickets`, {
      subject: 'Broken',
      requester_email: 'ada@customer.example',
    })
    const noted = await use('create_ticket_message', { ticket_id: key, body: 'They are a nuisance' })
    expect(noted).toMatchObject({ is_internal: true })
    const said = await use('create_ticket_message', {
      ticket_id: key,
      body: 'It is urgent',
      from_customer: true,
    })
    expect(said).toMatchObject({ author_kind: 'customer', origin: 'recorded', from: 'ada@customer.example' })
    expect(said.is_internal).toBeUndefined()
    expect(said.body).toMatch(/^<<outside \w+\nIt is urgent\noutside \w+>>$/)
    const answer = { ticket_id: key, body: 'We are looking into it', public: true }
    expect(isAsked(await use('create_ticket_message', answer))).toBe(true)
    const at = `${ws.base}/tickets/${id}/messages`
    expect((await ws.owner.ok('GET', at)).total).toBe(2)
    await use('create_ticket_message', { ...answer, confirm: true })
    const { items } = await ws.owner.ok('GET', at)
    expect(items.map((one: Json) => one.is_internal)).toEqual([true, false, false])
  })
})

describe('a change of all that a filter finds', () => {
  test('first says how many there are and the first ten, and changes nothing', async () => {
    const { id } = await project(ws, { name: 'Many', key: 'MANY' })
    for (let n = 0; n < 12; n++) await task(ws, id, { title: `Step ${n}` })
    const args = { filter: 'project:MANY status:todo', patch: { priority: 'high' } }
    const { error, affects } = await use('bulk_update_issues', args)
    expect(error.code).toBe('confirmation_required')
    expect([affects.count, affects.first_ten]).toEqual([
      12,
      expect.arrayContaining([expect.stringMatching(/^MANY-/)]),
    ])
    expect(affects.first_ten).toHaveLength(10)
    const high = `select count(*)::int as n from tasks where project_id = $1 and priority = 'high'`
    expect(await asOwner(high, [id])).toEqual([{ n: 0 }])
    await use('bulk_update_issues', { ...args, confirm: true })
    expect(await asOwner(high, [id])).toEqual([{ n: 12 }])
  })

  test('by keys does not ask', async () => {
    const args = { task_ids: ['MANY-1'], patch: { priority: 'low' } }
    expect((await use('bulk_update_issues', args)).results).toHaveLength(1)
  })
})
