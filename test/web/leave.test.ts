import { describe, expect, test } from 'vitest'
import { base64, page } from '../kit/attachments.ts'
import { asked, makeType, office } from '../kit/leave.ts'
import { open } from './browse.ts'

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
