import { describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json } from '../kit/client.ts'
import { base64, follow, page } from '../kit/attachments.ts'
import { impersonating } from '../kit/impersonation.ts'
import { ask, dayFrom, makeType, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { clearNews, morning, news } from '../kit/news.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const at = ({ ws }: Place, path = '') => `${ws.base}/leave-requests${path}`
const sickness = {
  name: 'Sick',
  requires_attachment: true,
  attachment_due_days: 3,
  overrides: true,
  affects_balance: false,
}

async function clinic(type: object = {}) {
  const place = await office()
  // Holidays would make days on which sickness counts nothing.
  await place.ws.owner.ok('PATCH', place.ws.base, { country: null })
  const sick = await makeType(place.ws, { ...sickness, ...type })
  const ill = async (from: number, to = from): Promise<Json> =>
    (
      await ask({ ws: place.ws, vacation: sick }, place.ws.owner, {
        start_date: dayFrom(from),
        end_date: dayFrom(to),
        employee_id: place.worker.id,
      })
    ).body
  return { ...place, sick, ill }
}
const draft = (request: Json) => ({
  entity_type: 'leave_request',
  entity_id: request.id,
  filename: 'doctor.pdf',
  caption: 'Flu',
  content_type: 'application/pdf',
  content_base64: base64(page()),
})
const attach = ({ ws }: Place, who: Caller, request: Json) =>
  who.call('POST', `${ws.base}/attachments`, draft(request))
const stateFor = async (place: Place, who: Caller, request: Json) =>
  (await who.ok('GET', at(place, `/${request.id}`))).certificate
/** Any week day from a day on, as sickness on a day off counts nothing. */
const weekday = (from: number) => {
  let day = from
  while ([0, 6].includes(new Date(`${dayFrom(day)}T12:00Z`).getUTCDay())) day--
  return day
}

describe('a certificate', () => {
  test('is read by the person and admins alone; whoever decides sees that it is there', async () => {
    const place = await clinic()
    const { ws, ada, boss } = place
    const request = await place.ill(weekday(-1))
    const { id } = (await attach(place, ada, request)).body
    const ofRequest = `${ws.base}/attachments?entity_type=leave_request&entity_id=${request.id}`
    for (const who of [ada, ws.owner]) {
      expect((await who.ok('GET', ofRequest)).items).toMatchObject([
        { filename: 'doctor.pdf', caption: 'Flu' },
      ])
      const { download_url } = await who.ok('GET', `${ws.base}/attachments/${id}`)
      expect((await follow(download_url, { method: 'GET', headers: {} })).status).toBe(200)
    }
    const colleague = await join(ws)
    const manager = await join(ws, 'manager')
    for (const who of [boss, colleague, manager]) {
      expect(refusal(await who.call('GET', ofRequest))).toEqual([404, 'leave request not found'])
      expect(refusal(await who.call('GET', `${ws.base}/attachments/${id}`))).toEqual([
        404,
        'attachment not found',
      ])
      expect((await who.call('DELETE', `${ws.base}/attachments/${id}`)).status).toBe(404)
      expect((await attach(place, who, request)).status).toBe(404)
    }
    expect(await stateFor(place, boss, request)).toBe('there')
    const { items } = await boss.ok('GET', `${at(place)}?certificate=there`)
    expect(items.map((one: Json) => one.id)).toEqual([request.id])
    await ada.ok('DELETE', `${ws.base}/attachments/${id}`)
    expect(await stateFor(place, boss, request)).not.toBe('there')
  })

  test('is closed to whoever impersonates, and its name is in no audit entry', async () => {
    const place = await clinic()
    const { ws, ada } = place
    const request = await place.ill(weekday(-1))
    const { id } = (await attach(place, ada, request)).body
    for (const target of [ada, ws.owner]) {
      const { send } = await impersonating(target)
      expect((await send('GET', `${ws.base}/attachments/${id}`)).status).toBe(404)
    }
    const written = await asOwner<{ n: number }>(
      `select count(*)::int as n from audit_log a where a.org_id = $1 and a::text like '%doctor.pdf%'`,
      [ws.org.id],
    )
    expect(written).toEqual([{ n: 0 }])
    expect((await call('GET', `${ws.base}/attachments/${id}`)).status).toBe(401)
  })

  test('can come after the approval, is missing after its day, and is asked for by a reminder and a list', async () => {
    const place = await clinic()
    const { ws, ada, boss } = place
    const late = await place.ill(weekday(-5))
    const recent = await place.ill(weekday(1))
    for (const { id } of [late, recent])
      expect((await boss.ok('POST', at(place, `/${id}/approve`), {})).status).toBe('approved')
    const due = dayFrom(weekday(-5) + 3)
    expect(await ada.ok('GET', at(place, `/${late.id}`))).toMatchObject({
      certificate: 'missing',
      certificate_due_on: due,
    })
    expect(await stateFor(place, ada, recent)).toBe('due')
    const missing = `${at(place)}?certificate=missing`
    for (const who of [ada, boss, ws.owner])
      expect((await who.ok('GET', missing)).items.map((one: Json) => one.id)).toEqual([late.id])
    await clearNews(ws)
    await morning(ws)
    await morning(ws)
    const told = (lines: string[]) => lines.filter((line) => line.includes('document'))
    expect(told(await news(ws, ada))).toEqual([
      expect.stringMatching(/^leave_changed \| A document is missing \| \d+ \w+ \d{4}$/),
    ])
    expect(told(await news(ws, ws.owner))).toEqual([
      expect.stringMatching(/^hr_task \| A document is missing \| Ada, \d+ \w+ \d{4}$/),
    ])
    expect(await news(ws, boss)).toEqual([])
    await attach(place, ws.owner, late)
    expect((await ws.owner.ok('GET', missing)).total).toBe(0)
  })

  test('must be there before the approval where the type says no later day', async () => {
    const place = await clinic({ attachment_due_days: null })
    const { ada, boss } = place
    const request = await place.ill(weekday(2))
    expect(refusal(await boss.call('POST', at(place, `/${request.id}/approve`), {}))).toEqual([
      409,
      'it needs a certificate before it can be approved; the person or an admin attaches one',
    ])
    await attach(place, ada, request)
    expect((await boss.ok('POST', at(place, `/${request.id}/approve`), {})).certificate).toBe('there')
  })

  test('cannot be attached to a request that is rejected', async () => {
    const place = await clinic()
    const { ada, boss } = place
    const request = await place.ill(weekday(2))
    await boss.ok('POST', at(place, `/${request.id}/reject`), { note: 'No' })
    expect(refusal(await attach(place, ada, request))).toEqual([409, 'the request is rejected'])
  })
})
