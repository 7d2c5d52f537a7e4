import { describe, expect, test } from 'vitest'
import { base64, page } from '../kit/attachments.ts'
import { asked, hire, makeType, nextYear, nextYearDay, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { addMeeting } from '../kit/meetings.ts'
import { open, sentUnchanged, submit, to } from './browse.ts'

describe('the page of a request for leave', () => {
  test('has its days and certificates for the person; whoever decides reads that one is there', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const sick = { name: 'Sick', requires_attachment: true, attachment_due_days: 3, overrides: true }
    const vacation = await makeType(ws, sick)
    const request = await asked({ ws, vacation }, ada, {
      start_date: nextYearDay(2),
      end_date: nextYearDay(2, 1),
      reason: 'Fever <b>',
    })
    const at = `/absences/${request.id}?org=${ws.org.slug}`
    const own = await open(at, ada.headers)
    expect(own.status).toBe(200)
    for (const text of [
      'Ada: Sick',
      'certificate to come',
      'Fever &lt;b&gt;',
      'Attach a certificate',
      'Cancel it',
    ])
      expect(own.text).toContain(text)
    await ada.ok('POST', `${ws.base}/attachments`, {
      entity_type: 'leave_request',
      entity_id: request.id,
      filename: 'doctor.pdf',
      content_type: 'application/pdf',
      content_base64: base64(page()),
    })
    const { text } = await open(at, boss.headers)
    for (const told of ['certificate there', 'Approve', 'Reject']) expect(text).toContain(told)
    for (const hidden of ['doctor.pdf', 'Fever', 'Attach a certificate']) expect(text).not.toContain(hidden)
    expect((await open(at, ws.owner.headers)).text).toContain('doctor.pdf')
    expect((await open(`/organizations/${ws.org.slug}/absences`, boss.headers)).text).toContain(
      `href="${at}"`,
    )
  })

  test('is not asked for by whoever has no record: the list says so, and how to mend it', async () => {
    const { ws } = await office()
    const at = `/organizations/${ws.org.slug}/absences`
    const stranger = await open(at, (await join(ws)).headers)
    expect(stranger.status).toBe(200)
    expect(stranger.text).toContain('You have no record as an employee here')
    expect(stranger.text).toContain('Ask an administrator to link your account to your record.')
    expect(stranger.text).not.toContain('Ask for leave')
    expect((await open(at, ws.owner.headers)).text).toContain('Ask for leave')
  })

  test('says that nobody decided what is approved at once', async () => {
    const place = await office({ requires_approval: false })
    const { ws, ada } = place
    const { id } = await asked(place, ada, { start_date: nextYearDay(2) })
    const { text } = await open(`/absences/${id}?org=${ws.org.slug}`, ada.headers)
    expect(text).toContain('nobody; it is approved at once')
  })
})

describe('the page of leave', () => {
  test('says what a request would take before it is asked for, with meetings, and keeps what was entered', async () => {
    const place = await office()
    const { ws, ada } = place
    await addMeeting(ws, {
      title: 'Review <1>',
      starts_at: `${nextYearDay(2)}T09:00:00Z`,
      ends_at: `${nextYearDay(2)}T10:00:00Z`,
      participants: [{ user_id: ada.id }],
    })
    const at = `/organizations/${ws.org.slug}/absences`
    expect((await open(at, ada.headers)).text).toContain(`formaction="${at}/preview"`)
    const draft = { leave_type_id: place.vacation.id, start_date: nextYearDay(2), reason: 'The sea' }
    const { text, status } = await submit(`${at}/preview`, draft, ada.headers)
    expect(status).toBe(200)
    for (const said of [
      'It takes 1 day',
      '21 days of the year left',
      'Grace decides',
      'Review &lt;1&gt;',
      '1 meeting in',
    ])
      expect(text).toContain(said)
    expect(text).toMatch(/<details class="more" open/)
    expect(text).toMatch(new RegExp(`name="start_date"[^>]*value="${nextYearDay(2)}"`))
    expect((await ada.ok('GET', `${ws.base}/leave-requests`)).total).toBe(0)
    const wrong = await submit(`${at}/preview`, { ...draft, start_date: nextYearDay(2, 5) }, ada.headers)
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('o working days in')
    expect(to(await submit(at, draft, ada.headers))[0]).toBe(303)
    const [request] = (await ada.ok('GET', `${ws.base}/leave-requests`)).items
    const own = await open(`/absences/${request.id}?org=${ws.org.slug}`, ada.headers)
    expect(own.text).toContain('Meetings in that time')
    expect(own.text).toContain('Review &lt;1&gt;')
  })
})

describe('leave that is not decided yet', () => {
  test('is asked for with its kind chosen, without hours where no kind has any, and changed by its person', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const at = `/organizations/${ws.org.slug}/absences`
    const page = await open(at, ada.headers)
    expect(page.text).toMatch(new RegExp(`<option[^>]*value="${place.vacation.id}"[^>]*selected`))
    expect(page.text).not.toContain('name="start_time"')
    await makeType(ws, { name: 'Doctor', unit: 'hour', affects_balance: false })
    expect((await open(at, ada.headers)).text).toContain('name="start_time"')
    const draft = {
      leave_type_id: place.vacation.id,
      start_date: nextYearDay(2),
      end_date: nextYearDay(2, 2),
    }
    expect(to(await submit(at, { ...draft, end_half: 'am' }, ada.headers))).toEqual([
      303,
      `${at}?done=pending`,
    ])
    expect((await open(`${at}?done=pending`, ada.headers)).text).toContain('You have asked for leave.')
    const [request] = (await ada.ok('GET', `${ws.base}/leave-requests`)).items
    expect(request.total).toBe('2.5')
    const own = `/absences/${request.id}`
    const shown = (await open(`${own}?org=${ws.org.slug}`, ada.headers)).text
    expect(shown).toContain('Wednesday')
    expect(shown).not.toContain('Attach a certificate')
    expect((await open(`${own}?org=${ws.org.slug}`, boss.headers)).text).not.toContain(`${own}/change`)
    const changed = { ...sentUnchanged(shown, `${own}/change?org=${ws.org.slug}`), end_half: 'pm' }
    expect(to(await submit(`${own}/change?org=${ws.org.slug}`, changed, ada.headers))[0]).toBe(303)
    expect((await ada.ok('GET', `${ws.base}/leave-requests/${request.id}`)).total).toBe('3')
  })

  test('is decided by a deputy whom the person chose', async () => {
    const { ws, boss, people } = await deputies()
    const at = `/organizations/${ws.org.slug}/deputy`
    expect((await open(at, boss.headers)).text).toContain('Nobody stands in for you')
    expect(to(await submit(at, { employee_id: people.eve }, boss.headers))[0]).toBe(303)
    expect((await open(at, boss.headers)).text).toContain('Eve stands in for you')
    expect(to(await submit(at, { employee_id: '' }, boss.headers))[0]).toBe(303)
    expect((await open(at, boss.headers)).text).toContain('Nobody stands in for you')
  })
})

/** An office in which somebody else with an account can be asked. */
async function deputies() {
  const place = await office()
  const eve = await join(place.ws, 'member', 'Eve')
  const { id } = await hire(place.ws, { first_name: 'Eve', user_id: eve.id })
  return { ...place, people: { eve: id } }
}

describe('what gave and took leave', () => {
  test('is told to the person and those above, entry by entry, and to nobody else', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: String(nextYear) })
    const request = await asked(place, ada, { start_date: nextYearDay(2), end_date: nextYearDay(2, 1) })
    await boss.ok('POST', `${ws.base}/leave-requests/${request.id}/approve`, {})
    const me = await ada.ok('GET', `${ws.base}/employees/me`)
    const at = `/organizations/${ws.org.slug}/leave-ledger/${me.id}`
    for (const { headers } of [ada, boss]) {
      const { status, text } = await open(at, headers)
      expect([status, /Granted for the year/.test(text), /−2 days/.test(text)]).toEqual([200, true, true])
      expect(text).toContain(`/absences/${request.id}?org=`)
    }
    expect((await open(at, (await join(ws)).headers)).status).toBe(404)
    expect((await open(`/people/${me.id}?org=${ws.org.slug}`, boss.headers)).text).toContain(at)
  })
})
