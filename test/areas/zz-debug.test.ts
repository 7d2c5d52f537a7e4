import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { Client } from 'pg'
import { inject } from 'vitest'
import { project, workspace, task } from '../kit/makers.ts'

test('debug', async () => {
  const ws = await workspace()
  const home = await project(ws)
  await task(ws, home.id, { estimate_minutes: 60, due_date: '2026-12-01' })
  const c = new Client({ connectionString: inject('parts').ownerUrl })
  await c.connect()
  const run = async (text: string) => {
    await c.query('begin')
    try {
      await c.query(`select app.enter_system('${ws.org.id}', 't', 't')`)
      const { rows } = await c.query(text.replaceAll('$P', `'${home.id}'::uuid`))
      appendFileSync('/tmp/roadmap-out.txt', '\n' + [text.slice(0, 80), JSON.stringify(rows)].join(' '))
    } catch (error) {
      appendFileSync(
        '/tmp/roadmap-out.txt',
        '\n' + [text.slice(0, 80), 'ERR', String(error), (error as any).where].join(' '),
      )
    }
    await c.query('rollback')
  }
  await run(
    `select date '0001-01-01' as d, extract(isodow from date '0001-01-01') as w, app.work_day(app.work_index('2026-11-21', '{1,2,3,4,5}'), '{1,2,3,4,5}') as fri, app.work_day(app.work_start('2026-11-21', '{1,2,3,4,5}'), '{1,2,3,4,5}') as mon`,
  )
  await run(`select app.roadmap(null, '{active}', '{project,milestone,epic,sprint}', null, null, 10, 0)`)
  await run(`select app.earned_value($P, null, 'minutes', '0_100', current_date)`)
  await run(`select app.earned_value_series($P, null, 'minutes', '0_100', '{2026-11-20,2026-12-02}')`)
  await run(`select app.portfolio(null, current_date)`)
  await run(`select app.schedule($P, '[]', true)`)
  await c.end()
})
