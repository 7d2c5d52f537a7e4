import { expect, test } from 'vitest'
import { seed } from '../../scripts/seed.ts'
import { asOwner } from '../kit/client.ts'
import { settled } from '../kit/inbox.ts'
import { serveApp } from '../kit/serve.ts'
import { parts } from '../kit/parts.ts'

test('the demo organization has a completed, a current and a planned sprint, automation runs, a wiki, and personal objects', async () => {
  const server = await serveApp({ COOKIE_SECURE: 'false' })
  await seed(server.url, parts().ownerUrl)
  await server.stop()
  const sprints = await asOwner(
    `select s.state, s.committed_points::float as committed, s.completed_points::float as completed,
      (select count(distinct l.at::date)::int from sprint_ledger l where l.sprint_id = s.id) as days,
      s.id = any (app.drifted_sprints(s.org_id)) as drifted, json_array_length(s.frozen_charts->'points'->'days') as shown
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
  const [org] = await asOwner<{ id: string }>(`select id from organizations where name = 'Aurora Studio'`)
  await settled({ org: org! })
  const group = await asOwner(
    `select s.name, h.data_scopes, h.ownership_percent::float as owns, p.name as shared,
      (select count(*)::int from holding_rates r where r.org_id = h.org_id) as rates
    from holding_links h join organizations s on s.id = h.subsidiary_org_id
      join project_shares x on x.target_org_id = h.org_id and x.org_id = s.id and x.status = 'accepted'
      join projects p on p.id = x.project_id where h.org_id = $1 and h.status = 'active'`,
    [org!.id],
  )
  expect(group).toEqual([
    {
      name: 'Boreal Labs',
      data_scopes: ['finance', 'projects'],
      owns: 80,
      shared: 'Sensor for show cases',
      rates: 4,
    },
  ])
  const runs = await asOwner(
    `select a.name, r.status, t.title from automation_runs r join automations a on a.id = r.automation_id
      join tasks t on t.id = r.record_id where r.org_id = $1 order by a.rank, a.created_at, t.number`,
    [org!.id],
  )
  expect(runs).toEqual([
    { name: 'Bugs come first', status: 'succeeded', title: 'Fix the crash when the camera is denied' },
    { name: 'Bugs come first', status: 'succeeded', title: 'Fix the cut-off button on small screens' },
    { name: 'Bugs come first', status: 'conditions_not_met', title: 'Fix the payment that is taken twice' },
    { name: 'Bugs come first', status: 'conditions_not_met', title: 'Ask testers for feedback' },
    { name: 'Bugs come first', status: 'conditions_not_met', title: 'Sign in with a passkey' },
    { name: 'Test what is done', status: 'succeeded', title: 'Sign in with a passkey' },
  ])
  const pages = await asOwner(
    `select d.title, d.depth, (select count(*)::int from document_versions v where v.document_id = d.id) as versions,
      (select count(*)::int from document_links l where l.document_id = d.id) as links,
      (select count(*)::int from comments c where c.document_id = d.id) as comments
    from documents d join organizations o on o.id = d.org_id where o.name = 'Aurora Studio' order by d.title`,
  )
  expect(pages).toEqual([
    { title: 'First week', depth: 2, versions: 1, links: 0, comments: 0 },
    { title: 'Handbook', depth: 1, versions: 1, links: 0, comments: 0 },
    { title: 'Launch plan', depth: 1, versions: 3, links: 3, comments: 2 },
    { title: 'Meeting notes', depth: 2, versions: 1, links: 0, comments: 0 },
    { title: 'Releases', depth: 2, versions: 1, links: 0, comments: 0 },
  ])
  const personal = await asOwner(
    `select n.title, n.is_pinned as marked from notes n where n.org_id = $1
      union all select r.title, r.next_fire_at > now() from reminders r where r.org_id = $1 order by title`,
    [org!.id],
  )
  expect(personal).toEqual([
    { title: 'Ask the bank about card fees', marked: true },
    { title: 'Questions for the kick-off', marked: true },
    { title: 'Words that our customers use', marked: false },
  ])
  const pay = await asOwner(
    `select r.status, count(s.id)::int as slips, bool_and((s.number is null) = (r.status = 'calculated')) as numbered,
        sum(s.net_minor)::int = (r.totals->>'net_minor')::int as agree
      from payroll_runs r join payslips s on s.run_id = r.id where r.org_id = $1
      group by r.org_id, r.id, r.status, r.totals, r.period_start order by r.period_start`,
    [org!.id],
  )
  expect(pay).toEqual(
    ['paid', 'paid', 'calculated'].map((status) => ({ status, slips: 12, numbered: true, agree: true })),
  )
  const weeks = await asOwner(
    `select t.status, t.worked_minutes from timesheets t where t.org_id = $1 order by t.week_start`,
    [org!.id],
  )
  expect(weeks.map(({ status }) => status)).toEqual(['approved', 'rejected', 'submitted'])
  const leave = await asOwner(
    `select r.status, count(*)::int as requests from leave_requests r where r.org_id = $1 group by r.status
      order by r.status`,
    [org!.id],
  )
  expect(leave).toEqual([
    { status: 'approved', requests: expect.toSatisfy((n: number) => n > 60 && n < 150) },
    { status: 'cancelled', requests: 1 },
    { status: 'pending', requests: 5 },
    { status: 'rejected', requests: 1 },
  ])
  const [left] = await asOwner(
    `select count(distinct b.employee)::int as people, min(b.days)::float >= 0 as enough, max(b.days)::float <= 28 as few
      from (select l.employee_id as employee, sum(l.amount) as days from leave_ledger l
        join leave_types t on t.id = l.leave_type_id and t.affects_balance where l.org_id = $1 and l.year = extract(year from now()) group by l.employee_id, l.leave_type_id, l.year) b`,
    [org!.id],
  )
  expect(left).toEqual({ people: 12, enough: true, few: true })
}, 120_000)
