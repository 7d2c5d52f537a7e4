import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

async function site() {
  const ws = await workspace()
  const web = await project(ws, { name: 'Site <i>', key: 'WEB' })
  const boss = await join(ws, 'manager', 'Boss')
  const at = (page: string, action = '') =>
    `/projects/WEB/${page}${action && `/${action}`}?org=${ws.org.slug}`
  const send = (page: string, action: string, fields: Record<string, string> = {}, who = boss) =>
    submit(at(page, action), fields, who.headers)
  const see = async (page: string, more = '', who = boss) => (await open(at(page) + more, who.headers)).text
  const read = async (path: string): Promise<Json> => boss.ok('GET', `${ws.base}/projects/${web.id}${path}`)
  return { ws, web, boss, at, send, see, read }
}

describe('the page of sprints', () => {
  const dates = { start_date: '2030-01-07', end_date: '2030-01-20' }

  test('makes, starts and completes one', async () => {
    const { at, send, see, read, boss } = await site()
    const saved = [303, `${at('sprints')}&done=saved`]
    expect(to(await send('sprints', '', { name: 'Launch <b>', goal: 'Go live', ...dates }))).toEqual(saved)
    const [sprint] = (await read('/sprints')).items
    expect(await see('sprints')).toContain('Launch &lt;b&gt;')
    expect((await open(at('sprints'), boss.headers)).roundTrips).toBe(1)
    expect(to(await send('sprints', 'start', { sprint_id: sprint.id, once: 'a' }))).toEqual(saved)
    expect((await read('/sprints')).items[0].state).toBe('active')
    const done = { sprint_id: sprint.id, move_incomplete_to: 'backlog' }
    expect(to(await send('sprints', 'complete', done))).toEqual(saved)
    expect((await read('/sprints')).items[0].state).toBe('completed')
  })

  test('changes one unless it has changed meanwhile, and deletes a planned one', async () => {
    const { at, send, see, read } = await site()
    await send('sprints', '', { name: 'First', ...dates })
    const [sprint] = (await read('/sprints')).items
    expect(await see('sprints')).not.toContain('value="First"')
    expect(await see('sprints', `&edit=${sprint.id}`)).toContain('value="First"')
    const form = { sprint_id: sprint.id, name: 'Second', version: String(sprint.version), ...dates }
    expect(to(await send('sprints', 'change', form))).toEqual([303, `${at('sprints')}&done=saved`])
    const stale = await send('sprints', 'change', { ...form, name: 'Third' })
    expect([stale.status, stale.text.includes('save again'), stale.text.includes('value="Third"')]).toEqual([
      409,
      true,
      true,
    ])
    const wrong = await send('sprints', 'change', {
      ...form,
      version: String(sprint.version + 1),
      end_date: '2029-01-01',
    })
    expect([wrong.status, problemBeside('end_date', wrong)]).toEqual([422, expect.any(String)])
    await send('sprints', 'delete', { sprint_id: sprint.id })
    expect((await read('/sprints')).items).toEqual([])
  })

  test('is only read by members, and hidden from strangers', async () => {
    const { ws, at, see, send } = await site()
    const ada = await join(ws, 'member')
    expect(await see('sprints', '', ada)).not.toContain('New sprint')
    expect((await send('sprints', '', dates, ada)).status).toBe(403)
    expect((await open(at('sprints'), (await workspace()).owner.headers)).status).toBe(404)
  })
})

describe('the settings of a project', () => {
  test('change what it is; a new key leads to the new address', async () => {
    const { ws, at, send, read, boss, see } = await site()
    expect(await see('settings')).toContain('value="Site &lt;i&gt;"')
    expect((await open(at('settings'), boss.headers)).roundTrips).toBe(1)
    const form = {
      name: 'Shop',
      key: 'SHOP',
      target_date: '2031-05-01',
      version: String((await read('')).version),
    }
    expect(to(await send('settings', 'change', form))).toEqual([
      303,
      `/projects/SHOP/settings?org=${ws.org.slug}&done=saved`,
    ])
    expect(await read('')).toMatchObject({ name: 'Shop', key: 'SHOP', target_date: '2031-05-01' })
  })

  test('add, change and delete columns, whose cards move', async () => {
    const { at, send, see, read } = await site()
    const saved = [303, `${at('settings')}&done=saved`]
    expect(to(await send('settings', 'add-column', { name: 'Review', status: 'in_progress' }))).toEqual(saved)
    const columns = async () => (await read('/columns')).items as Json[]
    const review = (await columns()).find(({ name }) => name === 'Review')!
    const form = { column_id: review.id, name: 'In review', status: 'in_progress', wip_limit: '3' }
    expect(to(await send('settings', 'change-column', { ...form, version: String(review.version) }))).toEqual(
      saved,
    )
    expect(await see('settings')).toContain('at most 3')
    const target = (await columns()).find(({ status, id }) => status === 'in_progress' && id !== review.id)
    const dropped = await send('settings', 'drop-column', { column_id: review.id, move_to: target?.id ?? '' })
    expect(to(dropped)).toEqual(saved)
    expect((await columns()).some(({ id }) => id === review.id)).toBe(false)
  })

  test('give roles and take them away', async () => {
    const { ws, at, send, read, see } = await site()
    const ada = await join(ws, 'member', 'Ada <b>')
    const saved = [303, `${at('settings')}&done=saved`]
    expect(to(await send('settings', 'add-member', { user_id: ada.id, role: 'lead' }))).toEqual(saved)
    const roleOf = async () =>
      ((await read('/members')).items as Json[]).find(({ user_id }) => user_id === ada.id)?.project_role
    expect(await roleOf()).toBe('lead')
    expect(await see('settings')).toContain('Ada &lt;b&gt;')
    expect(to(await send('settings', 'drop-member', { user_id: ada.id }))).toEqual(saved)
    expect(await roleOf()).not.toBe('lead')
  })

  test('archive it, restore it, and admins delete it', async () => {
    const { ws, at, send, see, read } = await site()
    const saved = [303, `${at('settings')}&done=saved`]
    expect(to(await send('settings', 'archive'))).toEqual(saved)
    expect(await see('settings')).not.toContain('Add a column')
    expect(to(await send('settings', 'unarchive'))).toEqual(saved)
    expect((await read('')).archived_at).toBe(null)
    expect((await send('settings', 'delete')).status).toBe(403)
    expect(to(await send('settings', 'delete', {}, ws.owner))).toEqual([
      303,
      `/organizations/${ws.org.slug}?done=saved`,
    ])
  })
})
