import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { hoursPath, crew, five, forge, hire, log } from '../kit/hours.ts'
import { impersonating } from '../kit/impersonation.ts'
import type { Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { pagesOf } from '../invoice-files/reading.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

const print = (ws: Workspace, who: Caller, query = ''): Promise<Json> =>
  who.ok('GET', hoursPath(ws, `/inspection-file?from=2026-11-16&to=2026-11-30${query}`))
const textOf = async ({ content }: Json): Promise<string> =>
  (await pagesOf(new Uint8Array(Buffer.from(content, 'base64')))).join(' ')

describe('the paper of working hours', () => {
  test('has shifts, totals, corrections with who agreed, and the end of the log, in the language of the employee', async () => {
    const { ws, ada, boss, worker } = await five()
    await ws.owner.ok('PATCH', ws.base, { locale: 'es' })
    await log(ws, worker, ['clock_in 2026-11-18T22:00:00+01:00', 'clock_out 2026-11-19T06:00:00+01:00'])
    await ada.ok('POST', hoursPath(ws, '/corrections'), {
      corrects_seq: 5,
      event: 'clock_out',
      occurred_at: '2026-11-17T16:30:00Z',
      reason: 'Reunión',
    })
    await boss.ok('POST', hoursPath(ws, '/corrections/8/ack'), { decision: 'agreed' })
    const file = await print(ws, ada)
    expect([file.filename, file.content_type]).toEqual([
      'working-hours-2026-11-16-2026-11-30.pdf',
      'application/pdf',
    ])
    const text = await textOf(file)
    const { head } = await ada.ok('GET', hoursPath(ws, '/export?from=2026-11-16&to=2026-11-30'))
    for (const part of [
      '17 nov 2026',
      '09:00',
      '17:30',
      '8:30',
      '06:00 (+1)',
      '24:30',
      'Reunión',
      'empresa',
      head.hash,
    ])
      expect(text).toContain(part)
    expect(text).toContain('Los registros están como se registraron.')
    expect(text).not.toContain('Bob')
  })

  test('says so where records were altered', async () => {
    const { ws, ada } = await five()
    await forge(`update working_hours_log set occurred_at = occurred_at - interval '1 hour'
      where org_id = '${ws.org.id}' and seq = 4`)
    expect(await textOf(await print(ws, ada))).toContain('Records were altered after they were recorded.')
  })

  test('is of whoever is in the team, and of nobody to colleagues or whoever impersonates', async () => {
    const { ws, boss, bob, ada, worker } = await five()
    const query = `&employee_id=${worker.id}`
    expect((await print(ws, boss, query)).filename).toMatch(/pdf$/)
    expect(
      refusal(await bob.call('GET', hoursPath(ws, `/inspection-file?employee_id=${worker.id}`))),
    ).toEqual([422, 'query.employee_id: not found'])
    const { send } = await impersonating(ada)
    expect((await send('GET', hoursPath(ws, '/inspection-file'))).status).toBe(403)
  })

  test('of somebody without records says that there are none', async () => {
    const { ws } = await crew()
    const nobody = await hire(ws, undefined, 'New')
    expect(await textOf(await print(ws, ws.owner, `&employee_id=${nobody.id}`))).toContain(
      'Nothing is recorded in this period.',
    )
  })
})
