import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { automationRuns, automations } from '../../../db/schema/automations.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { compileFilter, warningsOf } from '../../shared/filter/compile.ts'
import type { Condition, Node } from '../../shared/filter/grammar.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import { boolParam, id as idParam, Person } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  jsonb,
  one,
  page,
  roleLevel,
  type Ref,
  ensureFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { person } from '../../shared/people.ts'
import { openProject } from '../../shared/projects.ts'
import { project as projectReference } from '../../shared/references.ts'
import { itemOf, openable } from '../../shared/linked.ts'
import { constraints } from './catalog.ts'
import {
  type AutomationChange,
  type AutomationDraft,
  AutomationRun,
  type AutomationTest,
  loopWarnings,
  recordIds,
  type RunFilter,
  shown,
  Stats,
  Stored,
} from './schemas.ts'

const computed = {
  created_by: person(automations.created_by),
  health: sql`case when not ${automations.is_enabled} then 'disabled'
  when ${automations.consecutive_failures} > 0 then 'failing'
  when ${automations.last_status} = 'throttled' then 'throttled'
  when ${automations.last_run_at} is null then 'idle' else 'ok' end`,
}
const stats = sql`(select json_build_object('runs', coalesce(sum(s.n), 0),
    'by_status', coalesce(json_object_agg(s.status, s.n order by s.status), '{}'),
    'average_ms', round(sum(s.ms) / nullif(sum(s.n), 0)))
  from (select ${automationRuns.status} as status, count(*) as n, sum(${automationRuns.duration_ms}) as ms
    from ${automationRuns} where ${inOrg(automationRuns)} and ${automationRuns.automation_id} = ${automations.id}
      and ${automationRuns.status} <> 'dry_run' and ${automationRuns.created_at} > now() - interval '30 days'
    group by 1) s)`

const loops = sql`app.loop_warnings(${automations.id})`

export const automation = resource(automations, {
  noun: 'automation',
  name: 'Automation',
  row: 'id name* event=trigger.event does=action.type is_enabled health run_count last_run_at',
  at: '/automations',
  item: '/automations/{automation_id}',
  fields: {},
  required: [],
  shown: {
    ...shown,
    health: [shown.health, computed.health],
    created_by: [Person.nullable().describe('Who created it'), computed.created_by],
  },
  detail: { loop_warnings: [loopWarnings, loops], stats: [Stats, stats] },
  target: {
    kind: 'automation',
    noun: 'automation',
    table: automations,
    /* For all projects, or for one the caller can open. */
    notDeleted: sql`${automations.deleted_at} is null
      and (${automations.project_id} is null or ${openProject(automations.project_id)})`,
  },
})

export const SavedAutomation = z
  .object({ ...automation.Shown.shape, loop_warnings: loopWarnings })
  .meta({ id: 'SavedAutomation' })
const saved = shape(SavedAutomation, automations, { ...computed, loop_warnings: loops })
export const getSaved = (id: Ref) => one(saved, automation.row(id))

export const filter = {
  project_id: [
    idParam().meta({ description: 'Those of the project and those of all projects' }),
    (project: string) => sql`(${automations.project_id} is null or ${automations.project_id} = ${project})`,
  ],
  enabled: [
    boolParam().describe('Only those switched on, or with false off'),
    (enabled: boolean) => sql`${automations.is_enabled} = ${enabled}`,
  ],
} satisfies Filter

/** Rejects the batch if the conditions mention something that does not exist. */
const requireMentioned = (conditions: object | undefined): SQL[] => {
  const tree = conditions && nodeOf(conditions)
  const { mentions } = tree
    ? compileFilter(tree, taskGrammar.fields, { at: 'body.conditions' })
    : { mentions: [] }
  return mentions.length
    ? [
        sql`select app.ensure_fields(array(select replace(w, '; it matches nothing', '')
          from json_array_elements_text(${warningsOf(mentions)}) w))`,
      ]
    : []
}

/** Validated conditions; `{}` means none. */
const nodeOf = (conditions: object): Node | undefined =>
  Object.keys(conditions).length ? (conditions as Node) : undefined

type RuleParts = Record<'project' | 'trigger' | 'conditions' | 'action', SQL>
const validate = ({ project, trigger, conditions, action }: RuleParts) =>
  sql`app.ensure_fields(app.automation_mismatches(${project}, ${trigger}, ${conditions}, ${action}, ${jsonb(constraints)})
    || app.automation_problems(${project}, ${trigger}, ${action}))`

const refers = { project_id: projectReference }

export const addAutomation = (id: string, { conditions, ...draft }: z.output<typeof AutomationDraft>) => [
  ...ensureFields(referencesIn(refers, draft)),
  sql`select ${validate({
    project: sql`${draft.project_id ?? null}::uuid`,
    trigger: jsonb(draft.trigger),
    conditions: jsonb(conditions ?? {}),
    action: jsonb(draft.action),
  })}`,
  ...requireMentioned(conditions),
  sql`select app.require_room_for_automations(1)`,
  insert(automations, { id, ...draft, conditions: conditions ?? {} }),
]

/** Validates the rule as changed, if the change touches its references or enables it. */
export const validateChange = (id: Ref, change: Omit<z.output<typeof AutomationChange>, 'version'>) => {
  const { project_id, trigger, action, is_enabled, conditions } = change
  const mustValidate = project_id !== undefined || trigger || action || conditions || is_enabled
  const project = project_id === undefined ? sql`a.project_id` : sql`${project_id}::uuid`
  const part = (sent: object | undefined, column: SQL) => (sent ? jsonb(sent) : column)
  return [
    ...ensureFields(referencesIn(refers, change)),
    ...(mustValidate
      ? [
          sql`select ${validate({
            project,
            trigger: part(trigger, sql`a.trigger`),
            conditions: part(conditions, sql`a.conditions`),
            action: part(action, sql`a.action`),
          })} from ${automations} a where a.org_id = (select app.org_id()) and a.id = ${id}`,
        ]
      : []),
    ...requireMentioned(conditions),
  ]
}

/** Enabling a rule resets it: earlier failures no longer count. */
export const changeAutomation = (id: Ref, change: Omit<z.output<typeof AutomationChange>, 'version'>) =>
  update(
    automations,
    { ...change, ...(change.is_enabled ? { consecutive_failures: 0, disabled_reason: null } : {}) },
    automation.row(id),
  )

export const deleteAutomation = (id: Ref) =>
  sql`update ${automations} set deleted_at = now(), is_enabled = false where ${automation.row(id)}`

const taskOf = (value: SQL) => sql`(select ${value} from ${tasks} t join ${projects} p on p.org_id = t.org_id
  and p.id = t.project_id where t.org_id = (select app.org_id()) and t.id = ${automationRuns.record_id})`
const ofTask = sql`${automationRuns.record_kind} = 'task'`
const run = shape(AutomationRun, automationRuns, {
  task: sql`case when ${ofTask} then ${taskOf(
    sql`json_build_object('id', t.id, 'key', p.key || '-' || t.number, 'title', t.title)`,
  )} end`,
  record: sql`(select json_build_object('type', i.kind, 'id', i.id, 'title', case when i.kind = 'task' then i.title
    else concat_ws(' ', i.key, i.title) end) from ${itemOf(automationRuns.record_kind, automationRuns.record_id)})`,
})

/** Runs on records the caller can still see: members see all tickets, deals and leads. */
export const listRuns = (id: Ref, { status, ...query }: z.output<typeof RunFilter>) => {
  const sent = new Map<string, unknown>(Object.entries(query))
  return page({ ...query, sort: [{ key: 'id', descending: true }] }, run, {
    where: all(
      inOrg(automationRuns),
      sql`${automationRuns.automation_id} = ${id}`,
      visible(automationRuns.project_id),
      sql`case when not ${ofTask} then ${roleLevel} >= 20 and (select app.only_project()) is null
        else exists (select from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${automationRuns.record_id}
        and ${visible(tasks.project_id)}) end`,
      status && sql`${automationRuns.status} = ${status}`,
      ...recordIds.map(
        ([kind, field]) =>
          sent.has(field) &&
          sql`${automationRuns.record_kind} = ${kind} and ${automationRuns.record_id} = ${sent.get(field)}`,
      ),
    ),
    sorts: { id: automationRuns.id },
  })
}

export const storedRule = (id: Ref) =>
  answer(
    sql`(select ${json({ conditions: automations.conditions, action: automations.action })} from ${automations}
      where ${automation.row(id)})`,
  )

type TestInput = z.output<typeof AutomationTest>
const testedRecord = (body: TestInput) => {
  const [kind, field] = recordIds.find(([, one]) => body[one] !== undefined)!
  return { field, kind, record: body[field]! }
}

export function lockForTest(body: TestInput) {
  const { kind, record } = testedRecord(body)
  return kind === 'task'
    ? sql`select app.lock_for_automations(array[${record}::uuid])`
    : sql`select app.lock_records(${kind}, array[${record}::uuid])`
}

/** Refuses a record of another kind than the trigger listens to, or that the caller cannot see. */
function requireRecord(automationId: Ref, body: TestInput) {
  const { field, kind } = testedRecord(body)
  const expected = sql`(select split_part(a.trigger ->> 'event', '.', 1) from ${automations} a
    where a.org_id = (select app.org_id()) and a.id = ${automationId})`
  return [
    ...ensureFields({
      [`body.${field}`]: [
        sql`${expected} = ${kind}`,
        sql`'the automation listens to ' || ${expected} || 's; send ' || ${expected} || '_id instead'`,
      ],
    }),
    ...ensureFields(referencesIn({ [field]: openable(kind) }, body)),
  ]
}

/**
 * Runs a stored rule on a record and rolls everything back; reports each condition with its path and result.
 */
export function testAutomation(id: Ref, body: TestInput, stored: unknown) {
  const { kind, record } = testedRecord(body)
  const { data, success } = Stored.safeParse(stored)
  const matches = (node: Node | undefined) =>
    node
      ? sql`exists (select from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${record}
          and (${compileFilter(node, taskGrammar.fields).where}))`
      : sql`true`
  const explained = leaves(data?.conditions, 'conditions').map(
    ([path, { field, op, value }]) =>
      sql`json_build_object('path', ${path}::text, 'field', ${field}::text, 'op', ${op}::text,
        'value', ${JSON.stringify(value ?? null)}::json, 'result', ${matches({ field, op, value })})`,
  )
  return [
    ...requireRecord(id, body),
    answer(sql`app.test_automation(${id}::uuid, ${kind}, ${record}::uuid, ${jsonb(data?.action ?? {})},
      json_build_array(${sql.join(explained, sql`, `)}), ${success ? matches(data?.conditions) : sql`false`})`),
  ]
}

/** The conditions of a tree with their paths, in order. */
function leaves(node: Node | undefined, path: string): [string, Condition][] {
  if (!node) return []
  if ('and' in node) return node.and.flatMap((one, n) => leaves(one, `${path}.and[${n}]`))
  if ('or' in node) return node.or.flatMap((one, n) => leaves(one, `${path}.or[${n}]`))
  if ('not' in node) return leaves(node.not, `${path}.not`)
  return [[path, node]]
}
