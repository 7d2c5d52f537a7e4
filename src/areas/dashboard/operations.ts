import { Activity } from '../../shared/activity.ts'
import { inPlainText } from '../../shared/plain-text.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Dashboard, DashboardFilter, RecentFilter, Workload, WorkloadFilter } from './schemas.ts'

export default area('dashboard', 'Dashboard', {}, [
  read({
    id: 'getDashboard',
    summary: 'Show where I and the organization stand, in one call',
    at: 'GET /dashboard',
    role: 'viewer',
    tool: 'get_dashboard',
    query: DashboardFilter,
    returns: Dashboard,
    details: 'A block that fails or takes too long is null and named in `errors`; the others are there.',
    run: ({ query: { timezone } }) => queries.dashboard(timezone),
  }),
  read({
    id: 'listRecentActivity',
    summary: 'List what happened lately in the projects I can see',
    at: 'GET /dashboard/activity',
    role: 'viewer',
    allowsProjectKeys: true,
    insteadOf: ['list_issue_history', 'task_id'],
    query: RecentFilter,
    returns: pageOf(Activity),
    transform: inPlainText('summary'),
    run: ({ query }) => queries.recentActivity(query),
  }),
  read({
    id: 'getWorkload',
    summary: 'Show how much people have to do from one day to another',
    at: 'GET /dashboard/workload',
    role: 'manager',
    heavy: true,
    query: WorkloadFilter,
    example: { query: 'from=2026-11-02&to=2026-11-15' },
    returns: Workload,
    run: ({ query }) => queries.workload(query),
  }),
])
