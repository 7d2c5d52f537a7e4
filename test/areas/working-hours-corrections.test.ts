import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { hoursPath, crew, forge, hire, log } from '../kit/hours.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const correct = (ws: Workspace, who: Caller, draft: object) =>
  who.call('POST', hoursPath(ws, '/corrections'), { reason: 'I forgot', ...draft })
const answer = (ws: Workspace, who: Caller, seq: number, decision: string, reason?: string) =>
  who.call('POST', hoursPath(ws, `/corrections/${seq}/ack`), { decision, ...(reason && { reason }) })
const minutes = async (ws: Workspace, who: Caller, day: string, whose?: Json) => {
  const query = `from=${day}&to=${day}${whose ? `&employee_id=${whose.id}` : ''}`
  return (await who.ok('GET', hoursPath(ws, `/summary?${query}`))).days[0]?.minutes
}

/** Ada came at nine and left at half past five, which should have been six. */
async function day() {
  const all = await crew()
  await log(all.ws, all.worker, ['clock_in 2026-11-20T09:00:00+01:00', 'clock_out 2026-11-20T17:30:00+01:00'])
  return all
}
const later = { corrects_seq: 2, event: 'clock_out', occurred_at: '2026-11-20T17:00:00Z' }

describe('a correction', () => {
  test('counts once both sides agree, whoever starts it', async () => {
    const { ws, ada, boss, worker } = await day()
    const asked = await correct(ws, ada, later)
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({
      seq: 3,
      event: 'correction',
      of_event: null,
      corrects_seq: 2,
      occurred_at: '2026-11-20T18:00:00+01:00',
      status: 'waiting',
      acks: [{ side: 'worker', decision: 'agreed' }],
    })
    expect(await minutes(ws, ada, '2026-11-20')).toBe(510)
    expect((await answer(ws, boss, 3, 'agreed')).body).toMatchObject({
      status: 'agreed',
      acks: [{}, { side: 'company' }],
    })
    expect(await minutes(ws, ada, '2026-11-20')).toBe(540)
    const second = await correct(ws, boss, {
      employee_id: worker.id,
      corrects_seq: 3,
      event: 'clock_out',
      occurred_at: '2026-11-20T17:15:00Z',
    })
    expect(second.body).toMatchObject({ seq: 4, of_event: 'clock_out', recorded_by: boss.id })
    expect((await answer(ws, ada, 4, 'agreed')).body.status).toBe('agreed')
    expect(await minutes(ws, ada, '2026-11-20')).toBe(555)
    expect((await ws.owner.ok('GET', hoursPath(ws, '/verify'))).valid).toBe(true)
  })

  test('adds what is missing where it happened, and withdraws what never was', async () => {
    const { ws, ada, boss } = await day()
    for (const [event, time] of [
      ['break_start', '12:00'],
      ['break_end', '12:30'],
    ])
      await correct(ws, ada, { missing: true, event, occurred_at: `2026-11-20T${time}:00Z` })
    await answer(ws, boss, 3, 'agreed')
    await answer(ws, boss, 4, 'agreed')
    expect(await minutes(ws, ada, '2026-11-20')).toBe(480)
    const withdrawn = await correct(ws, ada, { corrects_seq: 3, event: 'void' })
    expect(withdrawn.body).toMatchObject({ event: 'void', occurred_at: '2026-11-20T13:00:00+01:00' })
    await correct(ws, ada, { corrects_seq: 4, event: 'void' })
    await answer(ws, boss, 5, 'agreed')
    await answer(ws, boss, 6, 'agreed')
    expect(await minutes(ws, ada, '2026-11-20')).toBe(510)
    expect(
      codedRefusal(
        await correct(ws, ada, { corrects_seq: 5, event: 'clock_in', occurred_at: '2026-11-20T08:00:00Z' }),
      ),
    ).toEqual([409, 'conflict', 'record 5 withdraws another; correct that with missing'])
  })

  test('that is refused stays with both statements, and the original counts', async () => {
    const { ws, ada, boss } = await day()
    await correct(ws, ada, later)
    const refused = await answer(ws, boss, 3, 'refused', 'You left at half past five')
    expect(refused.body).toMatchObject({
      status: 'disputed',
      reason: 'I forgot',
      acks: [{ decision: 'agreed' }, { decision: 'refused', reason: 'You left at half past five' }],
    })
    expect(await minutes(ws, ada, '2026-11-20')).toBe(510)
    const { open_corrections } = await ada.ok('GET', hoursPath(ws, '/summary?from=2026-11-20&to=2026-11-20'))
    expect(open_corrections).toEqual([{ seq: 3, status: 'disputed' }])
    expect(codedRefusal(await answer(ws, boss, 3, 'agreed'))[2]).toBe('the correction is disputed already')
    expect(codedRefusal(await correct(ws, ada, { ...later, corrects_seq: 3 }))[2]).toBe(
      'correction 3 does not count; correct the record that it is about',
    )
    expect((await correct(ws, ada, later)).status).toBe(201)
  })

  test('is refused where it does not fit', async () => {
    const { ws, ada, boss, worker } = await day()
    const cases: [object, number, string][] = [
      [{ ...later, corrects_seq: undefined }, 422, 'body.corrects_seq: send it, or missing: true'],
      [{ ...later, missing: true }, 422, 'body.corrects_seq: send it, or missing: true'],
      [{ ...later, corrects_seq: 99 }, 422, 'body.corrects_seq: not found'],
      [{ ...later, occurred_at: undefined }, 422, 'body.occurred_at: required, except with void'],
      [{ ...later, event: 'void' }, 422, 'body.occurred_at: required, except with void'],
      [{ missing: true, event: 'void' }, 422, 'body.event: void withdraws a record; name it in corrects_seq'],
      [{ ...later, reason: undefined }, 422, 'body.reason: required'],
      [{ ...later, missing: false, corrects_seq: undefined }, 422, 'body.missing: must be true'],
      [{ ...later, corrects_seq: 0 }, 422, 'body.corrects_seq: must be a whole number from 1'],
      [{ ...later, occurred_at: '2099-01-01T00:00:00Z' }, 422, 'body.occurred_at: more than 5 minutes ahead'],
      [{ ...later, occurred_at: '2025-12-31T12:00:00Z' }, 409, 'Ada is not employed on 2025-12-31'],
    ]
    for (const [draft, status, message] of cases) {
      const reply = await correct(ws, ada, draft)
      expect([reply.status, reply.body.error.message]).toEqual([status, message])
    }
    await correct(ws, ada, later)
    expect(codedRefusal(await correct(ws, boss, { ...later, employee_id: worker.id }))).toEqual([
      409,
      'conflict',
      'correction 3 of it waits for an answer',
    ])
    await answer(ws, boss, 3, 'agreed')
    expect(codedRefusal(await correct(ws, ada, later))[2]).toBe(
      'record 2 was corrected by 3; correct that one',
    )
    const absent = { missing: true, event: 'break_start', occurred_at: '2026-11-20T12:00:00Z' }
    await correct(ws, ada, absent)
    expect(codedRefusal(await correct(ws, ada, absent))[2]).toBe('correction 4 of it waits for an answer')
  })

  test('is answered by the other side alone, once', async () => {
    const { ws, ada, boss, worker } = await day()
    await correct(ws, ada, later)
    expect((await answer(ws, ada, 3, 'agreed')).body).toMatchObject({
      status: 'waiting',
      acks: [{ side: 'worker' }],
    })
    expect(codedRefusal(await answer(ws, ada, 3, 'refused', 'x'))).toEqual([
      409,
      'conflict',
      'you agree already; the company answers',
    ])
    expect(codedRefusal(await answer(ws, ada, 3, 'unilateral', 'x'))).toEqual([
      403,
      'forbidden',
      'only the company records its word alone',
    ])
    expect(codedRefusal(await answer(ws, boss, 3, 'refused'))).toEqual([
      422,
      'validation_error',
      'body.reason: required unless agreed',
    ])
    expect(codedRefusal(await answer(ws, boss, 3, 'unilateral', 'x'))[2]).toBe(
      'the worker agrees already; agree or refuse',
    )
    for (const seq of [1, 99])
      expect(codedRefusal(await answer(ws, boss, seq, 'agreed'))).toEqual([
        404,
        'not_found',
        'correction not found',
      ])
    expect((await answer(ws, ws.owner, 3, 'agreed')).status).toBe(200)
    expect((await answer(ws, boss, 3, 'agreed')).body.acks.length).toBe(2)
    expect(codedRefusal(await answer(ws, boss, 3, 'refused', 'x'))[2]).toBe(
      'the correction is agreed already',
    )
    await correct(ws, boss, {
      employee_id: worker.id,
      corrects_seq: 1,
      event: 'clock_in',
      occurred_at: '2026-11-20T08:30:00Z',
    })
    expect(codedRefusal(await answer(ws, ws.owner, 4, 'refused', 'x'))[2]).toBe(
      'the company agrees already; Ada answers',
    )
  })

  test('is the word of the company alone where the worker cannot answer or is silent for two weeks', async () => {
    const { ws, boss, worker } = await day()
    const draft = { ...later, employee_id: worker.id }
    const { body } = await correct(ws, boss, draft)
    const until = new Date(Date.parse(body.recorded_at) + 14 * 86_400_000).toISOString()
    expect(codedRefusal(await answer(ws, boss, 3, 'unilateral', 'no answer'))).toEqual([
      409,
      'conflict',
      `Ada can answer until ${until}`,
    ])
    await forge(`update working_hours_log set recorded_at = recorded_at - interval '15 days' where seq = 3
      and org_id = '${ws.org.id}'`)
    const word = await answer(ws, boss, 3, 'unilateral', 'no answer')
    expect(word.body).toMatchObject({
      status: 'unilateral',
      acks: [{ decision: 'agreed' }, { side: 'company', decision: 'unilateral', reason: 'no answer' }],
    })
    expect(await minutes(ws, boss, '2026-11-20', worker)).toBe(540)
  })

  test('of somebody without account or who left needs no two weeks', async () => {
    const { ws, boss, grace } = await crew()
    const gone = await hire(ws, undefined, 'Gone', { manager_employee_id: grace.id })
    await log(ws, gone, ['clock_in 2026-11-20T09:00:00+01:00'])
    await correct(ws, boss, {
      employee_id: gone.id,
      missing: true,
      event: 'clock_out',
      occurred_at: '2026-11-20T16:00:00Z',
    })
    expect((await answer(ws, boss, 2, 'unilateral', 'has no account')).body.status).toBe('unilateral')
    const [{ n }] = (await asOwner(
      `select count(*)::int as n from working_hours_acks where org_id = $1 and decision = 'agreed' and side = 'worker'`,
      [ws.org.id],
    )) as [{ n: number }]
    expect(n).toBe(0)
  })

  test('of a sole owner needs one word, which is marked', async () => {
    const ws = await workspace()
    await hire(ws, ws.owner, 'Solo')
    await ws.owner.ok('POST', hoursPath(ws), { event: 'clock_in' })
    const draft = { missing: true, event: 'clock_in', occurred_at: '2026-11-20T08:00:00Z' }
    expect((await correct(ws, ws.owner, draft)).body).toMatchObject({
      status: 'sole',
      acks: [{ side: 'worker', decision: 'sole' }],
    })
    await join(ws, 'admin')
    const out = { missing: true, event: 'clock_out', occurred_at: '2026-11-20T16:00:00Z' }
    expect((await correct(ws, ws.owner, out)).body.status).toBe('waiting')
  })
})
