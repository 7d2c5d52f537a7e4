import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { okrCheckIns, okrKeyResults, okrObjectives } from '../../../db/schema/okr.ts'
import { factsOf } from '../../../db/schema/entity.ts'
import {
  all,
  answer,
  any,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  roleLevel,
  type Ref,
  rejectStale,
  type Statement,
  update,
} from '../../kit/sql.ts'
import { derivedIn } from '../../shared/derived.ts'
import { targetOf } from '../../kit/targets.ts'
import { among } from '../../shared/people.ts'
import type {
  CheckInDraft,
  Closing,
  KeyResultChange,
  KeyResultDraft,
  ObjectiveChange,
  ObjectiveDraft,
  ObjectiveFilter,
  Pages,
  TreeFilter,
} from './schemas.ts'

export const objectiveTarget = targetOf(okrObjectives, { noun: 'objective' })
const keyResult = targetOf(okrKeyResults, { noun: 'key result' })
/** A key result is gone with its objective. */
export const keyResultTarget = {
  ...keyResult,
  notDeleted: all(
    keyResult.notDeleted,
    sql`exists (select from okr_objectives g where g.org_id = ${okrKeyResults.org_id}
      and g.id = ${okrKeyResults.objective_id} and g.deleted_at is null)`,
  ),
}

const today = sql`(select app.org_today())`
const seen = factsOf(okrObjectives).scope!.condition(okrObjectives as never)
const visible = all(seen, sql`${okrObjectives.deleted_at} is null`)
const inTrash = all(seen, sql`${okrObjectives.deleted_at} is not null`, sql`${roleLevel} >= 30`)

/** Objectives that touch the days of a period, or have its label. */
function inPeriod(period: string): SQL {
  const touches = (first: SQL, last: SQL) =>
    sql`(${okrObjectives.period_start} <= ${last} and ${okrObjectives.period_end} >= ${first})`
  if (period === 'current') return touches(today, today)
  const named = (which: 'first_day' | 'last_day') =>
    sql`(select p.${sql.identifier(which)} from app.named_period(${period}::text) p)`
  return any(
    sql`app.folded(${okrObjectives.period_label}) = app.folded(${period}::text)`,
    touches(named('first_day'), named('last_day')),
  )
}

const healthIn = (health: readonly string[], ids: SQL) => sql`${okrObjectives.id} in (select o.id
  from app.okr_figures(array(${ids})) f join okr_objectives o on o.org_id = (select app.org_id()) and o.id = f.objective_id
    cross join lateral app.okr_health(o, f.progress, o.confidence, o.confidence_on, ${today}) h
  where h.health in ${health})`

const sorts = {
  period_start: okrObjectives.period_start,
  period_end: okrObjectives.period_end,
  title: sql`app.folded(${okrObjectives.title})`,
  created_at: okrObjectives.created_at,
}

export function list({ limit, offset, sort, ...query }: z.output<typeof ObjectiveFilter>, closed: Closed) {
  const { period, owner_id, level, status, health, parent_id, q, trashed } = query
  const plain = all(
    trashed ? inTrash : visible,
    period !== undefined && inPeriod(period),
    owner_id !== undefined && among(okrObjectives.owner_id, owner_id),
    level !== undefined && sql`${okrObjectives.level} in ${level}`,
    status !== undefined && sql`${okrObjectives.status} in ${status}`,
    parent_id !== undefined && sql`${okrObjectives.parent_id} = ${parent_id}`,
    q !== undefined && any(contains(okrObjectives.title, q), contains(okrObjectives.description, q)),
  )
  const ids = sql`select ${okrObjectives.id} from ${okrObjectives} where ${plain}`
  const where = health === undefined ? plain : all(plain, healthIn(health, ids))
  const order = sort.map(
    ({ key, descending }) =>
      sql`${sorts[key as keyof typeof sorts]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
  )
  const shown = sql`array(select ${okrObjectives.id} from ${okrObjectives} where ${where}
    order by ${sql.join([...order, sql`${okrObjectives.id}`], sql`, `)} limit ${limit}::int offset ${offset}::int)`
  const live = health === undefined ? shown : sql`array(${ids})`
  return [
    figuresOf(live, closed),
    answer(
      json({
        items: sql`app.objectives_json(${shown})`,
        total: sql`(select count(*) from ${okrObjectives} where ${where})`,
        limit: sql`${limit}::int`,
        offset: sql`${offset}::int`,
      }),
    ),
  ]
}

export function tree({ period, root_id }: z.output<typeof TreeFilter>) {
  const below = root_id && sql`${okrObjectives.id} in (select b.id from app.objectives_below(${root_id}) b)`
  const where = all(visible, period !== undefined && inPeriod(period), below)
  const ids = sql`array(select ${okrObjectives.id} from ${okrObjectives} where ${where})`
  return [figuresOf(ids), answer(sql`app.okr_tree(${ids}, ${root_id ?? null}::uuid)`)]
}

/** Blocks that are closed to this call: key results that are bound to their figures have none in its answer. */
type Closed = readonly string[]
/** What key results are bound to is computed first, as all of its readers see it. */
const figuresOf = (ids: SQL, closed: Closed = []) =>
  closed.length
    ? sql`select app.keep_open_figures(${ids}, ${closed.join(',')})`
    : sql`select app.keep_figures(${ids})`
const withParent = (id: Ref) => sql`array(select a.id from app.objectives_above(${id}::uuid) a)
  || array(select b.id from app.objectives_below(${id}::uuid) b where b.distance = 1)`
const figuresAround = (keyResultId: Ref, closed: Closed = []) =>
  figuresOf(
    sql`array(select a.id from okr_key_results k, app.objectives_above(k.objective_id) a
      where k.org_id = (select app.org_id()) and k.id = ${keyResultId}::uuid)`,
    closed,
  )

export const get = (id: Ref, closed: Closed) => [
  figuresOf(withParent(id), closed),
  answer(sql`app.objective_detail(${id}::uuid)`),
]

const lock = sql`select app.lock_objectives()`
const objectiveRow = (id: Ref) => all(inOrg(okrObjectives), sql`${okrObjectives.id} = ${id}`)

const written = [
  'title',
  'description',
  'owner_id',
  'level',
  'department_id',
  'project_id',
  'period_start',
  'period_end',
  'roll_up',
  'weight',
  'visibility',
  'confidence_on',
]
export function create(
  id: string,
  { key_results, ...draft }: z.output<typeof ObjectiveDraft>,
  closed: Closed,
): Statement[] {
  const { copy_from, ...columns } = draft
  const drafts = key_results
    ? jsonb(key_results)
    : copy_from
      ? sql`app.key_results_to_copy(${copy_from}::uuid)`
      : undefined
  return [
    lock,
    insert(
      okrObjectives,
      { id, ...columns, ...derivedIn('o', written) },
      sql`app.check_new_objective(${jsonb(draft)}) o`,
    ),
    ...(drafts ? [sql`select app.add_key_results(${id}::uuid, null, ${drafts}, 'body.key_results')`] : []),
    ...get(id, closed),
  ]
}

const derivedOnChange = ['confidence_on', 'score', 'progress', 'closed_at', 'close_note']
export const change = (
  id: Ref,
  { version, ...changed }: z.output<typeof ObjectiveChange>,
  closed: Closed,
) => [
  lock,
  ...rejectStale('okr_objectives', id, version, changed),
  update(
    okrObjectives,
    { ...changed, ...derivedIn('o', derivedOnChange) },
    objectiveRow(id),
    sql`app.check_objective_change(${id}::uuid, ${jsonb(changed)}) o`,
  ),
  ...get(id, closed),
]

export const close = (id: Ref, { status, score, note }: z.output<typeof Closing>, closed: Closed) => [
  lock,
  figuresOf(sql`array[${id}::uuid]`),
  sql`select app.close_objective(${id}::uuid, ${status}, ${score ?? null}::numeric, ${note ?? null})`,
  ...get(id, closed),
]

export const remove = (id: Ref, children: string) => [
  lock,
  sql`select app.delete_objective(${id}::uuid, ${children === 'cascade'})`,
]

export const restore = (id: Ref, closed: Closed) => [
  lock,
  sql`select app.restore_objective(${id}::uuid)`,
  ...get(id, closed),
]

export const getKeyResult = (id: Ref, closed: Closed) => [
  figuresAround(id, closed),
  answer(sql`(select app.key_result_json(k, o) from okr_key_results k
    join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
    where k.org_id = (select app.org_id()) and k.id = ${id}::uuid)`),
]

export const addKeyResult = (
  objective: Ref,
  id: string,
  draft: z.output<typeof KeyResultDraft>,
  closed: Closed,
) => [
  sql`select app.add_key_results(${objective}::uuid, ${id}::uuid, ${jsonb([draft])}, 'body')`,
  ...getKeyResult(id, closed),
]

const definition = [
  'direction',
  'start_value',
  'target_value',
  'min_value',
  'max_value',
  'current_value',
  'unit',
  'currency',
  'filter',
  'filter_id',
  'bi_query',
  'confidence_on',
  'told_gone',
]
export function changeKeyResult(
  id: Ref,
  { version, reason, ...changed }: z.output<typeof KeyResultChange>,
  closed: Closed,
) {
  const row = all(inOrg(okrKeyResults), sql`${okrKeyResults.id} = ${id}`)
  return [
    ...rejectStale('okr_key_results', id, version, changed),
    update(
      okrKeyResults,
      { ...changed, ...derivedIn('k', definition) },
      row,
      sql`app.check_key_result_change(${id}::uuid, ${jsonb(changed)}, ${reason ?? null}) k`,
    ),
    ...getKeyResult(id, closed),
  ]
}

export const removeKeyResult = (id: Ref) => sql`select app.delete_key_result(${id}::uuid)`

export const checkIn = (keyResultId: Ref, id: string, draft: z.output<typeof CheckInDraft>) => [
  figuresAround(keyResultId),
  answer(sql`app.check_in(${keyResultId}::uuid, ${id}::uuid, ${jsonb(draft)})`),
]

export function checkIns(keyResultId: Ref, { limit, offset }: z.output<typeof Pages>) {
  const where = all(inOrg(okrCheckIns), sql`${okrCheckIns.key_result_id} = ${keyResultId}`)
  return answer(
    json({
      items: sql`(select coalesce(json_agg(app.check_in_json(c) order by c.as_of desc, c.id desc), '[]')
        from (select * from ${okrCheckIns} where ${where}
          order by ${okrCheckIns.as_of} desc nulls last, ${okrCheckIns.id} desc nulls last
          limit ${limit}::int offset ${offset}::int) c)`,
      total: sql`(select count(*) from ${okrCheckIns} where ${where})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
    }),
  )
}
