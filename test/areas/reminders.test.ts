import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { day, inHours, jobs, reminderSetup } from '../kit/reminders.ts'

describe('setting a reminder', () => {
  test('at a given time, by default in the organization’s time zone, with a job at that time', async () => {
    const { ada, ws, remind } = await reminderSetup()
    await ws.owner.ok('PATCH', ws.base, { timezone: 'Europe/Madrid' })
    const at = inHours(5)
    const created = await remind({ title: 'Call the printer', remind_at: at })
    expect(created).toMatchObject({
      title: 'Call the printer',
      kind: 'absolute',
      remind_at: at,
      next_fire_at: at,
      timezone: 'Europe/Madrid',
      status: 'scheduled',
      waiting_for: null,
      entity: null,
      occurrences: [at],
    })
    expect(await jobs(created.id)).toEqual([{ at }])
    expect((await ada.ok('GET', `${ws.base}/reminders`)).items).toMatchObject([{ id: created.id }])
  })

  test('relative to the date of a task counts from nine o’clock in the reminder’s time zone', async () => {
    const { remind, item } = await reminderSetup({ due_date: '2055-03-29', start_date: '2055-03-28' })
    const about = { entity_id: item.id, timezone: 'Europe/Madrid' }
    const due = await remind({
      title: 'An hour before',
      relative_to: 'due_date',
      offset_minutes: -60,
      ...about,
    })
    expect([due.next_fire_at, due.entity_type, due.entity]).toEqual([
      '2055-03-29T06:00:00.000Z',
      'task',
      { type: 'task', id: item.id, key: item.key, title: 'Print the flyers' },
    ])
    // Clocks go forward on the 28th: two days before is at nine o'clock of winter.
    const days = await remind({
      title: 'Two days before',
      relative_to: 'due_date',
      offset_minutes: -2880,
      ...about,
    })
    expect(days.next_fire_at).toBe('2055-03-27T08:00:00.000Z')
    const night = { ...about, timezone: 'Europe/Madrid', offset_minutes: -390 }
    const skipped = await remind({ title: 'At half past two', relative_to: 'start_date', ...night })
    expect(skipped.next_fire_at).toBe('2055-03-28T01:30:00.000Z')
  })

  test('without a task, or a task without a date, waits for it', async () => {
    const { remind, item, ws, get } = await reminderSetup({ due_date: null })
    const bare = await remind({ title: 'Later', relative_to: 'start_date', offset_minutes: 0 })
    expect([bare.next_fire_at, bare.waiting_for, bare.status]).toEqual([null, 'start_date', 'scheduled'])
    const waiting = await remind({
      title: 'When due',
      entity_id: item.id,
      relative_to: 'due_date',
      timezone: 'UTC',
    })
    expect([waiting.next_fire_at, waiting.waiting_for, await jobs(waiting.id)]).toEqual([
      null,
      'due_date',
      [],
    ])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, { due_date: day(3) })
    expect(await get(waiting.id)).toMatchObject({
      next_fire_at: `${day(3)}T09:00:00.000Z`,
      waiting_for: null,
    })
  })

  test('with a rule shows its next five times', async () => {
    const { remind } = await reminderSetup()
    const draft = { title: 'Stand-up', remind_at: '2055-03-26T08:00:00Z', timezone: 'Europe/Madrid' }
    const created = await remind({ ...draft, rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR' })
    expect(created.occurrences).toEqual([
      '2055-03-26T08:00:00.000Z',
      '2055-03-29T07:00:00.000Z',
      '2055-03-30T07:00:00.000Z',
      '2055-03-31T07:00:00.000Z',
      '2055-04-01T07:00:00.000Z',
    ])
  })

  test('accepts a time with an offset, and one up to a minute in the past', async () => {
    const { remind } = await reminderSetup()
    const created = await remind({ title: 'Lunch', remind_at: '2055-06-01T12:00:00+02:00' })
    expect(created.next_fire_at).toBe('2055-06-01T10:00:00.000Z')
    expect((await remind({ title: 'Now', remind_at: inHours(-50 / 3600) })).status).toBe('scheduled')
  })
})

describe('a reminder is rejected', () => {
  test('for invalid fields', async () => {
    const { errorOf, item } = await reminderSetup()
    const good = { title: 'x', remind_at: inHours(1) }
    for (const [draft, reason] of [
      [{ title: 'x' }, 'body.remind_at: send either'],
      [{ ...good, relative_to: 'due_date' }, 'body.remind_at: send either'],
      [{ title: 'x', remind_at: inHours(-61 / 3600) }, 'body.remind_at: must be in the future'],
      [{ title: 'x', remind_at: '2055-06-01T12:00:00' }, 'body.remind_at: must be a moment with its offset'],
      [{ ...good, timezone: 'Europe/Atlantis' }, 'body.timezone: must be an IANA'],
      [{ ...good, rrule: 'FREQ=MINUTELY' }, 'body.rrule: must be an RRULE of hours or longer'],
      [{ ...good, rrule: 'FREQ=DAILY;BYMINUTE=0,30' }, 'body.rrule'],
      [{ ...good, rrule: 'every day' }, 'body.rrule'],
      [{ ...good, rrule: 'FREQ=DAILY;UNTIL=20200101' }, 'body.rrule: no occurrence lies in the future'],
      [{ ...good, rrule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO' }, 'body.rrule: no occurrence'],
      [{ ...good, offset_minutes: 5 }, 'body.offset_minutes: only with relative_to'],
      [{ ...good, entity_type: 'task' }, 'body.entity_id: required'],
      [
        { title: 'x', relative_to: 'due_date', offset_minutes: 525_601 },
        'body.offset_minutes: at most a year',
      ],
      [
        { title: 'x', relative_to: 'due_date', entity_type: 'project', entity_id: item.project.id },
        'body.entity_type: a relative',
      ],
    ] as const)
      expect([draft, ...(await errorOf(draft))]).toEqual([draft, 422, expect.stringContaining(reason)])
  })

  test('about what the person may not open, like what does not exist', async () => {
    const { errorOf, ws } = await reminderSetup()
    const { project, task } = await import('../kit/makers.ts')
    const hidden = await task(ws, (await project(ws, { visibility: 'private' })).id)
    const gone = await task(ws, (await project(ws)).id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    for (const entity_id of [hidden.id, gone.id, '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'])
      expect(await errorOf({ title: 'x', remind_at: inHours(1), entity_id })).toEqual([
        422,
        'body.entity_id: not found',
      ])
    for (const entity_type of ['client', 'deal', 'document', 'project'])
      expect(
        (await errorOf({ title: 'x', remind_at: inHours(1), entity_type, entity_id: hidden.id }))[0],
      ).toBe(422)
  })
})

describe('changing a reminder', () => {
  test('moves its job, and there is never more than one', async () => {
    const { ada, path, remind } = await reminderSetup()
    const { id } = await remind({ title: 'Call', remind_at: inHours(5) })
    const later = inHours(9)
    await ada.ok('PATCH', `${path}/${id}`, { remind_at: later })
    expect(await jobs(id)).toEqual([{ at: later }])
    await ada.ok('PATCH', `${path}/${id}`, { title: 'Write' })
    expect(await jobs(id)).toEqual([{ at: later }])
    await ada.ok('PATCH', `${path}/${id}`, { status: 'dismissed' })
    expect(await jobs(id)).toEqual([])
    const repeated = await ada.ok('PATCH', `${path}/${id}`, { remind_at: later })
    expect([repeated.status, repeated.next_fire_at]).toEqual(['scheduled', later])
    await ada.ok('DELETE', `${path}/${id}`)
    expect(await jobs(id)).toEqual([])
    expect((await ada.call('GET', `${path}/${id}`)).status).toBe(404)
  })

  test('makes it relative, and absolute again', async () => {
    const { ada, path, remind, item } = await reminderSetup()
    const { id } = await remind({ title: 'Call', remind_at: inHours(5), timezone: 'UTC' })
    const change = { relative_to: 'due_date', entity_id: item.id, offset_minutes: 30 }
    const relative = await ada.ok('PATCH', `${path}/${id}`, change)
    expect([relative.kind, relative.next_fire_at]).toEqual(['relative', `${day(10)}T09:30:00.000Z`])
    const at = inHours(2)
    const absolute = await ada.ok('PATCH', `${path}/${id}`, { remind_at: at })
    expect(absolute).toMatchObject({
      kind: 'absolute',
      relative_to: null,
      offset_minutes: null,
      next_fire_at: at,
    })
    const invalid = await ada.call('PATCH', `${path}/${id}`, { offset_minutes: 5 })
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      expect.stringContaining('body.offset_minutes'),
    ])
  })

  test('with a version conflicts only if the same field changed since', async () => {
    const { ada, path, remind } = await reminderSetup()
    const { id, version } = await remind({ title: 'Call', remind_at: inHours(5) })
    const both = [{ title: 'Write' }, { body: 'Ask for blue' }, { title: 'Visit' }]
    const replies = []
    for (const change of both) replies.push(await ada.call('PATCH', `${path}/${id}`, { ...change, version }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 409])
  })

  test('snoozing takes minutes or a future time, and never both', async () => {
    const { ada, path, remind } = await reminderSetup()
    const { id } = await remind({ title: 'Call', remind_at: inHours(5) })
    const snoozed = await ada.ok('POST', `${path}/${id}/snooze`, { minutes: 90 })
    expect(Math.abs(Date.parse(snoozed.next_fire_at) - Date.parse(inHours(1.5)))).toBeLessThan(30_000)
    const until = inHours(48)
    const repeated = await ada.ok('POST', `${path}/${id}/snooze`, { until })
    expect([repeated.next_fire_at, repeated.snooze_count]).toEqual([until, 2])
    for (const invalid of [{}, { minutes: 5, until }, { minutes: 0 }, { until: inHours(-1) }])
      expect((await ada.call('POST', `${path}/${id}/snooze`, invalid)).status).toBe(422)
    await ada.ok('POST', `${path}/${id}/complete`)
    expect((await ada.call('POST', `${path}/${id}/snooze`, { minutes: 5 })).status).toBe(409)
  })

  test('completing ends it, or moves it to the next occurrence of its rule until that ends', async () => {
    const { ada, path, remind } = await reminderSetup()
    const once = await remind({ title: 'Call', remind_at: inHours(5) })
    const done = await ada.ok('POST', `${path}/${once.id}/complete`)
    expect([done.status, done.next_fire_at, done.occurrences]).toEqual(['completed', null, []])
    const rule = {
      title: 'Water',
      remind_at: '2055-01-04T09:00:00Z',
      timezone: 'UTC',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    }
    const { id } = await remind(rule)
    const next = await ada.ok('POST', `${path}/${id}/complete`)
    expect([next.status, next.next_fire_at]).toEqual(['scheduled', '2055-01-11T09:00:00.000Z'])
    expect((await ada.ok('POST', `${path}/${id}/complete`)).status).toBe('completed')
  })
})

test('the list is in the order of firing and filters by status, time and object', async () => {
  const { ada, path, remind, item } = await reminderSetup()
  const [soon, late] = [inHours(1), inHours(30)]
  await remind({ title: 'late', remind_at: late })
  await remind({ title: 'soon', remind_at: soon, entity_id: item.id })
  await remind({ title: 'waits', relative_to: 'due_date' })
  const titles = async (query: string) =>
    (await ada.ok('GET', `${path}?${query}`)).items.map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['soon', 'late', 'waits'])
  expect(await titles(`from=${inHours(2)}`)).toEqual(['late'])
  expect(await titles(`to=${inHours(2)}`)).toEqual(['soon'])
  expect(await titles(`entity_type=task&entity_id=${item.id}`)).toEqual(['soon'])
  expect(await titles('status=completed,fired')).toEqual([])
  expect((await ada.call('GET', `${path}?status=late`)).status).toBe(422)
})

test('task dates that move while reminders are set are never missed', async () => {
  const { ws, item, ada, path } = await reminderSetup()
  const draft = { title: 'x', entity_id: item.id, relative_to: 'due_date', timezone: 'UTC' }
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2
        ? ada.ok('POST', path, draft)
        : ws.owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, { due_date: day(20 + n) }),
    ),
  )
  const invalid = await asOwner(
    `select r.id from reminders r join tasks t on t.id = r.entity_id
      where t.id = $1 and r.next_fire_at is distinct from (t.due_date + time '09:00') at time zone 'UTC'`,
    [item.id],
  )
  expect(invalid).toEqual([])
  expect((await ada.ok('GET', path)).total).toBe(25)
})
