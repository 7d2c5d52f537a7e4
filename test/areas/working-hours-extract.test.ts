import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { hoursPath, crew, digestOf, five, forge, hashOf, hire } from '../kit/hours.ts'
import type { Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { codedRefusal } from '../kit/refusals.ts'

await ownDatabase()

describe('the extract of one worker', () => {
  /** Verifies an extract by its own contents alone: what is wrong with it. */
  function problemsOf(extract: Json): string[] {
    const found: string[] = []
    const links = new Map<number, Json>(extract.skeleton.map((link: Json) => [link.seq, link]))
    for (const record of extract.records) {
      if (digestOf(record, extract.employee.employee_id) !== record.entry_digest)
        found.push(`digest ${record.seq}`)
      if (hashOf(extract.organization_id, record) !== record.hash) found.push(`hash ${record.seq}`)
      if (links.get(record.seq)?.hash !== record.hash) found.push(`place ${record.seq}`)
    }
    const chain = [...links.values()]
    for (const [place, link] of chain.entries())
      if (place && (link.prev_hash !== chain[place - 1]!.hash || link.seq !== chain[place - 1]!.seq + 1))
        found.push(`link ${link.seq}`)
    return found
  }
  const extract = (ws: Workspace, who: Caller, query = ''): Promise<Json> =>
    who.ok('GET', hoursPath(ws, `/export?from=2026-11-16&to=2026-11-30${query}`))

  test('verifies without what others recorded, and shows what was altered', async () => {
    const { ws, ada, boss, worker, other } = await five()
    const correction = {
      corrects_seq: 5,
      event: 'clock_out',
      occurred_at: '2026-11-17T17:00:00Z',
      reason: 'niño "1"',
    }
    await boss.ok('POST', hoursPath(ws, '/corrections'), {
      ...correction,
      employee_id: worker.id,
      hours_kind: 'overtime',
    })
    const mine = await extract(ws, ada)
    expect(mine).toMatchObject({ valid: true, content: null, head: { seq: 6 } })
    expect(mine.records.map(({ seq }: Json) => seq)).toEqual([1, 2, 4, 5, 6])
    expect(mine.skeleton.map(({ seq }: Json) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(Object.keys(mine.skeleton[2])).toEqual(['seq', 'entry_digest', 'prev_hash', 'hash'])
    expect(JSON.stringify(mine)).not.toContain(other.id)
    expect(problemsOf(mine)).toEqual([])
    expect(problemsOf(await extract(ws, boss, `&employee_id=${worker.id}`))).toEqual([])
    await forge(`update working_hours_log set occurred_at = occurred_at - interval '1 hour'
      where org_id = '${ws.org.id}' and seq = 4`)
    const forged = await extract(ws, ada)
    expect(forged.valid).toBe(false)
    expect(problemsOf(forged)).toEqual(['digest 4'])
  })

  test('is a table for people as CSV, with corrections by name and the head to compare', async () => {
    const { ws, ada, boss } = await five()
    const draft = { corrects_seq: 5, event: 'clock_out', occurred_at: '2026-11-17T16:30:00Z', reason: '=1+1' }
    await ada.ok('POST', hoursPath(ws, '/corrections'), draft)
    await boss.ok('POST', hoursPath(ws, '/corrections/6/ack'), { decision: 'agreed' })
    const { content, filename, head, records } = await extract(ws, ada, '&format=csv')
    expect([filename, records]).toEqual(['working-hours-2026-11-16-2026-11-30.csv', []])
    expect(content.split('\r\n')).toEqual([
      'name,day,start,end,break_minutes,minutes,hours_kind,mode,corrections',
      'Ada,2026-11-16,2026-11-16T09:00:00+01:00,2026-11-16T17:00:00+01:00,0,480,ordinary,on_site,',
      'Ada,2026-11-17,2026-11-17T09:00:00+01:00,2026-11-17T17:30:00+01:00,0,510,ordinary,on_site,' +
        '"6: =1+1 (worker Grace Hopper: agreed, company Grace Hopper: agreed)"',
      'total,2026-11,,,0,990,,,',
      `log,${head.seq},${head.hash}`,
      '',
    ])
  })

  test('refuses days between which there is too much, and too many days', async () => {
    const { ws, ada } = await five()
    expect(
      codedRefusal(await ada.call('GET', hoursPath(ws, '/export?from=2025-01-01&to=2026-11-30'))),
    ).toEqual([422, 'validation_error', 'query.to: at most 400 days from the first'])
    expect(
      codedRefusal(await ada.call('GET', hoursPath(ws, '/summary?from=2026-02-01&to=2026-01-01'))),
    ).toEqual([422, 'validation_error', 'query.to: must not be before from'])
    await forge(`update working_hours_log set seq = 30000 where org_id = '${ws.org.id}' and seq = 5`)
    expect(
      codedRefusal(await ada.call('GET', hoursPath(ws, '/export?from=2026-11-01&to=2026-11-30'))),
    ).toEqual([
      409,
      'conflict',
      'more than 20000 records of the organization lie between the first and the last; ask for fewer days',
    ])
  })
})

test('somebody who is new has an empty summary and an empty extract', async () => {
  const { ws } = await crew()
  const nobody = await hire(ws, undefined, 'New')
  for (const path of ['summary', 'export'])
    expect(await ws.owner.ok('GET', hoursPath(ws, `/${path}?employee_id=${nobody.id}`))).toMatchObject({
      head: null,
    })
})

describe('the whole log', () => {
  const log = (ws: Workspace, query = '') => ws.owner.ok('GET', hoursPath(ws, `/log/export${query}`))

  test('goes to the owner with all that its hashes cover, also once the organization is deleted', async () => {
    const { ws, ada, boss, worker } = await five()
    const last = new Date().getFullYear() + 4
    const whole = await log(ws)
    expect(whole.records.map(({ seq }: Json) => seq)).toEqual([1, 2, 3, 4, 5])
    for (const record of whole.records) {
      expect(digestOf(record, record.employee.employee_id)).toBe(record.entry_digest)
      expect(hashOf(whole.organization_id, record)).toBe(record.hash)
    }
    expect(whole).toMatchObject({ head: { seq: 5 }, next_seq: null })
    expect(Number(whole.kept_until.slice(0, 4))).toBe(last)
    expect(await log(ws, '?records=2')).toMatchObject({ records: [{ seq: 1 }, { seq: 2 }], next_seq: 3 })
    for (const who of [ada, boss])
      expect(codedRefusal(await who.call('GET', hoursPath(ws, '/log/export')))).toEqual([
        403,
        'forbidden',
        'needs the role owner or above',
      ])
    expect(codedRefusal(await ws.owner.call('GET', hoursPath(ws, '/log/export?records=5001')))[2]).toBe(
      'query.records: must be 1 to 5000',
    )
    const told = await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    expect(told.working_hours).toEqual({ records: 5, kept_until: whole.kept_until })
    expect(await log(ws, '?from_seq=2')).toMatchObject({ records: whole.records.slice(1) })
    expect((await ada.call('GET', hoursPath(ws, `/export?employee_id=${worker.id}`))).status).toBe(404)
    expect((await ada.call('GET', hoursPath(ws, '/log/export'))).status).toBe(403)
  })

  test('is nothing that the deletion tells of where there is none', async () => {
    const { ws } = await crew()
    expect(await log(ws)).toMatchObject({ records: [], head: null, kept_until: null, next_seq: null })
    const told = await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    expect(told.working_hours).toBeNull()
  })
})
