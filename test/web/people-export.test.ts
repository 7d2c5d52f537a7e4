import { expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { open } from './browse.ts'

test('people are downloaded as a table, by admins', async () => {
  const ws = await workspace()
  await ws.owner.ok('POST', `${ws.base}/employees`, { first_name: 'Ada', hire_date: '2026-01-01' })
  const at = `/organizations/${ws.org.slug}/people`
  expect((await open(at, ws.owner.headers)).text).toContain(`href="${at}/files/csv"`)
  const { text } = await open(`${at}/files/csv`, ws.owner.headers)
  expect(text).toMatch(/^\uFEFF?employee_number,first_name.*\r\n0001,Ada,/)
  const manager = await join(ws, 'manager')
  expect((await open(at, manager.headers)).text).not.toContain('/files/csv')
  expect((await open(`${at}/files/csv`, manager.headers)).status).toBe(403)
})
