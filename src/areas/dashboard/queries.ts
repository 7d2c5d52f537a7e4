import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { sprints } from '../../../db/schema/sprints.ts'
import { auditLog } from '../../../db/schema/system.ts'
import { activityOf, ofDocuments, ofTasks, ofUpdates, type Source } from '../../shared/activity.ts'
import { unreadTotal } from '../../shared/inbox.ts'
import { answer } from '../../kit/sql.ts'
import type { RecentFilter, WorkloadFilter } from './schemas.ts'

const blocks = ['me', 'projects', 'active_sprints', 'upcoming_deadlines']
/** The time limit of a block; the service responds within five seconds in any case. */
const blockTimeout = '900ms'

/** Each block is its own statement, so that each has its own time limit. */
export const dashboard = (zone: string | undefined) => [
  sql`select set_config('statement_timeout', ${blockTimeout}, true)`,
  ...blocks.map((block) => sql`select app.dashboard_block(${block}, ${zone ?? null})`),
  answer(sql`current_setting('app.dashboard')::jsonb || jsonb_build_object('generated_at', app.utc(now()), 'unread',
    ${unreadTotal})`),
]

const sprintSource = (where: ReturnType<typeof sql>): Source => ({
  type: sql`a.action`,
  actor: sql`a.actor_user_id`,
  at: sql`a.created_at`,
  tie: sql`a.id`,
  row: sql`null::uuid as task_id, null::text as field, null::jsonb as was, null::jsonb as now,
    replace(split_part(a.action, '.', 2), '_', ' ') || ' ' || ${sprints.name} as summary`,
  from: sql`${auditLog} a join ${sprints} on ${sprints.org_id} = a.org_id and ${sprints.id}::text = a.entity_id
    where a.org_id = (select app.org_id()) and a.entity_type = 'sprints' and ${sprints.deleted_at} is null and ${where}`,
})

export const recentActivity = ({ project_id, since, ...query }: z.output<typeof RecentFilter>) => {
  const visibleProjects = sql`(select p.id from app.visible_projects() p
    where ${project_id ?? null}::uuid is null
    or p.id = ${project_id ?? null}::uuid)`
  const from = since ?? new Date(Date.now() - 30 * 864e5).toISOString()
  return activityOf(
    [
      ofTasks(sql`e.project_id in ${visibleProjects}`),
      sprintSource(sql`${sprints.project_id} in ${visibleProjects}`),
      ofUpdates(sql`u.project_id in ${visibleProjects}`),
      ofDocuments(
        project_id
          ? sql`d.project_id in ${visibleProjects}`
          : sql`(d.project_id is null or d.project_id in ${visibleProjects})`,
      ),
    ],
    { ...query, from },
  )
}

export const workload = ({ project_id, from, to, unit }: z.output<typeof WorkloadFilter>) =>
  answer(sql`app.workload(${project_id ?? null}::uuid, ${from}::date, ${to}::date, ${unit})`)
