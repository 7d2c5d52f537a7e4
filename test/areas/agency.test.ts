import { describe, expect, test } from 'vitest'
import { agency, bill, entry, expense, march, projectFor, rate, set } from '../kit/agency.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { join, taskRow, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const byName = (items: Json[]) => items.map((one) => one.client?.name ?? null)

describe('the summary by client', () => {
  test('has one row a client, archived ones while they have hours or money, and last what has none', async () => {
    const { ws, people, acme, summary } = await agency()
    const [gone, kept] = [await client(ws, { name: 'Gone' }), await client(ws, { name: 'Kept' })]
    const merged = await client(ws, { name: 'Zeta' })
    for (const { id } of [gone, kept]) await set('clients', 'archived_at = now()', id)
    await entry(ws, people[0]!, { client_id: kept.id })
    await entry(ws, people[0]!, { client_id: merged.id })
    expect(byName((await summary()).items)).toEqual(['Acme', 'Kept', 'Zeta'])
    await ws.owner.ok('POST', `${ws.base}/clients/${acme.id}/merge`, { source_client_id: merged.id })
    await projectFor(ws, null)
    const { items, total, projects_without_client, totals } = await summary()
    expect(byName(items)).toEqual(['Acme', 'Kept', null])
    expect(items.map((one: Json) => one.seconds)).toEqual([3600, 3600, 0])
    expect([total, projects_without_client, totals.projects_active]).toEqual([3, 1, 1])
  })

  test('shows members their own hours and no money, managers all', async () => {
    const { ws, people, acme, summary, of, boss } = await agency()
    for (const who of people) {
      await rate(ws, who, 100)
      await entry(ws, who, { client_id: acme.id })
    }
    await bill(ws, acme.id, '2026-03-02', '100')
    await set(
      'invoices',
      `due_date = '2026-03-03'`,
      (await asOwner('select id from invoices where org_id = $1', [ws.org.id]))[0].id,
    )
    const mine = await summary(people[0])
    expect([
      mine.hours_of,
      mine.items[0].seconds,
      mine.totals.seconds,
      mine.items[0].seconds_by_month.at(-1),
    ]).toEqual(['me', 3600, 3600, 3600])
    expect([mine.items[0].money, mine.totals.money, mine.items[0].margin_gap]).toEqual([null, null, null])
    expect(mine.health_rule.basis).toEqual(['late', 'burn'])
    expect(mine.items[0].health).toMatchObject({ value: null, unpaid_share: null })
    const all = await summary(boss)
    expect([all.hours_of, all.items[0].seconds, all.health_rule.basis]).toEqual([
      'all',
      10_800,
      ['late', 'burn', 'unpaid'],
    ])
    expect((await of('Acme')).health).toMatchObject({
      value: 'red',
      reasons: ['unpaid'],
      unpaid_share: '1.00',
    })
    expect(refusal(await people[0]!.call('GET', `${ws.base}/agency/summary?sort=-margin`))).toEqual([
      422,
      'query.sort: not for your role',
    ])
  })

  test('leaves out private projects of others, so that totals differ by viewer', async () => {
    const { ws, people, acme, summary } = await agency()
    const secret = await projectFor(ws, acme.id, '', { visibility: 'private' })
    await taskRow(ws, secret.id, { status: 'todo', created_at: '2026-03-01T00:00:00Z' })
    await entry(ws, people[0]!, { client_id: acme.id, project_id: secret.id })
    const figures = async (who = ws.owner) => {
      const { totals, visible_only } = await summary(who)
      return [totals.projects_active, totals.tasks_open, totals.seconds, visible_only]
    }
    expect(await figures()).toEqual([1, 1, 3600, true])
    expect(await figures(people[1])).toEqual([0, 0, 0, true])
  })

  test('counts tasks by the days of the organization, late ones on the last day', async () => {
    const { ws, acme, of } = await agency()
    await set('organizations', `timezone = 'Europe/Madrid'`, ws.org.id)
    const { id } = await projectFor(ws, acme.id)
    const made = { created_at: '2026-02-01T00:00:00Z' }
    const done = (completed_at: string, due_date: string) =>
      taskRow(ws, id, { ...made, status: 'done', completed_at, due_date })
    // Midnight in Madrid is an hour before that of UTC, and after the change of clocks two.
    await done('2026-02-28T22:59:59Z', '2026-02-10')
    await done('2026-02-28T23:00:00Z', '2026-02-10')
    await done('2026-03-31T21:59:59Z', '2026-03-01')
    await done('2026-03-31T22:00:00Z', '2026-03-30')
    await taskRow(ws, id, { ...made, status: 'todo', due_date: '2026-03-30' })
    await taskRow(ws, id, { ...made, status: 'todo', due_date: '2026-03-31' })
    await taskRow(ws, id, { status: 'todo', due_date: '2026-03-01', created_at: '2026-04-01T00:00:00Z' })
    await taskRow(ws, id, {
      ...made,
      status: 'cancelled',
      cancelled_at: '2026-03-05T00:00:00Z',
      due_date: '2026-03-01',
    })
    expect(await of('Acme')).toMatchObject({ tasks_done: 2, tasks_open: 3, tasks_overdue: 2 })
    expect((await of('Acme')).health).toMatchObject({ value: 'red', reasons: ['late'], late_share: '0.67' })
  })

  test('measures budgets by all time of running projects, and tells the worst', async () => {
    const { ws, people, acme, of } = await agency()
    const over = await projectFor(ws, acme.id, 'budget_minutes = 6000')
    const burn = async (who = ws.owner) => (await of('Acme', who)).health
    expect(await burn()).toMatchObject({ value: 'green', burn: '0.00' })
    for (const [who, minutes] of [
      [people[0]!, 1400],
      [people[1]!, 1400],
      [people[2]!, 1400],
    ] as const)
      await entry(ws, who, {
        project_id: over.id,
        client_id: acme.id,
        work_date: '2025-01-01',
        duration_seconds: minutes * 60,
      })
    expect(await burn()).toMatchObject({ value: 'green', burn: '0.70' })
    await entry(ws, people[0]!, {
      project_id: over.id,
      client_id: acme.id,
      work_date: '2026-03-01',
      duration_seconds: 600 * 60,
    })
    expect(await burn(people[1])).toMatchObject({ value: 'yellow', reasons: ['burn'], burn: '0.80' })
    await entry(ws, people[0]!, {
      project_id: over.id,
      client_id: acme.id,
      billable: false,
      work_date: '2026-04-01',
      duration_seconds: 1200 * 60,
    })
    expect(await burn()).toMatchObject({ value: 'yellow', burn: '1.00' })
    for (const day of ['2026-05-01', '2026-05-02'])
      await entry(ws, people[0]!, {
        project_id: over.id,
        client_id: acme.id,
        work_date: day,
        duration_seconds: 750 * 60,
      })
    expect(await burn()).toMatchObject({ value: 'red', reasons: ['burn'], burn: '1.25' })
    await set('projects', `status = 'completed'`, over.id)
    expect(await burn()).toMatchObject({ value: null, burn: null })
    // Money counts for those who see it.
    const fixed = await projectFor(ws, acme.id, 'budget_minor = 10000')
    await entry(ws, people[0]!, {
      project_id: fixed.id,
      client_id: acme.id,
      hourly_rate_minor: 9000,
      currency: 'EUR',
    })
    expect(await burn()).toMatchObject({ value: 'yellow', burn: '0.90' })
    expect(await burn(people[1])).toMatchObject({ value: null, burn: null })
  })

  test('counts tickets, passed deadlines and the next milestone', async () => {
    const { ws, acme, of } = await agency()
    const { id } = await projectFor(ws, acme.id)
    const policy = { name: 'Gold', targets: { urgent: { resolution_minutes: 60 } } }
    const gold = await ws.owner.ok('POST', `${ws.base}/sla/policies`, policy)
    const task = await taskRow(ws, id, { status: 'todo' })
    const clock = (due: string) =>
      asOwner(
        `insert into sla_clocks (org_id, subject_type, subject_id, task_id, policy_id, policy_snapshot, metric, target_seconds,
            started_at, state, since, completed_at, breached_at)
          values ($1, 'task', $2, $2, $3, '{}', 'resolution', 60, $4, 'missed', $4, $4, $4)`,
        [ws.org.id, task.id, gold.id, due],
      )
    for (const at of [
      '2026-02-28T23:59:59Z',
      '2026-03-01T00:00:00Z',
      '2026-03-31T23:59:59Z',
      '2026-04-01T00:00:00Z',
    ])
      await clock(at)
    await ws.owner.ok('POST', `${ws.base}/tickets`, { subject: 'Wrong', client_id: acme.id })
    for (const [name, due_date] of [
      ['Later', '2026-09-01'],
      ['Beta', '2026-08-01'],
    ] as const)
      await ws.owner.ok('POST', `${ws.base}/projects/${id}/milestones`, { name, due_date })
    const { sla_breaches, tickets_open, next_milestone } = await of('Acme')
    expect([sla_breaches, tickets_open, next_milestone.name, next_milestone.due_date]).toEqual([
      2,
      1,
      'Beta',
      '2026-08-01',
    ])
  })

  test('is ordered by what is asked for, with what is unknown last, and cut into pages with the same totals', async () => {
    const { ws, people, summary, acme } = await agency()
    const made = [acme, ...(await Promise.all(['Bolt', 'Crow'].map((name) => client(ws, { name }))))]
    for (const [at, { id }] of made.entries()) {
      await entry(ws, people[0]!, { client_id: id, duration_seconds: 60 * (3 - at), billable: false })
      const home = await projectFor(ws, id)
      if (at > 0)
        await taskRow(ws, home.id, {
          status: 'todo',
          due_date: at === 1 ? '2026-12-01' : '2026-01-01',
          created_at: '2026-01-01T00:00:00Z',
        })
    }
    await expense(ws, 500, { client_id: made[1]!.id })
    await rate(ws, people[0]!, 0)
    const order = async (sort: string) => byName((await summary(ws.owner, `&sort=${sort}`)).items)
    expect(await order('-name')).toEqual(['Crow', 'Bolt', 'Acme'])
    expect(await order('hours')).toEqual(['Crow', 'Bolt', 'Acme'])
    expect(await order('-hours')).toEqual(['Acme', 'Bolt', 'Crow'])
    expect(await order('health')).toEqual(['Crow', 'Bolt', 'Acme'])
    expect(await order('margin')).toEqual(['Bolt', 'Acme', 'Crow'])
    const whole = await summary()
    const page = await summary(ws.owner, '&limit=1&offset=1')
    expect([byName(page.items), page.total, page.totals]).toEqual([['Bolt'], 3, whole.totals])
  })

  test('refuses ranges, orders and states that do not exist', async () => {
    const { ws, acme } = await agency()
    const get = async (query: string) =>
      refusal(await ws.owner.call('GET', `${ws.base}/agency/summary?${query}`))
    expect(await get('from=2026-01-01&to=2027-02-05')).toEqual([
      422,
      'query.to: at most 400 days from the first',
    ])
    expect(await get('from=2026-02-01&to=2026-01-31')).toEqual([422, 'query.to: must not be before from'])
    expect(await get('from=2026-02-30&to=2026-03-01')).toEqual([
      422,
      'query.from: must be a day as YYYY-MM-DD',
    ])
    expect(await get('from=2026-02-01')).toEqual([422, 'query.to: send from and to, or neither'])
    expect((await get('status=late'))[0]).toBe(422)
    expect((await get('sort=money'))[0]).toBe(422)
    expect(await get('sort=name,hours')).toEqual([422, 'query.sort: one key'])
    const elsewhere = await client(await workspace())
    const at = (id: string) => ws.owner.call('GET', `${ws.base}/agency/clients/${id}/summary?${march}`)
    expect((await at(elsewhere.id)).status).toBe(404)
    expect((await at(acme.id)).status).toBe(200)
    const viewer = await join(ws, 'viewer')
    expect((await viewer.call('GET', `${ws.base}/agency/summary`)).status).toBe(403)
  })
})

describe('the summary of a client', () => {
  test('has its projects with what each is paid by, and twelve months without gaps', async () => {
    const { ws, people, acme, drill } = await agency()
    const timed = await projectFor(ws, acme.id, '', { key: 'AAA' })
    const fixed = await projectFor(ws, acme.id, 'budget_minor = 900000', { key: 'BBB' })
    await entry(ws, people[0]!, {
      client_id: acme.id,
      project_id: timed.id,
      hourly_rate_minor: 8000,
      currency: 'EUR',
    })
    await entry(ws, people[0]!, { client_id: acme.id, project_id: fixed.id })
    await entry(ws, people[0]!, { client_id: acme.id, work_date: '2025-04-30' })
    await entry(ws, people[0]!, { client_id: acme.id, work_date: '2025-03-31' })
    await bill(ws, acme.id, '2026-03-20', '300', { project_id: fixed.id })
    const { projects, by_month, client: about, seconds } = await drill(acme.id)
    expect([about.name, seconds]).toEqual(['Acme', 7200])
    expect(projects.map((one: Json) => [one.project.key, one.basis, one.seconds, one.revenue])).toEqual([
      ['AAA', 'time', 3600, [{ currency: 'EUR', revenue_minor: 8000 }]],
      ['BBB', 'fixed_price', 3600, [{ currency: 'EUR', revenue_minor: 30_000 }]],
    ])
    expect(by_month.map((one: Json) => one.month)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
      ...['01', '02', '03'].map((month) => `2026-${month}`),
    ])
    expect(by_month.map((one: Json) => one.seconds)).toEqual([3600, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7200])
    expect(by_month.at(-1)).toMatchObject({
      is_partial: false,
      invoiced: [{ currency: 'EUR', invoiced_net_minor: 30_000 }],
    })
    const mine = await drill(acme.id, people[1])
    expect([mine.seconds, mine.money, mine.projects[0].revenue, mine.by_month[0].invoiced]).toEqual([
      0,
      null,
      null,
      null,
    ])
  })

  test('keeps time with the client for whom it was worked, though the project is now of another', async () => {
    const { ws, people, acme, of } = await agency()
    const bolt = await client(ws, { name: 'Bolt' })
    const home = await projectFor(ws, acme.id)
    await entry(ws, people[0]!, { client_id: acme.id, project_id: home.id })
    await set('projects', `client_id = '${bolt.id}'`, home.id)
    expect([(await of('Acme')).seconds, (await of('Bolt')).seconds]).toEqual([3600, 0])
    expect([(await of('Acme')).projects_active, (await of('Bolt')).projects_active]).toEqual([0, 1])
  })
})

describe('cost rates', () => {
  test('are for admins, one a day, and can be taken away', async () => {
    const { ws, people, boss } = await agency()
    const at = `${ws.base}/agency/cost-rates`
    const body = { user_id: people[0]!.id, effective_from: '2026-01-01', hourly_minor: 4000 }
    for (const who of [boss, people[0]!]) {
      expect((await who.call('PUT', at, body)).status).toBe(403)
      expect((await who.call('GET', at)).status).toBe(403)
    }
    await rate(ws, people[0]!, 4000)
    await rate(ws, people[0]!, 4500)
    const { items } = await rate(ws, people[0]!, 5000, { effective_from: '2026-06-01', currency: 'USD' })
    expect(
      items.map((one: Json) => [one.person.name, one.effective_from, one.hourly_minor, one.currency]),
    ).toEqual([
      ['Ada', '2026-01-01', 4500, 'EUR'],
      ['Ada', '2026-06-01', 5000, 'USD'],
    ])
    expect((await ws.owner.ok('PUT', at, { ...body, hourly_minor: null })).total).toBe(1)
    expect(refusal(await ws.owner.call('PUT', at, { ...body, hourly_minor: -1 }))).toEqual([
      422,
      'body.hourly_minor: must not be negative',
    ])
    const stranger = (await workspace()).owner
    expect(refusal(await ws.owner.call('PUT', at, { ...body, user_id: stranger.id }))).toEqual([
      422,
      'body.user_id: not an active member',
    ])
  })
})
