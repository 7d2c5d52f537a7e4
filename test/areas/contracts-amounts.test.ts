import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { office, type Office } from '../kit/contracts.ts'

const amounts = (items: Json[]) => items.map(({ amount_minor }: Json) => amount_minor)
const list = ({ ws, at }: Office, { id }: Json) => ws.owner.ok('GET', `${at}/${id}/milestones`)
const add = ({ ws, at }: Office, { id }: Json, draft: object) =>
  ws.owner.ok('POST', `${at}/${id}/milestones`, draft)
const change = ({ ws, at }: Office, { id }: Json, milestone: Json, body: object) =>
  ws.owner.ok('PATCH', `${at}/${id}/milestones/${milestone.id}`, body)

describe('amounts', () => {
  test('of percentages add up exactly, whether sent at once or one by one', async () => {
    const setup = await office()
    const thirds = ['33.3333', '33.3333', '33.3334'].map((percent, n) => ({ name: `Part ${n + 1}`, percent }))
    const once = await setup.draft({ value_minor: 100, milestones: thirds })
    expect(amounts(once.milestones)).toEqual([33, 33, 34])
    expect(once.milestones[0]).toMatchObject({ percent: '33.3333', position: 1, status: 'pending' })
    const slowly = await setup.draft({ value_minor: 10_000 })
    for (const percent of ['12.5', '37.5', '16.6667', '33.3333'])
      await add(setup, slowly, { name: percent, percent })
    expect(amounts((await list(setup, slowly)).items)).toEqual([1250, 3750, 1667, 3333])
  })

  test('of percentages follow the value, and a change of one changes the others by at most one unit', async () => {
    const setup = await office()
    const halves = [
      { name: 'A', percent: 50 },
      { name: 'B', percent: 50 },
    ]
    const created = await setup.draft({ value_minor: 101, milestones: halves })
    expect(amounts(created.milestones)).toEqual([51, 50])
    const more = await setup.ws.owner.ok('PATCH', `${setup.at}/${created.id}`, { value_minor: 999 })
    expect(amounts(more.milestones)).toEqual([500, 499])
    await change(setup, created, created.milestones[0], { percent: '25' })
    expect(amounts((await list(setup, created)).items)).toEqual([250, 499])
    const fixed = await change(setup, created, created.milestones[1], { amount_minor: 749 })
    expect(fixed).toMatchObject({ amount_minor: 749, percent: null })
    expect((await list(setup, created)).totals.planned_minor).toBe(999)
  })

  test('on an invoice stay unchanged when others are recomputed', async () => {
    const setup = await office()
    const created = await setup.signed({
      value_minor: 100,
      milestones: [
        { name: 'A', percent: '33.3333' },
        { name: 'B', percent: '33.3333' },
      ],
    })
    const [a] = created.milestones
    await asOwner(`update contract_milestones set amount_minor = 34 where id = $1`, [a.id])
    const path = `/${created.id}/milestones/${a.id}`
    await setup.act(created.id, `milestones/${a.id}/complete`)
    await setup.act(created.id, `milestones/${a.id}/invoice`)
    await add(setup, created, { name: 'C', percent: '33.3334' })
    expect(amounts((await list(setup, created)).items)).toEqual([34, 33, 33])
    expect((await setup.errorOf(path, { amount_minor: 1 }, 'PATCH'))[0]).toBe(409)
  })

  test.each([
    [
      { milestones: [{ name: 'A', amount_minor: 100_001 }] },
      'body.milestones: the milestones come to 100001 minor units, and the value of the contract is 100000',
    ],
    [
      {
        milestones: [
          { name: 'A', percent: 60 },
          { name: 'B', percent: 50 },
        ],
      },
      'body.milestones: the milestones come to 110000 minor units, and the value of the contract is 100000',
    ],
    [
      { value_minor: null, milestones: [{ name: 'A', percent: 10 }] },
      'body.value_minor: required, as milestones are a percentage of it',
    ],
    [
      { value_minor: 100, milestones: [{ name: 'A', percent: '0.0001' }] },
      'body.milestones: a milestone would come to less than one minor unit',
    ],
    [{ milestones: [{ name: 'A' }] }, 'body.milestones[0].amount_minor: send either amount_minor or percent'],
    [
      { milestones: [{ name: 'A', percent: 1, amount_minor: 1 }] },
      'body.milestones[0].amount_minor: send either amount_minor or percent',
    ],
    [{ milestones: [{ name: 'A', percent: 0 }] }, 'body.milestones[0].percent: must be more than 0'],
    [
      { milestones: [{ name: 'A', amount_minor: 0 }] },
      'body.milestones[0].amount_minor: must be more than 0',
    ],
    [
      { milestones: [{ name: 'A', amount_minor: 1, condition: 'date' }] },
      'body.milestones[0].due_date: required, as the milestone is reached on it',
    ],
  ])('%j are rejected', async (more, message) => {
    const { errorOf } = await office()
    const draft = {
      title: 'X',
      party_kind: 'client',
      start_date: '2026-01-01',
      value_minor: 100_000,
      ...more,
    }
    expect(await errorOf('', draft)).toEqual([422, message])
  })

  test('that exceed the value are rejected, however they arise', async () => {
    const setup = await office()
    const created = await setup.draft({
      milestones: [
        { name: 'A', amount_minor: 60_000 },
        { name: 'B', percent: 20 },
      ],
    })
    const [a, b] = created.milestones
    const come = (field: string, sum: number, value = 100_000) => [
      422,
      `${field}: the milestones come to ${sum} minor units, and the value of the contract is ${value}`,
    ]
    const at = `/${created.id}/milestones`
    expect(await setup.errorOf(at, { name: 'C', amount_minor: 20_001 })).toEqual(
      come('body.amount_minor', 100_001),
    )
    expect(await setup.errorOf(at, { name: 'C', percent: 21 })).toEqual(come('body.percent', 101_000))
    expect(await setup.errorOf(`${at}/${a.id}`, { amount_minor: 90_000 }, 'PATCH')).toEqual(
      come('body.amount_minor', 110_000),
    )
    expect(await setup.errorOf(`${at}/${b.id}`, { percent: 50 }, 'PATCH')).toEqual(
      come('body.percent', 110_000),
    )
    expect(await setup.errorOf(`/${created.id}`, { value_minor: 70_000 }, 'PATCH')).toEqual(
      come('body.value_minor', 74_000, 70_000),
    )
    expect(await setup.errorOf(`/${created.id}`, { value_minor: null }, 'PATCH')).toEqual([
      422,
      'body.value_minor: required, as milestones are a percentage of it',
    ])
    const free = await setup.draft({ value_minor: null })
    await add(setup, free, { name: 'A', amount_minor: 10_000_000 })
    expect(await setup.errorOf(`/${free.id}/milestones`, { name: 'B', percent: 10 })).toEqual([
      422,
      'body.percent: the contract has no value_minor; send amount_minor',
    ])
    expect(await setup.errorOf(`/${free.id}/milestones`, { name: 'B', amount_minor: 1, body: 1 })).toEqual([
      422,
      'body.body: unknown field',
    ])
  })
})

describe('concurrently', { tags: ['race'] }, () => {
  test('changes of percentages still add up to the value, and never exceed it', async () => {
    const setup = await office()
    const milestones = Array.from({ length: 4 }, (_, n) => ({ name: `P${n}`, percent: 25 }))
    const created = await setup.draft({ value_minor: 100_001, milestones })
    const raised = await Promise.all(
      created.milestones.map(({ id }: Json) =>
        setup.ws.owner.call('PATCH', `${setup.at}/${created.id}/milestones/${id}`, { percent: '26' }),
      ),
    )
    expect(raised.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    await Promise.all(
      ['10', '20', '30', '40'].map((percent, n) =>
        setup.ws.owner.call('PATCH', `${setup.at}/${created.id}/milestones/${created.milestones[n].id}`, {
          percent,
        }),
      ),
    )
    const { items, totals } = await list(setup, created)
    const percents = items.reduce((sum: number, { percent }: Json) => sum + Number(percent), 0)
    expect(totals.planned_minor).toBe(Math.round((100_001 * percents) / 100))
    expect(totals.planned_minor).toBeLessThanOrEqual(100_001)
  })

  test('milestones that would together exceed the value are not both added', async () => {
    const setup = await office()
    const created = await setup.draft()
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        setup.ws.owner.call('POST', `${setup.at}/${created.id}/milestones`, {
          name: `M${n}`,
          amount_minor: 40_000,
        }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
    expect((await list(setup, created)).items.map(({ position }: Json) => position)).toEqual([1, 2])
  })
})
