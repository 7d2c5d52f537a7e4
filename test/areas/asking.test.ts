import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asked, away, dayFrom, hire, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const span = { start_date: '2027-02-01', end_date: '2027-02-02' }

/** Ada reports to Grace, who reports to Hedy; Ida leads the department of Ada. */
async function tree() {
  const place = await office()
  const { ws, lead, worker } = place
  const [top, other] = [await join(ws), await join(ws)]
  const hedy = await hire(ws, { first_name: 'Hedy', user_id: top.id })
  const ida = await hire(ws, { first_name: 'Ida', user_id: other.id })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${lead.id}`, { manager_employee_id: hedy.id })
  const department = await ws.owner.ok('POST', `${ws.base}/departments`, {
    name: 'Engineering',
    manager_employee_id: ida.id,
  })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { department_id: department.id })
  const request = await asked(place, place.ada, span)
  const whoIsAsked = async () =>
    (await ws.owner.ok('GET', `${ws.base}/leave-requests/${request.id}`)).asked?.name ?? null
  return { ...place, hedy, top, ida, other, department, request, whoIsAsked }
}
type Tree = Awaited<ReturnType<typeof tree>>
const change = ({ ws }: Tree, who: Json, body: object) =>
  ws.owner.ok('PATCH', `${ws.base}/employees/${who.id}`, body)
const chooses = ({ ws }: Tree, who: Tree['ada'], deputy: Json) =>
  who.call('PUT', `${ws.base}/employees/me/deputy`, { employee_id: deputy?.id ?? null })

describe('who is asked', () => {
  test('is the manager, the next one up, the department, and at last the admins', async () => {
    const place = await tree()
    const { ws, whoIsAsked } = place
    expect(await whoIsAsked()).toBe('Grace')
    await change(place, place.lead, { user_id: null })
    expect(await whoIsAsked()).toBe('Hedy')
    await ws.owner.ok('DELETE', `${ws.base}/members/${place.top.id}`)
    expect(await whoIsAsked()).toBe('Ida')
    await ws.owner.ok('PATCH', `${ws.base}/departments/${place.department.id}`, { manager_employee_id: null })
    expect(await whoIsAsked()).toBe(null)
    await change(place, place.worker, { manager_employee_id: place.ida.id })
    expect(await whoIsAsked()).toBe('Ida')
  })

  test('is the deputy while the manager is away, who decides that and sees nothing else', async () => {
    const place = await tree()
    const { ws, ida, other, lead, boss, whoIsAsked, request } = place
    const path = `${ws.base}/leave-requests/${request.id}`
    await ws.owner.ok('PATCH', `${ws.base}/departments/${place.department.id}`, { manager_employee_id: null })
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await chooses(place, boss, ida)).body).toEqual({
      deputy: { employee_id: ida.id, name: 'Ida' },
      active: false,
      warnings: [],
    })
    expect(await whoIsAsked()).toBe('Grace')
    const leave = await away(place, lead, -1, 12)
    expect(await whoIsAsked()).toBe('Ida')
    expect((await boss.ok('GET', `${ws.base}/employees/me/deputy`)).active).toBe(true)
    expect(await other.ok('GET', path)).toMatchObject({ total: '2', days: [{}, {}] })
    expect((await other.call('GET', `${ws.base}/employees/${place.worker.id}/vacation-balance`)).status).toBe(
      404,
    )
    expect((await other.call('POST', `${path}/approve`, {})).body).toMatchObject({ status: 'approved' })
    expect((await other.call('GET', path)).status).toBe(404)
    const again = await asked(place, place.ada, { start_date: '2027-03-01' })
    expect(again.asked.name).toBe('Ida')
    await ws.owner.ok('POST', `${ws.base}/leave-requests/${leave}/cancel`, {})
    const { asked: now } = await ws.owner.ok('GET', `${ws.base}/leave-requests/${again.id}`)
    expect(now.name).toBe('Grace')
  })

  test('passes over who is away for long without a deputy, not over a short absence', async () => {
    const place = await tree()
    const leave = await away(place, place.lead, -1, 12)
    expect(await place.whoIsAsked()).toBe('Hedy')
    const listed = async (status: string) =>
      (await place.ws.owner.ok('GET', `${place.ws.base}/employees?status=${status}`)).items.map(
        ({ name }: Json) => name,
      )
    expect(await listed('on_leave')).toEqual(['Grace'])
    expect(await listed('active')).not.toContain('Grace')
    expect(await listed('active,on_leave')).toContain('Grace')
    await place.ws.owner.ok('POST', `${place.ws.base}/leave-requests/${leave}/cancel`, {
      from_date: dayFrom(1),
    })
    expect(await place.whoIsAsked()).toBe('Grace')
  })

  test('is never the person: own requests at the top are for the admins', async () => {
    const place = await tree()
    const own = await asked(place, place.top, span)
    expect([own.status, own.asked]).toEqual(['pending', null])
    await chooses(place, place.boss, place.worker)
    await away(place, place.lead, -1, 12)
    expect(await place.whoIsAsked()).toBe('Hedy')
  })
})

describe('a deputy', () => {
  test('who is away too is a warning', async () => {
    const place = await tree()
    await away(place, place.lead, 20, 30)
    await away(place, place.ida, 25, 35)
    const { body } = await chooses(place, place.boss, place.ida)
    expect(body.warnings).toEqual([expect.stringMatching(/^Ida is away too on some of the days of \d/)])
    expect((await chooses(place, place.boss, null)).body).toEqual({
      deputy: null,
      active: false,
      warnings: [],
    })
  })

  test('is refused who cannot answer', async () => {
    const place = await tree()
    const { ws, boss } = place
    const nobody = await hire(ws, { first_name: 'Joan' })
    const gone = await hire(ws, { first_name: 'Kay', termination_date: '2021-01-01' })
    const stranger = await join(ws)
    const cases: [Json, string][] = [
      [place.lead, 'body.employee_id: yourself; name somebody else'],
      [nobody, 'body.employee_id: has no account in the organization; name somebody who does'],
      [gone, 'body.employee_id: not found'],
    ]
    for (const [who, message] of cases)
      expect(codedRefusal(await chooses(place, boss, who))).toEqual([422, 'validation_error', message])
    const missing = 'no employee record is linked to your account; ask an administrator'
    expect(codedRefusal(await chooses(place, stranger, null))).toEqual([404, 'not_found', missing])
    const later = await ws.owner.call('PUT', `${ws.base}/employees/me/deputy`, { employee_id: null })
    expect(codedRefusal(later)).toEqual([404, 'not_found', missing])
  })
})
