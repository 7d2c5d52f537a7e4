import { describe, expect, test } from 'vitest'
import { asOwner, type Caller } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { hour, office, spentOn } from '../kit/time.ts'
import { codedRefusal, forbidden, invalid } from '../kit/refusals.ts'

const missing = [404, 'not_found', 'time entry not found']

describe('the entries of others', () => {
  test('are found, recorded and changed only by managers', async () => {
    const { ws, ada, boss, at, log } = await office()
    const [created, other] = [await log(), await join(ws)]
    for (const [method, body] of [['GET'], ['PATCH', { billable: false }], ['DELETE']] as const)
      expect(codedRefusal(await other.call(method, `${at}/${created.id}`, body))).toEqual(missing)
    const stranger = (await workspace()).owner
    expect((await stranger.call('GET', `${at}/${created.id}`)).status).toBe(404)
    const total = async (who: Caller, query = '') => (await who.ok('GET', at + query)).total
    expect([
      await total(ada),
      await total(boss),
      await total(other),
      await total(other, `?user_id=${ada.id}`),
    ]).toEqual([1, 1, 0, 0])
    const forHer = await log({ user_id: ada.id }, boss)
    expect([forHer.user_id, forHer.created_by]).toEqual([ada.id, boss.id])
    expect(codedRefusal(await ada.call('POST', at, { ...hour, user_id: boss.id }))).toEqual(
      forbidden('recording time for somebody else needs the role manager or above'),
    )
    expect(codedRefusal(await boss.call('POST', at, { ...hour, user_id: stranger.id }))).toEqual(
      invalid('body.user_id: not an active member'),
    )
    expect((await boss.ok('PATCH', `${at}/${created.id}`, { billable: false })).billable).toBe(false)
    expect((await boss.call('DELETE', `${at}/${created.id}`)).status).toBe(204)
    const viewer = await join(ws, 'viewer')
    expect(codedRefusal(await viewer.call('GET', at))).toEqual(forbidden('needs the role member or above'))
    const [ownEntry] = await asOwner<{ id: string }>(
      `insert into time_entries (org_id, user_id, created_by, work_date) values ($1, $2, $2, '2026-01-15') returning id`,
      [ws.org.id, viewer.id],
    )
    expect((await viewer.call('PATCH', `${at}/${ownEntry!.id}`, { billable: false })).status).toBe(403)
  })

  test('reveal nothing of a project or a task that is hidden or deleted', async () => {
    const { ws, ada, boss, at, log } = await office()
    const hidden = await project(ws, { visibility: 'private', name: 'Merger' })
    await ws.owner.ok('PUT', `${ws.base}/projects/${hidden.id}/members/${ada.id}`, { role: 'contributor' })
    const item = await task(ws, hidden.id, { title: 'Buy them' })
    const created = await log({ task_id: item.id, description: 'Called the bank' })
    const nothing = { project: null, project_id: null, task: null, task_id: null }
    const result = await boss.ok('GET', `${at}/${created.id}`)
    expect(result).toMatchObject({ ...nothing, description: null, duration_seconds: 3600 })
    for (const query of [`project_id=${hidden.id}`, `task_id=${item.id}`]) {
      expect((await ada.ok('GET', `${at}?${query}`)).total).toBe(1)
      expect((await boss.ok('GET', `${at}?${query}`)).totals.seconds).toBe(0)
    }
    const file = await boss.ok('GET', `${at}/export?from=2026-01-01&to=2026-01-31`)
    for (const word of ['Merger', 'Buy them', 'Called', hidden.key]) expect(file.content).not.toContain(word)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${hidden.id}/members/${ada.id}`)
    expect(await ada.ok('GET', `${at}/${created.id}`)).toMatchObject({
      ...nothing,
      description: 'Called the bank',
    })
    expect((await ada.ok('PATCH', `${at}/${created.id}`, { duration_seconds: 60 })).project).toBe(null)
    expect(codedRefusal(await boss.call('PATCH', `${at}/${created.id}`, { project_id: null }))).toEqual(
      invalid('body.project_id: the task is of another project; send task_id, too, or null for it'),
    )
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${item.id}`)
    expect(await ws.owner.ok('GET', `${at}/${created.id}`)).toMatchObject({
      project_id: hidden.id,
      task: null,
      task_id: null,
    })
    await ws.owner.ok('DELETE', `${ws.base}/projects/${hidden.id}`)
    expect(await ws.owner.ok('GET', `${at}/${created.id}`)).toMatchObject(nothing)
  })

  test('are in no history or activity: time spent on a task does not say by whom', async () => {
    const { ws, ada, log } = await office()
    const home = await project(ws)
    const item = await task(ws, home.id)
    const created = await log({ task_id: item.id, description: 'kingfisher' })
    expect(await spentOn(ws, item)).toBe(60)
    const other = await join(ws)
    const { items } = await other.ok('GET', `${ws.base}/tasks/${item.id}/history`)
    expect(items[0]).toMatchObject({
      actor: { type: 'system', user_id: null },
      changes: [{ from: 0, to: 60 }],
    })
    for (const path of [`/projects/${home.id}/activity`, '/dashboard/activity', '/search?q=kingfisher']) {
      const { status, text } = await other.call('GET', ws.base + path)
      const all = text.replace('"q":"kingfisher"', '')
      if (status === 200)
        expect([path, all.includes('kingfisher'), all.includes(created.id), all.includes(ada.id)]).toEqual([
          path,
          false,
          false,
          false,
        ])
    }
  })
})
