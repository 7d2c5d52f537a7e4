import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { allocate, workforcePath, plan } from '../kit/capacity.ts'
import { open, submit, to } from './browse.ts'

test('a week of somebody is chosen, planned, and marked where it is too much', async () => {
  const own = await plan()
  const page = `/organizations/${own.ws.org.slug}/capacity`
  const { headers } = own.boss
  await allocate(own.ws, own.boss, own.on({ percent: 80 }))
  const first = await open(`${page}?from=2026-12-14`, headers)
  expect(first.text).toContain('32 h of 40 h')
  const week = `?from=2026-12-14&employee_id=${own.worker.id}&week=2026-12-14`
  expect(first.text).toContain(`${week.replaceAll('&', '&amp;')}#plan`)
  expect((await open(`${page}${week}`, headers)).text).toContain('Plan somebody for a project')
  const fields = {
    employee_id: own.worker.id,
    project_id: own.web.id,
    from: '2026-12-14',
    percent: '50',
    status: 'confirmed',
  }
  expect(to(await submit(page, fields, headers))[0]).toBe(303)
  const after = await open(`${page}?from=2026-12-14`, headers)
  expect(after.text).toContain('52 h of 40 h')
  expect(after.text).toContain('12 h over')
  const { items } = await own.boss.ok('GET', workforcePath(own.ws, '/allocations'))
  const added = items.find(({ percent }: Json) => percent === 50)
  expect(to(await submit(`${page}/delete`, { allocation_id: added.id }, headers))[0]).toBe(303)
  expect((await own.boss.ok('GET', workforcePath(own.ws, '/allocations'))).total).toBe(1)
  const member = await open(page, own.ada.headers)
  expect(member.status).toBe(403)
})
