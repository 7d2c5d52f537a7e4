import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, caller, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'

const titles = (page: Json) => page.items.map((item: { title: string }) => item.title)
const dayFromNow = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

/** A key of the owner that reaches one project only. */
async function projectKey({ org, owner }: Workspace, projectId: string): Promise<Caller> {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint, project_id, last_used_at)
    values (uuidv7(), $1, $2, 'k', decode($3, 'hex'), 'h', $4, now())`,
    [org.id, owner.id, hashOf(token), projectId],
  )
  return caller({ authorization: `Bearer ${token}` }, owner)
}

describe('listing tasks', () => {
  test('each filter returns what it says', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    const a = await task(ws, id, { title: 'Alpha 100%', priority: 'urgent', type: 'bug', tag_ids: [tag.id] })
    const b = await task(ws, id, { title: 'Beta', parent_id: a.id, due_date: dayFromNow(-3) })
    const c = await task(ws, id, { title: 'Gamma', priority: 'low', due_date: dayFromNow(5) })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${c.id}`, {
      status: 'in_progress',
      assignee_id: ws.owner.id,
    })
    await asOwner('update tasks set open_blocker_count = 1 where id = $1', [b.id])
    const old = await task(ws, id, { title: 'Old' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${old.id}`, { archived: true })
    const found = async (query: string) => {
      const reply = await ws.owner.call('GET', `${ws.base}/projects/${id}/tasks?${query}`)
      expect([reply.status, reply.roundTrips, query]).toEqual([200, 1, query])
      expect(reply.body.total).toBe(reply.body.items.length)
      return titles(reply.body)
        .map((title: string) => title[0])
        .join('')
    }
    const expected: Record<string, string> = {
      '': 'ABG',
      'archived=true': 'O',
      'status=in_progress': 'G',
      'status=todo,in_progress': 'ABG',
      'priority=urgent,low': 'AG',
      'type=bug': 'A',
      'assignee_id=me': 'G',
      'assignee_id=none': 'AB',
      'assignee_id=me,none': 'ABG',
      [`assignee_id=${ws.owner.id}`]: 'G',
      'sprint_id=none': 'ABG',
      'sprint_id=active': '',
      [`tag_id=${tag.id}`]: 'A',
      'tag_id=none': 'BG',
      [`parent_id=${a.id}`]: 'B',
      'parent_id=none': 'AG',
      'milestone_id=none': 'ABG',
      [`column_id=${columns.todo}`]: 'AB',
      'overdue=true': 'B',
      'overdue=false': 'AG',
      'blocked=true': 'B',
      'blocked=false': 'AG',
      'q=0%25': 'A',
      'q=%25': 'A',
      'q=beta': 'B',
      [`due_before=${dayFromNow(0)}`]: 'B',
      [`due_after=${dayFromNow(0)}`]: 'G',
      'updated_since=2999-01-01T00:00:00Z': '',
      'expand=tags,parent': 'ABG',
    }
    for (const [query, initials] of Object.entries(expected))
      expect([query, await found(query)]).toEqual([query, initials])
    const blockers = await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?expand=blockers&limit=1`)
    expect(blockers.items[0].blockers).toEqual([])
  })

  test('unknown parameters, keys and malformed values are rejected by name', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    for (const [query, problem] of [
      ['limit=0', 'query.limit: must be 1 to 200'],
      ['limit=201', 'query.limit: must be 1 to 200'],
      ['limit=-1', 'query.limit: must be 1 to 200'],
      ['limit=ten', 'query.limit:'],
      ['offset=-1', 'query.offset: must be 0 to 1000000'],
      ['sort=colour', 'query.sort: unknown key'],
      ['assignee_id=you', 'query.assignee_id[0]: must be a uuid or me or none'],
      ['statuss=todo', 'query.statuss: unknown field'],
      ['due_before=soon', 'query.due_before: must be a day'],
      ['status=pending', 'query.status[0]:'],
      ['overdue=1', 'query.overdue:'],
    ] as const) {
      const reply = await ws.owner.call('GET', `${ws.base}/projects/${id}/tasks?${query}`)
      expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining(problem)])
    }
  })

  test('priority sorts by severity and empty dates are last in both directions', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    for (const [title, priority, due_date] of [
      ['m', 'medium', '2027-01-02'],
      ['u', 'urgent', null],
      ['l', 'low', '2027-01-01'],
      ['h', 'high', '2027-01-03'],
    ])
      await task(ws, id, { title, priority, due_date })
    const sorted = async (sort: string) =>
      titles(await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?sort=${sort}`)).join('')
    expect([await sorted('priority'), await sorted('-priority')]).toEqual(['lmhu', 'uhml'])
    expect([await sorted('due_date'), await sorted('-due_date')]).toEqual(['lmhu', 'hmlu'])
    expect([await sorted('rank'), await sorted('-number'), await sorted('title')]).toEqual([
      'mulh',
      'hlum',
      'hlmu',
    ])
    for (const key of [
      'created_at',
      'updated_at',
      'start_date',
      'status',
      'estimate_points',
      'completed_at',
    ]) {
      expect(await sorted(`-${key},number`)).toHaveLength(4)
    }
  })

  test('pages neither skip nor repeat', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, {
      items: Array.from({ length: 7 }, (_, n) => ({ title: `${n}`, priority: 'high' })),
    })
    const collected: string[] = []
    for (let offset = 0; offset < 8; offset += 3) {
      const page = await ws.owner.ok(
        'GET',
        `${ws.base}/projects/${id}/tasks?sort=priority&limit=3&offset=${offset}`,
      )
      expect(page).toMatchObject({ total: 7, limit: 3, offset })
      collected.push(...titles(page))
    }
    expect(collected.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  })

  test('across projects has only what I can open and what is not deleted', async () => {
    const ws = await workspace()
    const [one, hidden, closed, gone] = [
      await project(ws),
      await project(ws, { visibility: 'private' }),
      await project(ws),
      await project(ws),
    ]
    for (const [name, at] of Object.entries({ one, hidden, closed, gone }))
      await task(ws, at.id, { title: name })
    await asOwner('update projects set archived_at = now() where id = $1', [closed.id])
    await asOwner('update projects set deleted_at = now() where id = $1', [gone.id])
    const member = await join(ws)
    const list = async (who: Caller, query = '') => {
      const reply = await who.call('GET', `${ws.base}/tasks?sort=title${query}`)
      expect([reply.status, reply.roundTrips, reply.body.total]).toEqual([200, 1, reply.body.items.length])
      return titles(reply.body)
    }
    expect(await list(ws.owner)).toEqual(['hidden', 'one'])
    expect(await list(member)).toEqual(['one'])
    expect(await list(ws.owner, '&archived=true')).toEqual(['closed'])
    expect(await list(ws.owner, `&project_id=${hidden.id},${gone.id}`)).toEqual(['hidden'])
    expect(await list(member, `&project_id=${hidden.id}`)).toEqual([])
    expect(await list(await projectKey(ws, one.id))).toEqual(['one'])
  })

  test('my work has my open tasks with counters over all of them', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    for (const [title, days] of [
      ['late', -1],
      ['now', 0],
      ['far', 400],
      ['closed', -1],
    ] as const) {
      const created = await task(ws, id, { title, due_date: dayFromNow(days) })
      const status = title === 'closed' ? 'done' : 'in_progress'
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { assignee_id: ws.owner.id, status })
    }
    await task(ws, id, { title: 'not mine' })
    const myWork = await ws.owner.call('GET', `${ws.base}/my-work`)
    expect([myWork.roundTrips, titles(myWork.body), myWork.body.total]).toEqual([
      1,
      ['late', 'now', 'far'],
      3,
    ])
    expect(myWork.body.counters).toEqual({ overdue: 1, due_today: 1, due_this_week: 1, blocked: 0 })
    expect(titles(await ws.owner.ok('GET', `${ws.base}/my-work?overdue=true`))).toEqual(['late'])
    expect(titles(await ws.owner.ok('GET', `${ws.base}/my-work?status=done`))).toEqual(['closed'])
    expect(
      titles(await ws.owner.ok('GET', `${ws.base}/my-work?due_before=${dayFromNow(1)}&sort=-due_date`)),
    ).toEqual(['now', 'late'])
    const other = await workspace()
    expect((await other.owner.call('GET', `${ws.base}/my-work`)).status).toBe(404)
    expect((await other.owner.ok('GET', `${other.base}/my-work?project_id=${id}`)).total).toBe(0)
    expect(
      titles(await (await projectKey(ws, (await project(ws)).id)).ok('GET', `${ws.base}/my-work`)),
    ).toEqual([])
  })

  test('overdue is determined by the organization’s own day', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    const zone = async (timezone: string) => {
      await asOwner('update organizations set timezone = $1 where id = $2', [timezone, ws.org.id])
      return (
        await asOwner<{ day: string }>(`select (now() at time zone $1)::date::text as day`, [timezone])
      )[0]!.day
    }
    const [east, west] = [await zone('Pacific/Kiritimati'), await zone('Pacific/Pago_Pago')]
    expect(east > west).toBe(true)
    await asOwner('update tasks set due_date = $1 where id = $2', [west, created.id])
    const overdue = async () => (await ws.owner.ok('GET', `${ws.base}/tasks/${created.id}`)).is_overdue
    expect(await overdue()).toBe(false)
    await zone('Pacific/Kiritimati')
    expect(await overdue()).toBe(true)
  })
})

describe('subtasks', () => {
  test('one level, or the tree depth first, with sums that never count parent and child', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const root = await task(ws, id, { title: 'root', estimate_points: 50 })
    const a = await task(ws, id, { title: 'a', parent_id: root.id, estimate_points: 8 })
    const b = await task(ws, id, { title: 'b', parent_id: root.id, estimate_points: 1 })
    await task(ws, id, { title: 'a1', parent_id: a.id, estimate_points: 2.5 })
    await task(ws, id, { title: 'a2', parent_id: a.id })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${b.id}`, { status: 'done' })
    const level = await ws.owner.call('GET', `${ws.base}/tasks/${root.key}/subtasks`)
    expect([level.roundTrips, titles(level.body), level.body.total]).toEqual([1, ['a', 'b'], 2])
    expect(level.body.rollup).toEqual({ total: 2, done: 1, points: 9, own_points: 50 })
    const tree = await ws.owner.ok('GET', `${ws.base}/tasks/${root.id}/subtasks?tree=true&limit=3`)
    expect([titles(tree), tree.total]).toEqual([['a', 'a1', 'a2'], 4])
    expect(tree.rollup).toEqual({ total: 4, done: 1, points: 3.5, own_points: 50 })
    expect(tree.items[1].parent).toEqual({ id: a.id, key: a.key, title: 'a' })
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${a.id}`)).children).toEqual({
      total: 2,
      done: 0,
      open: 2,
    })
  })
})

describe('one task', () => {
  test('permissions are what this caller may do', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    const path = `${ws.base}/tasks/${created.id}?expand=permissions,blockers`
    const may = async (who: Caller) => (await who.ok('GET', path)).permissions
    expect(await may(ws.owner)).toMatchObject({
      update: true,
      delete: true,
      purge: true,
      set_other_watchers: true,
    })
    expect(await may(await join(ws))).toMatchObject({
      update: true,
      delete: false,
      purge: false,
      set_other_watchers: false,
    })
    expect(Object.values(await may(await join(ws, 'viewer')))).not.toContain(true)
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${created.id}`)).permissions).toBeUndefined()
  })

  test('unknown, malformed and foreign ids', async () => {
    const ws = await workspace()
    const other = await workspace()
    const created = await task(other, (await project(other)).id)
    const get = async (name: string) => (await ws.owner.call('GET', `${ws.base}/tasks/${name}`)).status
    expect(await get(created.id)).toBe(404)
    expect(await get(created.key)).toBe(404)
    expect(await get('WEB-999')).toBe(404)
    expect(await get('nonsense')).toBe(422)
  })
})
