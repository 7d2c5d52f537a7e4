import { expect, test } from 'vitest'
import { crew, forge, log } from '../kit/hours.ts'
import { open, problemBeside, submit } from './browse.ts'

/** The crew, and a shift of Ada in the log. */
async function recorded() {
  const of = await crew()
  await log(of.ws, of.worker, ['clock_in 2026-11-20T09:00:00+01:00', 'clock_out 2026-11-20T17:00:00+01:00'])
  return of
}
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('the log is checked by itself and against a head that was kept, and downloaded by owners alone', async () => {
  const { ws, boss } = await recorded()
  const page = `/organizations/${ws.org.slug}/hours-log`
  const check = (form: object, who = ws.owner) => submit(`${page}/check`, { ...form }, who.headers)
  const held = plain((await check({})).text)
  expect(held).toContain('The log holds 2 records computed again.')
  const [, seq, hash] = /Head: (\d+), ([0-9A-F]{64}) \./.exec(held)!
  expect(plain((await check({ known_seq: seq, known_hash: hash!.toLowerCase() })).text)).toContain(
    'The head that you kept is still in it.',
  )
  expect(plain((await check({ known_seq: seq, known_hash: '0'.repeat(64) })).text)).toContain(
    'Since the head that you kept, the log was rewritten.',
  )
  const half = await check({ known_seq: '2' })
  expect([half.status, problemBeside('known_hash', half)]).toEqual([
    422,
    'Enter the place and the hash, or neither.',
  ])
  const wrong = await check({ known_seq: 'last', known_hash: hash })
  expect([wrong.status, !!problemBeside('known_seq', wrong)]).toEqual([422, true])

  const file = await open(`${page}/files/json?from=1`, ws.owner.headers)
  expect(file.headers.get('content-disposition')).toContain('working-hours-from-1.json')
  expect(JSON.parse(file.text)).toMatchObject({ head: { seq: 2, hash }, records: [{ seq: 1 }, { seq: 2 }] })
  const seen = (await open(page, boss.headers)).text
  expect(seen).not.toContain('files/json')
  expect((await open(`${page}/files/json?from=1`, boss.headers)).status).toBe(403)
})

test('a log that was altered is told', async () => {
  const { ws } = await recorded()
  await forge(`update working_hours_log set mode = 'remote' where org_id = '${ws.org.id}' and seq = 1`)
  const { text } = await submit(`/organizations/${ws.org.slug}/hours-log/check`, {}, ws.owner.headers)
  expect(plain(text)).toContain('The log is broken Record 1: content altered.')
})
