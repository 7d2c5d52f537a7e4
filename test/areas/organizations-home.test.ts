import { beforeAll, describe, expect, test } from 'vitest'
import { eraseOrphans } from '../../src/jobs/attachments.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { cellOf } from '../../src/base/tokens.ts'
import { announce, attach, type Desk, draftOf, linkOf, follow, picture, put } from '../kit/attachments.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, call, env, files, type Json, person } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { project, task, type Workspace } from '../kit/makers.ts'
import { inbound } from '../kit/ticket-mail.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const there = { HOME_REGION: 'eu', CELL: 'k' }

/** An organization that was created in a deployment with a region. */
async function europeans(): Promise<Workspace> {
  const owner = await person()
  const made = await call(
    'POST',
    '/api/v1/organizations',
    { body: { name: 'Ada' }, headers: owner.headers },
    there,
  )
  return { owner, org: made.body, base: `/api/v1/organizations/${made.body.id}` }
}
const keysOf = ({ org }: Workspace) => [...files.stored.keys()].filter((key) => key.includes(org.id))
const homeOf = async ({ org }: Workspace) =>
  (await asOwner<{ home: string | null }>('select home from organizations where id = $1', [org.id]))[0]!.home

describe('the home of an organization', () => {
  let ws: Workspace
  let desk: Desk
  beforeAll(async () => {
    ws = await europeans()
    const projectId = (await project(ws)).id
    desk = { ws, projectId, task: await task(ws, projectId), at: `${ws.base}/attachments` }
  })

  test('is the region of the deployment that creates it, and nothing where it names none', async () => {
    expect(await homeOf(ws)).toBe('eu')
    const owner = await person()
    const org = await owner.ok('POST', '/api/v1/organizations', { name: 'Elsewhere' })
    expect(await homeOf({ owner, org, base: '' })).toBeNull()
  })

  test('never changes, whoever tries', async () => {
    for (const home of [`'us'`, 'null'])
      await expect(
        asOwner(`update organizations set home = ${home} where id = $1`, [ws.org.id]),
      ).rejects.toThrow('the home of an organization never changes')
    await ws.owner.ok('PATCH', ws.base, { name: 'Renamed' })
    expect(await homeOf(ws)).toBe('eu')
  })

  test('begins the keys of all its files, wherever they were received later', async () => {
    const { id } = await attach(desk)
    const announced = await announce(desk, picture(5))
    await call(
      'POST',
      desk.at,
      { body: draftOf(desk, picture(6)), headers: ws.owner.headers },
      { HOME_REGION: 'us' },
    )
    await put(announced.upload_url, picture(5))
    await mailed(ws)
    await asOwner(`update outbox set available_at = now() where org_id = $1`, [ws.org.id])
    await drain(database(), storage(), env().JWT_KEYS)
    const folders = keysOf(ws).map((key) => key.slice(0, key.indexOf(ws.org.id)))
    expect(new Set(folders)).toEqual(new Set(['org/eu/', 'audit/eu/']))
    expect(keysOf(ws).filter((key) => key.startsWith('org/eu/')).length).toBeGreaterThan(2)
    expect((await follow(await linkOf(desk, id))).status).toBe(200)
    expect(await ws.owner.ok('GET', `${ws.base}/audit-log/verify`)).toMatchObject({
      ok: true,
      checkpoint: { ok: true },
    })
  })

  test('is part of what the daily sweep looks through', async () => {
    const orphan = `org/eu/${ws.org.id}/orphan`
    const known = keysOf(ws)
    await files.put(orphan, new Uint8Array([1]))
    await eraseOrphans(database(), storage(), null, new Date(Date.now() + 3 * 864e5))
    expect(keysOf(ws)).toEqual(known)
  })
})

/** A mail that came in for a mailbox of the organization, which is kept as a file. */
async function mailed(ws: Workspace) {
  const draft = { address: `help@${ws.org.id}.example`, name: 'Help' }
  const { webhook_url } = await ws.owner.ok('POST', `${ws.base}/support/mailboxes`, draft)
  const reply = await call('POST', new URL(webhook_url).pathname, { body: inbound('ada@example.com') })
  expect([reply.status, reply.body?.outcome]).toEqual([200, expect.stringMatching(/ticket|created/)])
}

test('tokens carry the letter of the cell that makes them, whichever cell reads them', async () => {
  const ws = await europeans()
  const make = async (path: string, body: object): Promise<Json> =>
    (await call('POST', ws.base + path, { body, headers: ws.owner.headers }, there)).body
  const key = await make('/api-keys', { name: 'CI' })
  const invitation = await make('/invitations', { email: 'grace@example.com', role: 'member' })
  const mailbox = await make('/support/mailboxes', { address: 'help@example.com', name: 'Help' })
  const calendar = await make('/calendar/subscription', { types: ['task_due'] })
  const tokens = [key.token, invitation.accept_url, mailbox.webhook_url, calendar.url].map(
    (text: string) => /svc_[a-z]+_\w+/.exec(text)![0],
  )
  expect(tokens.map(cellOf)).toEqual(['k', 'k', 'k', 'k'])
  const reply = await call('GET', ws.base, { headers: { authorization: `Bearer ${key.token}` } })
  expect(reply.status).toBe(200)
})
