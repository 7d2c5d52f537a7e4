import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { base64, page } from '../kit/attachments.ts'
import { hoursPath, forge, log } from '../kit/hours.ts'
import { asked, dayFrom, makeType, office } from '../kit/leave.ts'
import { ended } from '../kit/news.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const calendar = async ({ ws }: Place): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/workforce/retention`)).items
const kept = async ({ ws, worker }: Place): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/retention`)).items

/** Ada, and a type of sickness that needs a certificate. */
async function clinic() {
  const place = await office()
  const sick = await makeType(place.ws, {
    name: 'Sick',
    requires_attachment: true,
    attachment_due_days: 3,
    affects_balance: false,
  })
  return { ...place, vacation: sick }
}
const attach = ({ ws, ada }: Place, request: Json): Promise<Json> =>
  ada.ok('POST', `${ws.base}/attachments`, {
    entity_type: 'leave_request',
    entity_id: request.id,
    filename: 'doctor.pdf',
    content_type: 'application/pdf',
    content_base64: base64(page()),
  })
const decide = ({ ws, boss }: Place, request: Json, how: 'approve' | 'reject') =>
  boss.ok('POST', `${ws.base}/leave-requests/${request.id}/${how}`, how === 'reject' ? { note: 'No' } : {})
/** A request of a week day so many days back, decided on that day. */
async function old(place: Place, days: number, how: 'approve' | 'reject'): Promise<Json> {
  const request = await asked(place, place.ada, { start_date: days > 365 ? '2027-02-01' : '2027-02-02' })
  await attach(place, request)
  await decide(place, request, how)
  await asOwner(
    'update leave_requests set start_date = $2, end_date = $2, decided_at = $2::date where id = $1',
    [request.id, dayFrom(-days)],
  )
  return request
}
const request = ({ ws, ada }: Place, { id }: Json) => ada.call('GET', `${ws.base}/leave-requests/${id}`)

describe('the calendar of retention', () => {
  test('says what is kept how long, from which day and why; how long payslips are is a setting', async () => {
    const place = await office()
    const { ws } = place
    const months = async () =>
      Object.fromEntries((await calendar(place)).map((rule) => [rule.kind, rule.months]))
    const usual = { certificates: 12, leave: 36, payslips: 120, rejected_leave: 12, working_hours: 48 }
    expect(await months()).toEqual(usual)
    expect((await calendar(place))[4]).toEqual({
      kind: 'working_hours',
      months: 48,
      counted_from: 'the day of the last record',
      source: 'Spain, Estatuto de los Trabajadores, art. 34.9',
      is_setting: false,
    })
    await ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { payslip_retention_years: 6 })
    expect(await months()).toEqual({ ...usual, payslips: 72 })
  })

  test('names what is kept of an employee, who is not deleted before', async () => {
    const place = await clinic()
    const { ws, ada, worker } = place
    const remove = () => ws.owner.call('DELETE', `${ws.base}/employees/${worker.id}`)
    expect(await kept(place)).toEqual([])
    const leave = await asked(place, ada, { start_date: '2027-02-01' })
    await attach(place, leave)
    await decide(place, leave, 'approve')
    await ada.ok('POST', `${ws.base}/working-hours`, { event: 'clock_in' })
    expect(await kept(place)).toMatchObject([
      { kind: 'certificates', records: 1, until: '2028-02-01' },
      { kind: 'leave', records: 1, until: null },
      { kind: 'working_hours', records: 1 },
    ])
    const [, message] = refusal(await remove())
    expect(message).toMatch(
      /^kept of this employee: certificates until 1 Feb 2028, leave until 3 years after the last day of employment, working hours until \d+ \w+ \d{4}; end the employment instead$/,
    )
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: '2027-03-01',
    })
    expect((await kept(place))[1]).toMatchObject({ kind: 'leave', until: '2030-03-01' })
  })
})

describe('a certificate', () => {
  test('of approved leave stays until its day, unless another one is there', async () => {
    const place = await clinic()
    const { ws, ada } = place
    const leave = await asked(place, ada, { start_date: '2027-02-01' })
    const first = await attach(place, leave)
    const remove = ({ id }: Json) => ada.call('DELETE', `${ws.base}/attachments/${id}`)
    await decide(place, leave, 'approve')
    expect(refusal(await remove(first))).toEqual([
      409,
      'the certificate is kept until 1 Feb 2028; attach another one before you delete it',
    ])
    await attach(place, leave)
    expect((await remove(first)).status).toBe(204)
    const pending = await asked(place, ada, { start_date: '2027-02-02' })
    expect((await remove(await attach(place, pending))).status).toBe(204)
  })

  test('goes on the day after its year is over, and is not missed', async () => {
    const place = await clinic()
    const { ws, ada } = place
    const [gone, stays] = [await old(place, 370, 'approve'), await old(place, 360, 'approve')]
    await ended(ws)
    expect((await request(place, gone)).body.certificate).toBe('not_required')
    expect((await request(place, stays)).body.certificate).toBe('there')
    const files = await asOwner<{ id: string }>(
      `select entity_id as id from attachments where org_id = $1 and entity_type = 'leave_request'`,
      [ws.org.id],
    )
    expect(files).toEqual([{ id: stays.id }])
    const missing = await ada.ok('GET', `${ws.base}/leave-requests?certificate=missing`)
    expect(missing.items).toEqual([])
  })
})

test('a rejected request goes with its files when its year is over', async () => {
  const place = await clinic()
  const { ws } = place
  const [gone, stays] = [await old(place, 370, 'reject'), await old(place, 360, 'reject')]
  await ended(ws)
  expect([(await request(place, gone)).status, (await request(place, stays)).status]).toEqual([404, 200])
  const left = await asOwner<{ files: number; days: number }>(
    `select (select count(*)::int from attachments where entity_id = $1) as files,
      (select count(*)::int from leave_days where request_id = $1) as days`,
    [gone.id],
  )
  expect(left).toEqual([{ files: 0, days: 0 }])
})

test('what records of working hours say goes four years after them, and the chain still verifies', async () => {
  const { ws, worker } = await office()
  const shift = (day: string) => [`clock_in ${day}T09:00:00+01:00`, `clock_out ${day}T17:00:00+01:00`]
  const recorded = (day: string) =>
    log(ws, worker, shift(day), { recorded_at: `${day}T18:00:00Z`, recorded_by: ws.owner.id })
  const long = dayFrom(-5 * 366)
  await recorded(long)
  await log(ws, worker, [`correction ${long}T18:00:00+01:00`], {
    of_event: 'clock_out',
    reason: 'Late',
    corrects_seq: 2,
    recorded_at: `${dayFrom(-30)}T18:00:00Z`,
  })
  await recorded(dayFrom(-20))
  const verify = (query = ''): Promise<Json> => ws.owner.ok('GET', hoursPath(ws, `/verify${query}`))
  const { head } = await verify()
  await ended(ws)
  const { items } = await ws.owner.ok('GET', hoursPath(ws))
  expect(items.map(({ seq }: Json) => seq)).toEqual([2, 3, 4, 5])
  expect(await verify()).toMatchObject({ valid: true, checked: 5, head })
  const [first] = await asOwner('select * from working_hours_hashes where org_id = $1', [ws.org.id])
  expect(await verify(`?known_seq=1&known_hash=${String(first!.hash)}`)).toMatchObject({ valid: true })
  // Nobody hides a record by erasing it before its time.
  await asOwner(
    `with gone as (select * from working_hours_log where org_id = $1 and seq = 4)
      insert into working_hours_hashes (org_id, seq, recorded_at, entry_digest, prev_hash, hash)
      select org_id, seq, recorded_at, entry_digest, prev_hash, hash from gone`,
    [ws.org.id],
  )
  await forge(`delete from working_hours_log where org_id = '${ws.org.id}' and seq = 4`)
  expect(await verify()).toMatchObject({ valid: false, first_break: { seq: 4, kind: 'content_altered' } })
})

test('records of an organization that is erased go four years after them too', async () => {
  const { ws, worker } = await office()
  const { ws: other, worker: colleague } = await office()
  const recorded = (of: typeof ws, who: typeof worker, day: string) =>
    log(of, who, [`clock_in ${day}T09:00:00+01:00`, `clock_out ${day}T17:00:00+01:00`], {
      recorded_at: `${day}T18:00:00Z`,
      recorded_by: of.owner.id,
    })
  for (const day of [dayFrom(-5 * 366), dayFrom(-20)]) await recorded(ws, worker, day)
  await recorded(other, colleague, dayFrom(-5 * 366))
  await asOwner('update organizations set deleted_at = now(), purge_after = now() where id = $1', [ws.org.id])
  await asOwner(`select app.purge_organization_step($1, 1000000)`, [ws.org.id])
  const kept = async (of: typeof ws) =>
    (await asOwner('select seq::int from working_hours_log where org_id = $1 order by seq', [of.org.id])).map(
      ({ seq }) => seq,
    )
  expect([await kept(ws), await kept(other)]).toEqual([
    [1, 2, 3, 4],
    [1, 2],
  ])
  await asOwner('select app.daily_erased_hours(null, 100)')
  expect([await kept(ws), await kept(other)]).toEqual([
    [3, 4],
    [1, 2],
  ])
  const hashes = await asOwner('select seq::int from working_hours_hashes where org_id = $1', [ws.org.id])
  expect(hashes.map(({ seq }) => seq).toSorted()).toEqual([1, 2])
})
