import { describe, expect, test } from 'vitest'
import { base64, page } from '../kit/attachments.ts'
import { asked, makeType, office } from '../kit/leave.ts'
import { addMeeting } from '../kit/meetings.ts'
import { open, submit, to } from './browse.ts'

describe('the page of a request for leave', () => {
  test('has its days and certificates for the person; whoever decides reads that one is there', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const sick = { name: 'Sick', requires_attachment: true, attachment_due_days: 3, overrides: true }
    const vacation = await makeType(ws, sick)
    const request = await asked({ ws, vacation }, ada, {
      start_date: '2027-02-01',
      end_date: '2027-02-02',
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

  test('says that nobody decided what is approved at once', async () => {
    const place = await office({ requires_approval: false })
    const { ws, ada } = place
    const { id } = await asked(place, ada, { start_date: '2027-02-01' })
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
      starts_at: '2027-02-01T09:00:00Z',
      ends_at: '2027-02-01T10:00:00Z',
      participants: [{ user_id: ada.id }],
    })
    const at = `/organizations/${ws.org.slug}/absences`
    expect((await open(at, ada.headers)).text).toContain(`formaction="${at}/preview"`)
    const draft = { leave_type_id: place.vacation.id, start_date: '2027-02-01', reason: 'The sea' }
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
    expect(text).toMatch(/name="start_date"[^>]*value="2027-02-01"/)
    expect((await ada.ok('GET', `${ws.base}/leave-requests`)).total).toBe(0)
    const wrong = await submit(`${at}/preview`, { ...draft, start_date: '2027-02-06' }, ada.headers)
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('o working days in')
    expect(to(await submit(at, draft, ada.headers))[0]).toBe(303)
    const [request] = (await ada.ok('GET', `${ws.base}/leave-requests`)).items
    const own = await open(`/absences/${request.id}?org=${ws.org.slug}`, ada.headers)
    expect(own.text).toContain('Meetings in that time')
    expect(own.text).toContain('Review &lt;1&gt;')
  })
})
