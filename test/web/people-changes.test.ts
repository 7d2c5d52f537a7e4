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

test('headers of another program are chosen once, and known in the next table', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = `/organizations/${ws.org.slug}/people/import`
  const csv = 'Nr,Vorname,Beginn,Farbe\n1,Ada,2026-01-01,red'
  const asked = await submit(at, { csv }, headers)
  expect(asked.status).toBe(422)
  for (const said of ['Row 1, Beginn: is no column', 'What these columns are', 'name="column Farbe"', csv])
    expect(asked.text).toContain(said)
  const chosen = {
    csv,
    'column Nr': 'employee_number',
    'column Vorname': 'first_name',
    'column Beginn': 'hire_date',
    'column Farbe': '',
  }
  const tried = await submit(at, { ...chosen, dry_run: 'yes' }, headers)
  expect(tried.text).toContain('1 person added, 0 changed, 0 as before.')
  expect(tried.text).toMatch(/<option value="hire_date" selected=""[^>]*>First day/)
  expect((await submit(at, chosen, headers)).text).toContain('The table is entered')
  const next = await submit(at, { csv: csv.replace('1,Ada', '2,Bob') }, headers)
  expect(next.text).toContain('1 person added, 0 changed, 0 as before.')
})
