import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { hire } from '../kit/leave.ts'
import { workspace } from '../kit/makers.ts'
import { open, submit } from './browse.ts'

test('an admin enters people by a table, merges departments, and hires somebody again', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = `/organizations/${ws.org.slug}`
  const csv = 'employee_number,first_name,hire_date\n7001,Hedy,2020-01-01\n7002,Rosalind,03/04/2020'
  const refused = await submit(`${at}/people/import`, { csv, dry_run: 'yes' }, headers)
  expect(refused.text).toContain('Nothing was changed yet')
  expect(refused.text).toContain('Row 3, hire_date: 2020-04-03 or 2020-03-04? write year-month-day')
  const entered = await submit(
    `${at}/people/import`,
    { csv: csv.replace('03/04/2020', '2020-04-03') },
    headers,
  )
  expect(entered.text).toContain('2 people added, 0 changed, 0 as before.')

  const [lab, works] = await Promise.all(
    ['Lab', 'Works'].map((name): Promise<Json> => ws.owner.ok('POST', `${ws.base}/departments`, { name })),
  )
  const merged = await submit(`${at}/departments/merge`, { department_id: lab!.id, into: works!.id }, headers)
  expect(merged.status).toBe(303)
  expect((await ws.owner.ok('GET', `${ws.base}/departments/${lab!.id}`)).archived_at).not.toBeNull()

  const one = await hire(ws)
  await ws.owner.ok('POST', `${ws.base}/employees/${one.id}/terminate`, { termination_date: '2026-01-31' })
  const page = `/people/${one.id}`
  expect((await open(`${page}?org=${ws.org.slug}`, headers)).text).toContain('Hire again')
  const again = await submit(`${page}/rehire?org=${ws.org.slug}`, { hire_date: '2026-03-01' }, headers)
  expect(again.status).toBe(303)
  expect((await ws.owner.ok('GET', `${ws.base}/employees/${one.id}`)).termination_date).toBeNull()
})
