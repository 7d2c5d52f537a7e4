import { type SQL, sql } from 'drizzle-orm'
import { tasks } from '../../db/schema/tasks.ts'
import type { Database } from '../kit/database.ts'
import { compileFilter } from '../shared/filter/compile.ts'
import { taskGrammar, TaskFilterOrNone } from '../shared/filter/task-fields.ts'
import { all, inOrg, jsonb, type Statement } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'

/** How much one outbox item runs at most; the rest is enqueued again. */
const batchSize = 200

type Rules = Record<string, { conditions: unknown; action: object }>
type Run = { automation_id: string; task_id: string; event_id?: number; due_date?: string }

/**
 * Runs the automations triggered by a change: each once per event and task, however often the work is
 * delivered.
 */
export const automating: Consumer = {
  topic: 'automate',
  action: 'automation.ran',
  async react({ org_id, topic, payload: { change_id, at, ...payload } }, database) {
    const [text] = await database.batch([
      sql`select app.automation_work(${org_id}::uuid, ${change_id}::uuid, ${at}::timestamptz, ${batchSize})`,
    ])
    const { rules, runs } = JSON.parse(text!) as { rules: Rules; runs: Run[] }
    return statements(rules, runs, [topic, { ...payload, change_id, at }])
  },
}

/** Runs the automations triggered by events of tickets, deals and leads: each once per event. */
export const automatingRecords: Consumer = {
  topic: 'automate.records',
  action: 'automation.ran',
  react: async ({ payload }) => [sql`select app.run_record_automations(${jsonb(payload)}, 100)`],
}

/** Runs the automations triggered by due dates, for the current day in a time zone. */
export const automatingDays: Consumer = {
  topic: 'automate.days',
  action: 'automation.ran',
  async react({ org_id, topic, payload }, database) {
    const zone = String(payload.zone)
    const [text] = await database.batch([sql`select app.date_rules_today(${org_id}::uuid, ${zone})`])
    const rules = JSON.parse(text!) as Rules
    const runs = await due(rules, org_id, zone, database)
    const next = sql`select app.schedule(${org_id}::uuid, ${topic}, ${jsonb(payload)},
      app.next_date_rules_run(${org_id}::uuid, ${zone}))`
    return [...statements(rules, runs, [topic, payload]), next]
  },
}

/** The tasks that are due for these rules and meet their conditions. */
async function due(rules: Rules, org: string, zone: string, database: Database): Promise<Run[]> {
  const found = Object.entries(rules).map(
    ([id, { conditions }]) => sql`select d.automation_id, d.task_id, d.due_date
      from app.date_rule_tasks(${org}::uuid, ${zone}, app.job_day(${zone})) d
      join ${tasks} on ${inOrg(tasks)} and ${tasks.id} = d.task_id
      where d.automation_id = ${id} and ${conditionOf(conditions)}`,
  )
  if (found.length === 0) return []
  const [text] = await database.batch([
    sql`select coalesce(json_agg(f order by f.task_id, a.rank, a.created_at, a.id), '[]') from
      (select * from (${sql.join(found, sql` union all `)}) u limit ${batchSize}) f
      join automations a on a.org_id = app.org_id() and a.id = f.automation_id`,
  ])
  return JSON.parse(text!) as Run[]
}

function statements(rules: Rules, runs: Run[], [topic, payload]: [string, object]): Statement[] {
  if (runs.length === 0) return []
  const ids = [...new Set(runs.map(({ task_id }) => task_id))]
  return [
    sql`select app.lock_for_automations(${`{${ids.join(',')}}`}::uuid[])`,
    ...runs.map((run) => perform(run, rules[run.automation_id]!)),
    ...(runs.length === batchSize ? [sql`select app.emit(${topic}, ${jsonb(payload)})`] : []),
  ]
}

/**
 * One run. The preceding statement took locks; under them the conditions are evaluated on the event and the
 * current state.
 */
function perform({ automation_id, task_id, event_id, due_date }: Run, { conditions, action }: Rules[string]) {
  const where = conditionOf(conditions)
  const isTask = sql`${tasks.id} = ${task_id}`
  const matchesNow = sql`exists (select from ${tasks} where ${all(inOrg(tasks), isTask, sql`${where}`)})`
  const matchedThen =
    event_id === undefined
      ? sql`true`
      : sql`exists (select from app.task_at(${task_id}::uuid, ${event_id}::bigint) tasks where ${where})`
  const matched = isReadable(conditions) ? matchedThen : sql`null`
  return sql`select app.run_automation(${automation_id}::uuid, ${jsonb(action)},
    ${event_id ?? null}::bigint, ${task_id}::uuid, ${due_date ?? null}::date, ${matched}, ${matchesNow})`
}

const isReadable = (conditions: unknown) => TaskFilterOrNone.safeParse(conditions).success

/**
 * Stored conditions as SQL over tasks; those the grammar no longer knows count as met, and the run reports
 * it.
 */
function conditionOf(conditions: unknown): SQL {
  const { data } = TaskFilterOrNone.safeParse(conditions)
  return data ? sql`(${compileFilter(data, taskGrammar.fields).where}) is true` : sql`true`
}
