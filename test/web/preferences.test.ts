import { beforeAll, describe, expect, test } from 'vitest'
import { notificationReasons } from '../../db/schema/notifications.ts'
import type { Caller, Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

let ws: Workspace
let grace: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  grace = await join(ws, 'viewer', 'Grace Hopper')
})
const at = '/inbox/preferences'
const preferences = (): Promise<Json> => grace.ok('GET', `${ws.base}/notification-preferences`)
const checked = (text: string) =>
  [...text.matchAll(/name="(\w[\w-]*)" (?:id="[^"]*" )?checked/g)].map(([, name]) => name)

describe('the preferences of notifications', () => {
  test('show the setting of each kind, and are linked from the inbox', async () => {
    expect((await open('/inbox', grace.headers)).text).toContain(`href="${at}"`)
    const { status, text } = await open(at, grace.headers)
    expect(status).toBe(200)
    for (const reason of notificationReasons)
      for (const way of ['app', 'mail']) expect(text).toContain(`name="${way}_${reason}"`)
    expect(checked(text).toSorted()).toEqual(
      [
        ...['leave_decided', 'payslip_ready', 'security'].map((reason) => `mail_${reason}`),
        ...notificationReasons.map((reason) => `app_${reason}`),
      ].toSorted(),
    )
  })

  test('are saved by a form: what is ticked is on, and the rest off', async () => {
    const quiet = await project(ws, { name: 'Quiet' })
    const fields = { org: ws.org.slug, app_assigned: 'on', mail_assigned: 'on', [`mute_${quiet.id}`]: 'on' }
    expect(to(await submit(at, fields, grace.headers))).toEqual([303, `${at}?org=${ws.org.slug}&done=saved`])
    const now = await preferences()
    expect(now.reasons.assigned).toEqual({ in_app: true, email: true })
    expect(now.reasons.mentioned).toEqual({ in_app: false, email: false })
    expect(now.muted_projects.map(({ name }: Json) => name)).toEqual(['Quiet'])
    const { text } = await open(`${at}?org=${ws.org.slug}&done=saved`, grace.headers)
    expect(checked(text)).toEqual(['app_assigned', 'mail_assigned', `mute_${quiet.id}`])
    expect(text).toContain('Saved.')
  })

  test('of an organization of others, or of none, are missing', async () => {
    const other = await workspace('Others')
    expect((await open(`${at}?org=${other.org.slug}`, grace.headers)).status).toBe(404)
    expect((await submit(at, { org: other.org.slug }, grace.headers)).status).toBe(404)
    expect((await submit(at, {}, grace.headers)).status).toBe(404)
  })

  test('reject a hidden project without naming it', async () => {
    const hidden = await project(ws, { visibility: 'private', name: 'Hidden' })
    const reply = await submit(at, { org: ws.org.slug, [`mute_${hidden.id}`]: 'on' }, grace.headers)
    expect([reply.status, reply.text.includes('There is a problem')]).toEqual([422, true])
    expect(reply.text).not.toContain('Hidden')
  })

  test('are chosen by organization where there are several', async () => {
    const second = await workspace('Second home')
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      second.org.id,
      grace.id,
    ])
    const { text } = await open(`${at}?org=${second.org.slug}`, grace.headers)
    expect(text).toContain(`<a href="${at}?org=${ws.org.slug}">`)
    expect(text).toContain('<h2>Second home</h2>')
  })
})
