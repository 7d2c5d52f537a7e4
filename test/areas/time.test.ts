import { describe, expect, test } from 'vitest'
import { type Caller, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { actions, project, task, workspace } from '../kit/makers.ts'
import { hour, inDays, office, set } from '../kit/time.ts'
import { codedRefusal, conflict, forbidden, invalid } from '../kit/refusals.ts'

const morning = { started_at: '2026-01-15T09:00:00.000Z', ended_at: '2026-01-15T11:30:00.000Z' }

describe('a time entry', () => {
  test('belongs to its creator, and the response is complete', async () => {
    const { ws, ada, at, log } = await office()
    const home = await project(ws, { key: 'WEB', name: 'Site' })
    const item = await task(ws, home.id, { title: 'Draw' })
    const created = await log({ task_id: item.id, description: ' Drew ' })
    expect(created).toMatchObject({
      ...hour,
      user_id: ada.id,
      user: { user_id: ada.id, name: 'Ada' },
      created_by: ada.id,
      kind: 'manual',
      description: 'Drew',
      project_id: home.id,
      project: { id: home.id, key: 'WEB', name: 'Site' },
      task_id: item.id,
      task: { id: item.id, key: 'WEB-1', title: 'Draw' },
      client_id: null,
      client: null,
      started_at: null,
      ended_at: null,
      billable: true,
      billed: false,
      running: false,
      overlaps: [],
      warnings: [],
      version: 1,
    })
    expect(await ada.ok('GET', `${at}/${created.id}`)).toEqual(created)
    expect(await actions(ws)).toContain('time_entry.created')
  })

  test('lasts from its first to its last instant, and counts for the local day on which it started', async () => {
    const { ws, ada, at } = await office()
    const add = (draft: object): Promise<Json> => ada.ok('POST', at, draft)
    expect(await add(morning)).toMatchObject({ ...morning, work_date: '2026-01-15', duration_seconds: 9000 })
    await ws.owner.ok('PATCH', ws.base, { timezone: 'Asia/Tokyo' })
    const late = { started_at: '2026-01-15T15:30:00Z', ended_at: '2026-01-15T16:00:00Z' }
    expect((await add(late)).work_date).toBe('2026-01-16')
    await set('users', `timezone = 'America/New_York'`, ada.id)
    expect((await add(late)).work_date).toBe('2026-01-15')
    expect((await add({ ...late, work_date: '2026-01-14' })).work_date).toBe('2026-01-14')
    await set('users', `timezone = 'Europe/Madrid'`, ada.id)
    // 01:30 to 02:30 of the night in which clocks go back, the second time around.
    const autumn = { started_at: '2025-10-25T23:30:00Z', ended_at: '2025-10-26T01:30:00Z' }
    expect(await add(autumn)).toMatchObject({ work_date: '2025-10-26', duration_seconds: 7200 })
  })

  test('is rejected with each invalid field', async () => {
    const { ada, at } = await office()
    const { started_at, ended_at } = morning
    const one = 'body.duration_seconds: not with started_at and ended_at, from which it follows'
    const none = 'body.duration_seconds: required with work_date, or started_at and ended_at instead'
    const seconds = 'body.duration_seconds: must be a whole number of seconds from 1 to 86400'
    const problems: [object, string][] = [
      [{}, none],
      [{ work_date: '2026-01-15' }, none],
      [{ duration_seconds: 60 }, 'body.work_date: required with duration_seconds'],
      [{ ...hour, ...morning }, one],
      [{ duration_seconds: 60, started_at }, `${one}; body.work_date: required with duration_seconds`],
      [{ started_at }, 'body.ended_at: required with started_at'],
      [{ ended_at }, 'body.started_at: required with ended_at'],
      [{ started_at, ended_at: started_at }, 'body.ended_at: must be after started_at'],
      [
        { started_at, ended_at: '2026-01-16T09:00:00.001Z' },
        'body.ended_at: at most 24 hours after started_at',
      ],
      [{ started_at: inDays(-0.1), ended_at: inDays(0.01) }, 'body.ended_at: must not be in the future'],
      [
        { started_at: inDays(0.1), ended_at: inDays(0.2) },
        'body.started_at: must not be in the future; body.ended_at: must not be in the future',
      ],
      [{ ...hour, duration_seconds: 86_401 }, seconds],
      [{ ...hour, duration_seconds: 0 }, seconds],
      [{ ...hour, duration_seconds: 1.5 }, seconds],
      [{ ...hour, work_date: '1999-12-31' }, 'body.work_date: must be 2000-01-01 or later'],
      [{ ...hour, work_date: '2026-02-30' }, 'body.work_date: must be a day as YYYY-MM-DD'],
      [{ ...hour, work_date: inDays(2).slice(0, 10) }, 'body.work_date: must not be in the future'],
      [
        { ...morning, work_date: '2026-01-17' },
        'body.work_date: must be 2026-01-15, when the work began, or the day before or after',
      ],
      [{ ...hour, currency: 'EUR' }, 'body.currency: only with hourly_rate_minor'],
      [{ ...hour, hourly_rate_minor: -1 }, 'body.hourly_rate_minor: must not be negative'],
      [{ ...hour, description: 'x'.repeat(501) }, 'body.description: at most 500 characters'],
      [{ ...hour, kind: 'timer' }, 'body.kind: unknown field'],
    ]
    for (const [draft, problem] of problems)
      expect(codedRefusal(await ada.call('POST', at, draft))).toEqual(invalid(problem))
    const skewed = { started_at: inDays(-0.01), ended_at: inDays(4 / 1440) }
    expect((await ada.call('POST', at, skewed)).status).toBe(201)
    expect(
      (await ada.ok('POST', at, { started_at, ended_at: '2026-01-16T09:00:00Z' })).duration_seconds,
    ).toBe(86_400)
  })

  test('of more than 24 hours on one day are saved with a warning', async () => {
    const { ada, boss, at } = await office()
    const add = (hours: number, who = ada): Promise<Json> =>
      who.ok('POST', at, { work_date: '2026-01-15', duration_seconds: hours * 3600 })
    await add(20, boss)
    expect((await add(14)).warnings).toEqual([])
    expect((await add(10)).warnings).toEqual([])
    expect((await add(2.5)).warnings).toEqual(['the entries of 2026-01-15 come to 26.5 hours'])
  })

  test('may overlap another of the same person, which the response names', async () => {
    const { ada, boss, at } = await office()
    const add = (from: string, to: string, who = ada): Promise<Json> =>
      who.ok('POST', at, { started_at: `2026-01-15T${from}:00Z`, ended_at: `2026-01-15T${to}:00Z` })
    const first = await add('09:00', '11:00')
    await add('09:00', '11:00', boss)
    expect((await add('11:00', '12:00')).overlaps).toEqual([])
    expect((await add('10:00', '10:30')).overlaps).toEqual([
      { id: first.id, started_at: first.started_at, ended_at: first.ended_at },
    ])
    for (let more = 0; more < 11; more++) await add('20:00', '21:00')
    expect((await add('20:00', '21:00')).overlaps.length).toBe(10)
    const timer = await ada.ok('POST', `${at}/timer/start`, {})
    const now = { started_at: timer.started_at, ended_at: inDays(2 / 1440) }
    expect((await ada.ok('POST', at, now)).overlaps).toEqual([
      { id: timer.id, started_at: timer.started_at, ended_at: null },
    ])
  })
})

describe('references of a time entry', () => {
  test('must exist, in one project, and not be archived', async () => {
    const { ws, ada, at, log } = await office()
    const [home, other] = [await project(ws), await project(ws)]
    const [item, gone] = [await task(ws, home.id), await task(ws, home.id)]
    const hidden = await project(ws, { visibility: 'private' })
    const secret = await task(ws, hidden.id)
    const trashed = await project(ws)
    const inTrash = await task(ws, trashed.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${trashed.id}`)
    const archivedClient = await client(ws)
    await ws.owner.ok('PATCH', `${ws.base}/clients/${archivedClient.id}`, { archived: true })
    const strange = await workspace()
    const foreign = await task(strange, (await project(strange)).id)
    const task404 = 'body.task_id: not found'
    const problems: [object, string][] = [
      ...[gone, secret, foreign, inTrash].map(({ id }): [object, string] => [{ task_id: id }, task404]),
      ...[hidden.id, trashed.id, foreign.project.id].map((project_id): [object, string] => [
        { project_id },
        'body.project_id: not found',
      ]),
      [{ task_id: secret.id, project_id: hidden.id }, `${task404}; body.project_id: not found`],
      [{ task_id: item.id, project_id: other.id }, 'body.task_id: of another project; leave project_id out'],
      [{ task_id: item.id, project_id: null }, 'body.task_id: of another project; leave project_id out'],
      [{ client_id: (await client(strange)).id }, 'body.client_id: not found'],
      [{ client_id: archivedClient.id }, 'body.client_id: archived; restore the client first'],
    ]
    for (const [draft, problem] of problems)
      expect(codedRefusal(await ada.call('POST', at, { ...hour, ...draft }))).toEqual(invalid(problem))
    const created = await log({ task_id: item.id })
    expect(codedRefusal(await ada.call('PATCH', `${at}/${created.id}`, { project_id: other.id }))).toEqual(
      invalid('body.project_id: the task is of another project; send task_id, too, or null for it'),
    )
    const moved = await ada.ok('PATCH', `${at}/${created.id}`, { project_id: other.id, task_id: null })
    expect([moved.project_id, moved.task_id]).toEqual([other.id, null])
    await ws.owner.ok('POST', `${ws.base}/projects/${other.id}/archive`)
    const archived = conflict('project is archived')
    expect(codedRefusal(await ada.call('PATCH', `${at}/${created.id}`, { billable: false }))).toEqual(
      archived,
    )
    expect(codedRefusal(await ada.call('DELETE', `${at}/${created.id}`))).toEqual(archived)
    expect(codedRefusal(await ada.call('POST', at, { ...hour, project_id: other.id }))).toEqual(archived)
    expect(codedRefusal(await ada.call('POST', `${at}/timer/start`, { project_id: other.id }))).toEqual(
      archived,
    )
  })

  test('a viewer of the project cannot log time on it', async () => {
    const { ws, ada, at } = await office()
    const home = await project(ws, { visibility: 'private' })
    await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${ada.id}`, { role: 'viewer' })
    expect(codedRefusal(await ada.call('POST', at, { ...hour, project_id: home.id }))).toEqual(
      forbidden(
        'as a viewer of this project you can only read and comment; its lead can make you a contributor',
      ),
    )
  })

  test('the client and rate are those of the project, and do not change later', async () => {
    const { ws, ada, boss, at, log } = await office()
    const [home, own] = [await project(ws), await project(ws)]
    const [buyer, other] = [await client(ws), await client(ws)]
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { hourly_rate_minor: 7500 })
    await set('projects', `client_id = '${buyer.id}'`, home.id)
    const created = await log({ project_id: home.id })
    const money = async (who: Caller) => {
      const { client_id, hourly_rate_minor, currency } = await who.ok('GET', `${at}/${created.id}`)
      return [client_id, hourly_rate_minor, currency]
    }
    expect([created.client.id, await money(ada)]).toEqual([buyer.id, [buyer.id, null, null]])
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { hourly_rate_minor: 9000 })
    await ada.ok('PATCH', `${at}/${created.id}`, { description: 'again' })
    expect(await money(boss)).toEqual([buyer.id, 7500, 'EUR'])
    const another = await boss.call('POST', at, { ...hour, project_id: home.id, client_id: other.id })
    expect(codedRefusal(another)).toEqual(
      invalid('body.client_id: the project has a client of its own; leave client_id out'),
    )
    await ada.ok('PATCH', `${at}/${created.id}`, { project_id: own.id })
    expect(await money(boss)).toEqual([null, null, null])
    await ada.ok('PATCH', `${at}/${created.id}`, { project_id: home.id })
    expect(await money(boss)).toEqual([buyer.id, 9000, 'EUR'])
  })

  test('the rate is for managers, in any currency', async () => {
    const { ada, boss, at, log } = await office()
    const rejection = forbidden(
      'setting the hourly rate needs the role manager or above; leave it out to take that of the project',
    )
    expect(codedRefusal(await ada.call('POST', at, { ...hour, hourly_rate_minor: 100 }))).toEqual(rejection)
    const created = await log({ user_id: ada.id, hourly_rate_minor: 9000, currency: 'USD' }, boss)
    expect([created.hourly_rate_minor, created.currency]).toEqual([9000, 'USD'])
    expect(codedRefusal(await ada.call('PATCH', `${at}/${created.id}`, { hourly_rate_minor: null }))).toEqual(
      rejection,
    )
    const change = (sent: object) => boss.call('PATCH', `${at}/${created.id}`, sent)
    expect(codedRefusal(await change({ currency: 'EUR' }))).toEqual(
      invalid('body.currency: only with hourly_rate_minor'),
    )
    expect(codedRefusal(await change({ currency: null }))).toEqual(
      invalid('body.currency: only with hourly_rate_minor'),
    )
    expect((await change({ hourly_rate_minor: 8000 })).body.currency).toBe('EUR')
    expect((await change({ hourly_rate_minor: null })).body).toMatchObject({
      hourly_rate_minor: null,
      currency: null,
    })
  })
})

test('lists of time are of days in order, and files of at most 400 of them', async () => {
  const { ada, boss, at, log } = await office()
  for (const [who, path, problem] of [
    [ada, '?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    [boss, '/export?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    [boss, '/export?from=2025-01-01&to=2026-12-31', 'query.to: at most 400 days from the first'],
  ] as [Caller, string, string][])
    expect(codedRefusal(await who.call('GET', at + path))).toEqual(invalid(problem))
  const { id } = await log()
  const change = (sent: object) => ada.call('PATCH', `${at}/${id}`, sent)
  expect(codedRefusal(await change({ needs_review: true }))).toEqual(
    invalid('body.needs_review: must be false'),
  )
  expect(codedRefusal(await change({ duration_seconds: null }))).toEqual(
    invalid('body.duration_seconds: must be a whole number of seconds from 1 to 86400'),
  )
})
