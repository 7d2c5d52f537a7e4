import { expect, inject, test } from 'vitest'
import { seed } from '../../scripts/seed.ts'
import { asOwner } from '../kit/client.ts'
import { serveApp } from '../kit/serve.ts'

test('the demo organization has a completed sprint, one that is two weeks old and a planned one, and they add up', async () => {
  const served = await serveApp({ COOKIE_SECURE: 'false' })
  await seed(served.url, inject('parts').ownerUrl)
  await served.stop()
  const sprints = await asOwner(
    `select s.state, s.committed_points::float as committed, s.completed_points::float as completed,
      (select count(distinct l.at::date)::int from sprint_ledger l where l.sprint_id = s.id) as days,
      s.id = any (app.drifted_sprints()) as drifted, json_array_length(s.frozen_charts->'points'->'days') as shown
    from sprints s join organizations o on o.id = s.org_id where o.name = 'Aurora Studio' order by s.number`,
  )
  expect(sprints).toEqual([
    { state: 'completed', committed: 14, completed: 12, days: 8, drifted: false, shown: 15 },
    { state: 'active', committed: 26, completed: null, days: 9, drifted: false, shown: null },
    { state: 'planned', committed: null, completed: null, days: 0, drifted: false, shown: null },
  ])
  const plans =
    await asOwner(`select b.name, b.is_current, b.task_count > 10 as whole, b.bac_minutes > 0 as estimated,
      (select array_agg(m.name order by m.due_date)::text[] from milestones m where m.project_id = b.project_id) as milestones
    from project_baselines b join organizations o on o.id = b.org_id where o.name = 'Aurora Studio'`)
  expect(plans).toEqual([
    { name: 'As agreed', is_current: true, whole: true, estimated: true, milestones: ['Beta', 'Launch'] },
  ])
})
