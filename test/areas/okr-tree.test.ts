import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { dayFromNow, goals, planning } from '../kit/okr.ts'
import { refusal } from '../kit/refusals.ts'

describe('the tree', () => {
  test('has each objective, followed by those below it, with their key results', async () => {
    const { ws, create, measure, checkIn } = await planning()
    const top = await create({ title: 'Top', roll_up: 'children' })
    const low = await create({ title: 'Low', parent_id: top.id, weight: 2 })
    await create({ title: 'Beside' })
    await create({ title: 'Old', period_label: '2024', period_start: null, period_end: null })
    await create({ title: 'Lower', parent_id: low.id, period_end: dayFromNow(60) })
    const kr = await measure(low.id, { unit: 'people' })
    await checkIn(kr.id, 25)
    const tree = async (query = '') => {
      const reply = await ws.owner.call('GET', `${ws.base}/okr/tree${query}`)
      expect(reply.roundTrips).toBe(1)
      return reply.body.items.map(({ title, depth, progress }: Json) => [title, depth, progress])
    }
    expect(await tree('?period=current')).toEqual([
      ['Top', 0, 0.25],
      ['Low', 1, 0.25],
      ['Lower', 2, null],
      ['Beside', 0, null],
    ])
    expect((await tree()).map(([title]: [string]) => title)).toContain('Old')
    expect(await tree(`?root_id=${low.id}`)).toEqual([
      ['Low', 0, 0.25],
      ['Lower', 1, null],
    ])
    const { items } = await ws.owner.ok('GET', `${ws.base}/okr/tree?root_id=${low.id}`)
    expect(items).toMatchObject([
      {
        weight: '2',
        key_results: [{ title: 'Visitors', current_value: '25', target_value: '100', unit: 'people' }],
      },
      { outside_parent_period: true },
    ])
  })

  test('has six levels at most, also when a branch is moved, and no ring', async () => {
    const { create, change, try: attempt } = await planning()
    const ids: string[] = []
    for (let level = 1; level <= 6; level++)
      ids.push((await create({ title: `Level ${level}`, parent_id: ids.at(-1) ?? null })).id)
    expect(refusal(await attempt({ parent_id: ids[5] }))).toEqual([422, 'body.parent_id: at most six levels'])
    const branch = await create()
    await create({ parent_id: branch.id })
    expect(refusal(await change(branch.id, { parent_id: ids[4] }))).toEqual([
      422,
      'body.parent_id: at most six levels',
    ])
    expect((await change(branch.id, { parent_id: ids[3] })).status).toBe(200)
    expect(refusal(await change(ids[0]!, { parent_id: ids[2] }))).toEqual([
      409,
      'the parent is below this objective',
    ])
    expect(refusal(await change(ids[0]!, { parent_id: ids[0] }))).toEqual([
      422,
      'body.parent_id: the objective itself',
    ])
  })

  test('of two opposite moves at once exactly one is refused', async () => {
    const { create, change } = await planning()
    const [a, b] = [(await create()).id, (await create()).id]
    for (let round = 0; round < 10; round++) {
      const moves = await Promise.all([change(a, { parent_id: b }), change(b, { parent_id: a })])
      expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409])
      for (const id of [a, b]) await change(id, { parent_id: null })
    }
  })

  test('keeps what is below a deleted one, or loses it with it as far as the caller sees it', async () => {
    const of = await planning()
    const manager = goals(of.ws, await join(of.ws, 'manager'))
    const top = await of.create()
    const low = await of.create({ parent_id: top.id })
    const kr = await of.measure(low.id)
    const hidden = await of.create({ parent_id: low.id, visibility: 'private' })
    expect((await manager.remove(top.id)).status).toBe(204)
    expect((await of.get(low.id)).parent).toBe(null)
    const again = await of.create()
    await of.change(low.id, { parent_id: again.id })
    expect((await manager.remove(again.id, '?children=cascade')).status).toBe(204)
    const { status } = await of.ws.owner.call('GET', `${of.at}/${low.id}`)
    expect([status, (await of.tryCheckIn(kr.id, { value: 1 })).status]).toEqual([404, 404])
    expect((await of.get(hidden.id)).parent).toBe(null)
    expect((await manager.remove(low.id, '?children=all')).status).toBe(422)
  })

  test('comes back from the trash, with what went there with it, under what is still there', async () => {
    const of = await planning()
    const manager = goals(of.ws, await join(of.ws, 'manager'))
    const top = await of.create({ title: 'Top' })
    const middle = await of.create({ title: 'Middle', parent_id: top.id })
    const low = await of.create({ title: 'Low', parent_id: middle.id })
    const kr = await of.measure(low.id)
    const hidden = await of.create({ parent_id: low.id, visibility: 'private' })
    const restore = (id: string, who = of.ws.owner) => who.call('POST', `${of.at}/${id}/restore`)
    const trash = async (who = of.ws.owner) =>
      (await who.ok('GET', `${of.at}?trashed=true&sort=title`)).items.map(({ title }: Json) => title)
    const message = (reply: Json) => [reply.status, reply.body.error?.message]

    expect((await manager.remove(middle.id, '?children=cascade')).status).toBe(204)
    expect(await trash()).toEqual(['Low', 'Middle'])
    const member = await join(of.ws)
    expect(await trash(member)).toEqual([])
    expect(message(await restore(low.id, member))).toEqual([403, 'needs the role manager or above'])
    const back = await restore(low.id)
    expect([back.status, back.body.parent.title]).toEqual([200, 'Top'])
    expect((await of.tryCheckIn(kr.id, { value: 1 })).status).toBe(201)
    expect(message(await restore(low.id))).toEqual([404, 'objective not found'])

    expect((await manager.remove(low.id)).status).toBe(204)
    expect((await restore(middle.id)).body.parent.title).toBe('Top')
    expect((await of.get(hidden.id)).parent).toBe(null)
    expect((await manager.remove(top.id, '?children=cascade')).status).toBe(204)
    expect((await restore(top.id)).status).toBe(200)
    expect((await of.get(middle.id)).parent.title).toBe('Top')
    expect(await trash()).toEqual(['Low'])
  })

  test('does not come back where it would be the seventh level', async () => {
    const of = await planning()
    const levels = [await of.create()]
    while (levels.length < 5) levels.push(await of.create({ parent_id: levels.at(-1)!.id }))
    const parent = await of.create()
    const child = await of.create({ parent_id: parent.id })
    await of.create({ parent_id: child.id })
    await asOwner('update okr_objectives set deleted_at = now() where id = any ($1)', [[child.id]])
    await of.change(parent.id, { parent_id: levels.at(-1)!.id })
    const { status, body } = await of.ws.owner.call('POST', `${of.at}/${child.id}/restore`)
    expect([status, body.error.message]).toEqual([
      409,
      'with what is above it now there would be more than six levels; move its parent up first',
    ])
  })
})

describe('a private objective', () => {
  test('is there for its owner, the owners of its key results and admins, and for nobody else', async () => {
    const of = await planning()
    const { ws } = of
    const [boss, peer, admin] = [
      await join(ws, 'manager'),
      await join(ws, 'manager'),
      await join(ws, 'admin'),
    ]
    const mine = goals(ws, boss)
    const top = await of.create({ roll_up: 'children' })
    const secret = await mine.create({ title: 'Hush', visibility: 'private', parent_id: top.id })
    const kr = await mine.measure(secret.id)
    await mine.checkIn(kr.id, 80)
    const sees = async (who: typeof peer) => {
      const his = goals(ws, who)
      const list = await who.ok('GET', his.at)
      const tree = await who.ok('GET', `${ws.base}/okr/tree`)
      const { items } = await who.ok('GET', `${ws.base}/search?q=Hush`)
      return [
        (await who.call('GET', `${his.at}/${secret.id}`)).status,
        list.items.length,
        tree.items.length,
        (await who.ok('GET', `${his.at}/${top.id}`)).children.length,
        (await who.call('GET', `${ws.base}/okr/key-results/${kr.id}/check-ins`)).status,
        (await his.tryCheckIn(kr.id, { confidence: 'at_risk' })).status,
        items.length,
      ]
    }
    expect(await sees(peer)).toEqual([404, 1, 1, 0, 404, 404, 0])
    expect(await sees(boss)).toEqual([200, 2, 2, 1, 200, 201, 1])
    expect((await sees(admin)).slice(0, 6)).toEqual([200, 2, 2, 1, 200, 201])
    await mine.redefine(kr.id, { owner_id: peer.id })
    expect((await sees(peer)).slice(0, 6)).toEqual([200, 2, 2, 1, 200, 201])
    await mine.redefine(kr.id, { owner_id: null })
    expect((await sees(peer))[0]).toBe(404)
    const foreign = await peer.call('GET', `${of.at}/${secret.id}`)
    const missing = await peer.call('GET', `${of.at}/${top.id.slice(0, -4)}0000`)
    expect(foreign.body.error.message).toBe(missing.body.error.message)
  })

  test('counts above, where nothing tells what it is', async () => {
    const of = await planning()
    const peer = goals(of.ws, await join(of.ws, 'manager'))
    const top = await of.create({ roll_up: 'children' })
    const child = async (value: number, more: object = {}) => {
      const { id } = await of.create({ parent_id: top.id, ...more })
      await of.checkIn((await of.measure(id)).id, value)
    }
    await child(90, { visibility: 'private' })
    await child(30)
    expect(await peer.get(top.id)).toMatchObject({
      progress: 0.6,
      children: [{ progress: 0.3 }],
      members: null,
    })
    expect((await of.get(top.id)).members).toHaveLength(2)
    await child(60)
    expect((await peer.get(top.id)).members).toMatchObject([{ progress: 0.3 }, { progress: 0.6 }])
  })
})

describe('an owner', () => {
  test('who leaves is remembered by name, and what is of nobody can be listed', async () => {
    const of = await planning()
    const grace = await join(of.ws, 'manager', 'Grace Hopper')
    const { id } = await of.create({ owner_id: grace.id })
    const kr = await of.measure(id, { owner_id: grace.id })
    await of.ws.owner.ok('DELETE', `${of.ws.base}/members/${grace.id}`, {})
    expect(await of.get(id)).toMatchObject({
      owner: null,
      former_owner: 'Grace Hopper',
      key_results: [{ id: kr.id, owner: null, former_owner: 'Grace Hopper' }],
    })
    expect((await of.ws.owner.ok('GET', `${of.at}?owner_id=none`)).items).toMatchObject([{ id }])
    const taken = await of.change(id, { owner_id: of.ws.owner.id })
    expect(taken.body).toMatchObject({ owner: { user_id: of.ws.owner.id }, former_owner: null })
  })

  test('who may not check in is a warning', async () => {
    const of = await planning()
    const member = await join(of.ws)
    expect((await of.create({ owner_id: member.id })).warnings).toEqual(['owner_cannot_check_in'])
  })
})

test('an organization has two thousand open objectives at most', async () => {
  const of = await planning()
  await asOwner(
    `insert into okr_objectives (org_id, title, created_by, period_start, period_end)
      select $1, 'Objective ' || n, $2, '2026-01-01', '2026-12-31' from generate_series(1, 2000) n`,
    [of.ws.org.id, of.ws.owner.id],
  )
  expect(refusal(await of.try())).toEqual([
    409,
    'an organization has at most 2000 open objectives; close or delete some first',
  ])
  expect((await of.ws.owner.ok('GET', `${of.ws.base}/okr/tree`)).total).toBe(2000)
})
