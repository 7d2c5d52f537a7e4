import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { crew, forge, log } from '../kit/hours.ts'
import { database } from '../kit/inbox.ts'
import { asked, away, dayFrom, hire, makeType, namedSpan, nextYearDay, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { clearNews, morning, news } from '../kit/news.ts'

type Place = Awaited<ReturnType<typeof office>>

const request = { start_date: nextYearDay(2), end_date: nextYearDay(2, 1), reason: 'A secret' }
const decide = ({ ws }: Place, who: Caller, id: string, verb: string, body: object = {}) =>
  who.ok('POST', `${ws.base}/leave-requests/${id}/${verb}`, body)
async function fresh(type: object = {}) {
  const place = await office(type)
  await clearNews(place.ws)
  return place
}

describe('leave', () => {
  test('is told to who decides, then to the person, then to who decided; never to the actor', async () => {
    const place = await fresh()
    const { ws, ada, boss } = place
    const { id } = await asked(place, ada, request)
    const told = `leave_asked | Leave request to decide | Ada, ${namedSpan(nextYearDay(2), nextYearDay(2, 1))}`
    expect([await news(ws, boss), await news(ws, ada), await news(ws, ws.owner)]).toEqual([[told], [], []])
    const { items } = await boss.ok('GET', `${ws.base}/notifications`)
    expect(items[0]).toMatchObject({ entity: { type: 'leave_request', id }, actor: { user_id: ada.id } })
    expect(items[0].url).toMatch(/\/absences\/[0-9a-f-]+$/)
    await ada.ok('PATCH', `${ws.base}/leave-requests/${id}`, { end_date: nextYearDay(2, 2) })
    expect(await news(ws, boss)).toEqual([
      `leave_asked | Leave request to decide | Ada, ${namedSpan(nextYearDay(2), nextYearDay(2, 2))}`,
    ])
    await decide(place, boss, id, 'approve')
    expect(await news(ws, ada)).toEqual([
      `leave_decided | Leave request decided | ${namedSpan(nextYearDay(2), nextYearDay(2, 2))}`,
    ])
    expect((await boss.ok('GET', `${ws.base}/notifications?unread=true`)).items).toEqual([])
    await decide(place, ada, id, 'cancel')
    expect((await news(ws, boss))[0]).toBe(
      `leave_changed | Leave was cancelled | Ada, ${namedSpan(nextYearDay(2), nextYearDay(2, 2))}`,
    )
  })

  test('that others enter, cut or cancel is told to the person; what nobody decides, to the manager', async () => {
    const place = await fresh()
    const { ws, ada, boss, worker } = place
    const sick = await makeType(ws, {
      name: 'Sickness',
      overrides: true,
      requires_approval: false,
      affects_balance: false,
    })
    const id = await away(place, worker, 20, 40)
    expect(await news(ws, ada)).toEqual([
      expect.stringMatching(/^leave_decided \| Leave request decided/),
      expect.stringMatching(/^leave_changed \| Leave was entered for you/),
    ])
    await clearNews(ws)
    await asked({ ws, vacation: sick }, ada, { start_date: dayFrom(20), end_date: dayFrom(24) })
    expect((await news(ws, boss)).map((line) => line.split(' | ')[1])).toEqual(['Leave was entered'])
    expect((await news(ws, ws.owner)).map((line) => line.split(' | ')[1])).toEqual(['Leave changed'])
    await decide(place, ws.owner, id, 'cancel')
    expect((await news(ws, ada))[0]).toMatch(/^leave_changed \| Leave changed/)
    const said = JSON.stringify([await news(ws, boss), await news(ws, ada), await news(ws, ws.owner)])
    expect(said).not.toMatch(/sick|vacation|secret/i)
  })

  test('nobody answers is told again, then to the next one up, and at last to admins', async () => {
    const place = await fresh()
    const { ws, ada, boss } = place
    const top = await join(ws)
    const hedy = await hire(ws, { first_name: 'Hedy', user_id: top.id })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${place.lead.id}`, { manager_employee_id: hedy.id })
    const { id } = await asked(place, ada, request)
    await clearNews(ws)
    const silence = async () => {
      await asOwner(`update leave_requests set asked_at = now() - interval '12 days' where org_id = $1`, [
        ws.org.id,
      ])
      await morning(ws)
      const { asked: now } = await ws.owner.ok('GET', `${ws.base}/leave-requests/${id}`)
      const counts = [boss, top, ws.owner].map(async (who) => (await news(ws, who)).length)
      return [now?.name ?? null, ...(await Promise.all(counts))]
    }
    await morning(ws)
    expect(await news(ws, boss)).toEqual([])
    expect(await silence()).toEqual(['Grace', 1, 0, 0])
    expect(await silence()).toEqual(['Hedy', 1, 1, 0])
    expect(await silence()).toEqual(['Hedy', 1, 2, 0])
    expect(await silence()).toEqual([null, 1, 2, 1])
    expect(await silence()).toEqual([null, 1, 2, 1])
  })

  test('that begins the day after tomorrow does not wait for three days', async () => {
    const place = await fresh({ count_by: 'calendar', allow_half_day: false })
    const { ws, ada, boss } = place
    // The day of the job begins at seven.
    await asked(place, ada, { start_date: dayFrom(2 - 7 / 24) })
    await morning(ws)
    expect((await news(ws, boss)).length).toBe(1)
    await asOwner(`update leave_requests set asked_at = now() - interval '2 days' where org_id = $1`, [
      ws.org.id,
    ])
    await morning(ws)
    expect((await news(ws, boss)).length).toBe(2)
  })

  test('in a burst is told together, and by mail as people choose', async () => {
    const place = await fresh({ affects_balance: false })
    const { ws, ada, boss } = place
    for (let day = 1; day <= 14; day++)
      await asked(place, ada, {
        start_date: `2027-${day < 8 ? '03' : '04'}-${`${1 + ((day * 7) % 28)}`.padStart(2, '0')}`,
      }).catch(() => null)
    const { items } = await boss.ok('GET', `${ws.base}/notifications?limit=100`)
    expect(items.length).toBeLessThanOrEqual(11)
    await boss.ok('PUT', `${ws.base}/notification-preferences`, {
      reasons: { leave_asked: { in_app: false } },
      muted_project_ids: [],
    })
    await clearNews(ws)
    await asked(place, ada, request)
    expect(await news(ws, boss)).toEqual([])
  })
})

describe('people', () => {
  test('who join, change manager or leave are told to managers and admins, not to themselves', async () => {
    const place = await fresh()
    const { ws, ada, boss, worker, lead } = place
    const [admin, other] = [await join(ws, 'admin'), await join(ws)]
    const hedy = await hire(ws, { first_name: 'Hedy', user_id: other.id, manager_employee_id: lead.id })
    expect(await news(ws, boss)).toEqual([expect.stringMatching(/Hedy reports to you$/)])
    expect(await news(ws, admin)).toEqual(['hr_task | Hedy joins on 1 Jan 2020'])
    await clearNews(ws)
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { manager_employee_id: hedy.id })
    expect(await news(ws, boss)).toEqual(['hr_task | Ada reports to somebody else'])
    expect(await news(ws, other)).toEqual(['hr_task | Ada reports to you'])
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: '2027-01-31',
    })
    expect(await news(ws, admin)).toEqual(['hr_task | The last day of Ada is 31 Jan 2027'])
    expect(await news(ws, ada)).toEqual([])
  })

  test('whose probation or employment ends soon are told once', async () => {
    const place = await fresh()
    const { ws, boss, lead } = place
    const draft = { first_name: 'Hedy', manager_employee_id: lead.id, hire_date: dayFrom(-60) }
    await hire(ws, { ...draft, probation_end: dayFrom(13), termination_date: dayFrom(29) })
    await hire(ws, { ...draft, probation_end: dayFrom(20) })
    await clearNews(ws)
    await morning(ws)
    await morning(ws)
    expect((await news(ws, boss)).toSorted()).toEqual([
      expect.stringMatching(/^hr_task \| The employment of Hedy ends on /),
      expect.stringMatching(/^hr_task \| The probation of Hedy ends on /),
    ])
  })

  test('hear of their data that others change, of a new account by mail to every address, without its number', async () => {
    const place = await fresh()
    const { ws, ada, worker } = place
    const path = `${ws.base}/employees/${worker.id}`
    await ada.ok('PATCH', path, { phone: '+34 600 000 000', personal_email: 'old@home.test' })
    expect(await news(ws, ada)).toEqual([])
    await ws.owner.ok('PATCH', path, {
      iban: 'ES9121000418450200051332',
      national_id: '12345678Z',
      personal_email: 'new@home.test',
      work_email: `ada.${ws.org.slug}@work.test`,
      address: { city: 'Madrid' },
    })
    expect((await news(ws, ada)).toSorted()).toEqual([
      'hr_task | Your address was changed',
      'hr_task | Your bank account was changed',
      'hr_task | Your national id was changed',
    ])
    const mails = await asOwner(
      `select address, facts from mails where message = 'bank_account_changed' and facts->>'sender' = $1`,
      [ws.org.id],
    )
    const addresses = mails.map(({ address }: Json) => address)
    expect(addresses.length).toBe(2)
    expect(addresses).toContain('old@home.test')
    expect(JSON.stringify(mails)).toContain('1332')
    expect(JSON.stringify(mails)).not.toContain('0418450200')
    await drain(database())
  })

  test('hear of their pay when it is effective, and nobody else does', async () => {
    const place = await fresh()
    const { ws, ada, boss, worker } = place
    const pay = (effective_from: string) =>
      ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/compensations`, {
        effective_from,
        currency: 'EUR',
        pay_basis: 'annual',
        amount_minor: 4_321_000,
      })
    await pay('2026-01-01')
    await pay(dayFrom(20))
    await morning(ws)
    expect(await news(ws, ada)).toEqual(['hr_task | Your compensation changed'])
    await asOwner(
      `update employee_compensations set effective_from = $2, created_at = created_at - interval '9 days'
        where org_id = $1 and effective_from > $2`,
      [ws.org.id, dayFrom(-1)],
    )
    await morning(ws)
    expect((await news(ws, ada)).length).toBe(2)
    expect(await news(ws, boss)).toEqual([])
  })
})

describe('working hours', () => {
  test('a correction is told to the other side, again after a week, and its answer to who asked', async () => {
    const { ws, ada, boss, worker } = await crew()
    await log(ws, worker, ['clock_in 2026-11-20T09:00:00+01:00', 'clock_out 2026-11-20T17:30:00+01:00'])
    await clearNews(ws)
    const later = {
      corrects_seq: 2,
      event: 'clock_out',
      occurred_at: '2026-11-20T17:00:00Z',
      reason: 'Forgot',
    }
    await ada.ok('POST', `${ws.base}/working-hours/corrections`, later)
    const told = 'hours_correction | A correction of working hours waits for your answer'
    expect(await news(ws, boss)).toEqual([expect.stringContaining(told)])
    expect(await news(ws, ada)).toEqual([])
    await morning(ws)
    expect((await news(ws, boss)).length).toBe(1)
    const passed = (days: number) =>
      forge(
        `update working_hours_log set recorded_at = now() - interval '${days} days' where org_id = '${ws.org.id}'`,
      )
    for (const [days, times] of [
      [8, 2],
      [9, 2],
      [15, 3],
    ] as const) {
      await passed(days)
      await morning(ws)
      expect((await news(ws, boss)).length).toBe(times)
    }
    await boss.ok('POST', `${ws.base}/working-hours/corrections/3/ack`, { decision: 'agreed' })
    expect((await news(ws, ada))[0]).toContain('A correction of working hours was answered')
  })

  test('a shift that is still open in the morning is told to the worker once', async () => {
    const { ws, ada, worker } = await crew()
    const start = new Date(Date.now() - 20 * 3_600_000).toISOString().slice(0, 19)
    await log(ws, worker, [`clock_in ${start}+00:00`])
    await clearNews(ws)
    await morning(ws)
    await morning(ws)
    expect(await news(ws, ada)).toEqual([
      'hours_correction | A shift of yours is still open: say when it ended',
    ])
  })
})
