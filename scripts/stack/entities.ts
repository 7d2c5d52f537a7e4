import { readdir } from 'node:fs/promises'
import { aliasedTable, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { type Called, entities, type Facts, isAnnounced, type Item } from '../../db/schema/entity.ts'

const schema = new URL('../../db/schema/', import.meta.url)

type Entity = { name: string; table: PgTable; columns: Record<string, AnyPgColumn>; facts: Facts }

/** Every table of db/schema with its facts, by name. */
export async function allEntities(): Promise<Entity[]> {
  for (const file of await readdir(schema)) await import(new URL(file, schema).href)
  return [...entities].map(([table, facts]) => {
    const { name, columns } = getTableConfig(table)
    return { name, table, facts, columns: Object.fromEntries(columns.map((column) => [column.name, column])) }
  })
}

/** Writes the facts of all tables to `app.entities`, which triggers, retention, erasure and grants read. */
export async function writeEntities(client: Client): Promise<void> {
  const rows = (await allEntities()).map(({ name, facts, columns }) => ({
    name,
    kind: facts.kind ?? null,
    tenant: 'org_id' in columns,
    history: facts.history,
    label: facts.label ?? null,
    derived: facts.derived ?? [],
    private: typeof facts.private === 'function' ? 'by row' : facts.private ? 'always' : 'never',
    trash_days: facts.trash?.days ?? null,
    erase: facts.trash?.erase ?? null,
    access: facts.access ?? 'write',
    outlives: facts.outlives ?? false,
    counted: facts.counted ?? [],
    follows: facts.item ? indexedColumns(columns, facts.item(columns)) : null,
    takes: [...(facts.takes ?? []), ...(facts.files ? ['files'] : [])],
    found_as: facts.item?.(columns).foundAs ?? null,
    block: facts.block ?? null,
    announced: isAnnounced(facts),
    columns: Object.keys(columns),
  }))
  await client.query('begin')
  await client.query('delete from app.entities')
  await client.query(
    'insert into app.entities select * from jsonb_populate_recordset(null::app.entities, $1)',
    [JSON.stringify(rows)],
  )
  await client.query('commit')
}

/**
 * The view `app.items`: everything that can be found, opened and linked to, one select per table with such
 * rows. The function `app.item` gives one of them by running the select of its kind only: for a single row,
 * starting the whole view takes twenty times as long as running it. `app.project_key_kinds` lists the kinds that keys of
 * one project may open, and `app.kinds_found_otherwise` those that search shows as their subject.
 */
export async function writeItems(client: Client): Promise<void> {
  const selects = (await allEntities()).flatMap((entity) => {
    const { kind, item } = entity.facts
    if (!item) return []
    const row = item(entity.columns)
    return [{ kind, select: selectOf(entity, row), projectKeys: row.projectKeys, foundAs: row.foundAs }]
  })
  const all = selects.map(({ select }) => select).join('\n  union all ')
  const cases = selects.map(
    ({ kind, select }) =>
      `when '${kind}' then return query select * from (${select}) i where i.org_id = $1 and i.id = $3;`,
  )
  const kinds = (which: 'projectKeys' | 'foundAs') =>
    selects.flatMap((one) => (one[which] ? [`'${one.kind}'`] : [])).join(', ')
  await client.query(
    `create or replace function app.project_key_kinds() returns text[] language sql immutable
       as $$ select array[${kinds('projectKeys')}] $$;
     create or replace function app.kinds_found_otherwise() returns text[] language sql immutable
       as $$ select array[${kinds('foundAs')}] $$;
     drop function if exists app.item(uuid, text, uuid);
     drop view if exists app.searchable, app.items;
     create view app.items with (security_invoker) as ${all};
     grant select on app.items to svc_app;
     create function app.item(org uuid, kind text, id uuid) returns setof app.items
       language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as $$
       #variable_conflict use_column
       begin case $2 ${cases.join('\n')} else null; end case; end $$`,
  )
}

/**
 * `app.find_called`: the rows of a kind that have a name. The policies of their tables, and the rank from which rows are
 * found, decide who sees them. `given` are the arguments of the call. `app.all_called` are the names of a kind of which
 * there are few.
 */
export async function writeNames(client: Client): Promise<void> {
  const called = (await allEntities()).flatMap((entity) => {
    const own = entity.facts.called?.(entity.columns)
    return own ? [{ entity, own, when: `when '${entity.facts.kind}' then return query` }] : []
  })
  const cases = called.map(({ entity, own, when }) => `${when} ${inline(named(entity, own))};`)
  const few = called.flatMap(({ entity, own, when }) =>
    own.few ? [`${when} ${inline(allOf(entity, own))};`] : [],
  )
  await client.query(
    `drop function if exists app.find_called(text, text, uuid);
     create or replace function app.find_called(kind text, input text, project uuid, given jsonb)
       returns table (id uuid, label text, fit int) language plpgsql stable as $$
       #variable_conflict use_column
       begin case $1 ${cases.join('\n')} else null; end case; end $$;
     create or replace function app.all_called(kind text, given jsonb) returns setof text language plpgsql stable as $$
       begin case $1 ${few.join('\n')} else null; end case; end $$;
     create or replace function app.ids_called(kind text, input text) returns setof uuid language sql stable as $$
       select c.id from app.find_called(kind, input, null, '{}') c
       union select case when input ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then input::uuid end $$`,
  )
}

function named({ table, columns, facts }: Entity, called: Called) {
  const { org_id, id, deleted_at } = columns
  const { name, begins, numbers = [], words = [], label = name, project, leastLevel, within = {} } = called
  const item = facts.item?.(columns)
  const rank = leastLevel ?? item?.leastLevel
  const nearby = besides(within, '$4')
  const folded = sql`app.folded(btrim($2))`
  const exact = [
    ...(name ? [sql`app.folded(${name}) = ${folded}`] : []),
    ...numbers.map(isNumbered),
    ...words.map((word) => sql`${word} = ${folded}`),
  ]
  const starts = sql`length(btrim($2)) > 2 and starts_with(app.folded(${name}), ${folded})`
  const rules = [
    sql`${org_id} = app.org_id()`,
    sql`(${sql.join(begins ? [...exact, starts] : exact, sql` or `)})`,
    deleted_at && sql`${deleted_at} is null`,
    rank && sql`app.role_level() >= ${rank}`,
    project || item?.projectKeys ? undefined : sql`app.only_project() is null`,
    project && sql`(${project} is null or home.deleted_at is null and ${project} = coalesce($3, ${project}))`,
    ...nearby,
  ].filter((rule) => rule !== undefined)
  const shown = project ? sql`concat(${name}, ' (' || home.key || ')')` : sql`(${label})::text`
  const fit = begins ? sql`case when ${sql.join(exact, sql` or `)} then 1 else 2 end` : sql`1`
  return sql`select ${id}, ${shown}, ${fit} from ${table} ${project ? homeOf({ columns }, project) : sql``}
    where ${sql.join(rules, sql` and `)}`
}

/** What other arguments of the call say of the row. */
const besides = (within: Required<Called>['within'], given: string) =>
  Object.entries(within).map(([argument, [kind, holds]]) => {
    const said = sql.raw(`${given} ->> '${argument}'`)
    return sql`(coalesce(${said}, '') = '' or ${holds(sql`(select app.ids_called(${kind}, ${said}))`)})`
  })

/** The names of what may be chosen; the archived may not. */
function allOf({ table, columns, facts }: Entity, { name, label, leastLevel, within = {} }: Called) {
  const { org_id, deleted_at, archived_at } = columns
  const rank = leastLevel ?? facts.item?.(columns).leastLevel
  const rules = [
    sql`${org_id} = app.org_id()`,
    deleted_at && sql`${deleted_at} is null`,
    archived_at && sql`${archived_at} is null`,
    rank && sql`app.role_level() >= ${rank}`,
    sql`app.only_project() is null`,
    ...besides(within, '$2'),
  ].filter((rule) => rule !== undefined)
  return sql`select (${label ?? name})::text from ${table} where ${sql.join(rules, sql` and `)} order by 1 limit 25`
}

/** A number is found by its index, with or without a # before it. */
const isNumbered = (column: AnyPgColumn) =>
  column.getSQLType() === 'bigint'
    ? sql`${column} = case when btrim($2) ~ '^#?[0-9]{1,15}$' then ltrim(btrim($2), '#')::bigint end`
    : sql`${column} in (btrim($2), upper(btrim($2)), lower(btrim($2)))`

/** `app.page_of`: the path of the page that shows a row, by its kind and id, for those kinds that have one. */
export async function writePages(client: Client): Promise<void> {
  const cases = (await allEntities()).flatMap((entity) => {
    const { table, columns, facts } = entity
    if (!facts.page) return []
    const select = inline(sql`select ${facts.page(columns)} from ${table} ${homeOf(entity)}
      where ${columns.org_id} = app.org_id() and ${columns.id} = $2`)
    return [`when '${facts.kind}' then return (${select});`]
  })
  await client.query(
    `create or replace function app.page_of(kind text, id uuid) returns text language plpgsql stable as $$
       #variable_conflict use_column
       begin case $1 ${cases.join('\n')} else return null; end case; end $$`,
  )
}

/**
 * `app.attachment_parent`: the object that a file is attached to, if the caller may open its files, locked if `write`: its
 * id, project, owner and, if its files cannot change, why.
 */
export async function writeFileParents(client: Client): Promise<void> {
  const cases = (await allEntities()).flatMap(({ table, columns, facts }) => {
    if (!facts.files) return []
    const { scope, item, kind } = facts
    const { org_id, id, deleted_at } = columns
    const { owner, leastLevel, openTo, state } = facts.files(columns)
    const { leastLevel: itemRank, projectKeys } = item?.(columns) ?? {}
    const rank = leastLevel ?? itemRank
    const within = scope?.container?.(columns as never)
    const rules = [
      sql`${org_id} = app.org_id()`,
      sql`${id} = $2`,
      scope?.condition(columns as never),
      within?.notDeleted,
      deleted_at && sql`${deleted_at} is null`,
      rank && sql`app.role_level() >= ${rank}`,
      openTo,
      projectKeys ? undefined : sql`app.only_project() is null`,
    ].filter((rule) => rule !== undefined)
    const found =
      inline(sql`select ${id}, ${within?.column ?? sql`null`}, ${owner}, ${state ?? within?.state ?? sql`null`}
      into parent from ${table} where ${sql.join(rules, sql` and `)}`)
    const locked = inline(
      sql`perform from ${table} where ${org_id} = app.org_id() and ${id} = $2 for no key update`,
    )
    return [`when '${kind}' then if write then ${locked}; end if; ${found};`]
  })
  await client.query(
    `create or replace function app.attachment_parent(kind text, entity uuid, write boolean) returns app.target
       language plpgsql as $$
       #variable_conflict use_column
       declare parent app.target;
       begin case $1 ${cases.join('\n')} else null; end case; return parent; end $$`,
  )
}

/** The overloads of `app.is_private`, one for each table where that depends on the row. */
export async function writePrivacy(client: Client): Promise<void> {
  for (const { table, name, facts } of await allEntities())
    if (typeof facts.private === 'function') {
      const columns = getTableColumns(aliasedTable(table, 'r'))
      await client.query(`create or replace function app.is_private(r ${name}) returns boolean
        language sql stable set search_path = public, app, pg_temp as $$ select ${inline(facts.private(columns))} $$`)
    }
}

/** The columns that what is indexed of a row depends on; its project, if it has one, is always one of them. */
const indexedColumns = (columns: Entity['columns'], { follows }: Item) => [
  ...new Set([...follows, ...('project_id' in columns ? ['project_id'] : [])]),
]

const dialect = new PgDialect()
/** SQL with its parameters inlined, as a view needs it. */
const inline = (value: SQL) => dialect.sqlToQuery(value.inlineParams()).sql

/** Joins the project of a row as `home`, if it has one. */
const homeOf = ({ columns }: Pick<Entity, 'columns'>, project = columns.project_id) =>
  project ? sql`left join projects home on home.org_id = ${columns.org_id} and home.id = ${project}` : sql``

/**
 * Deleted rows stay in the view, marked, so that links can distinguish the trash from what never existed.
 */
function selectOf({ table, columns, facts: { kind } }: Entity, item: Item): string {
  const project = item.project ?? columns.project_id
  const deleted = columns.deleted_at ? sql`${columns.deleted_at} is not null` : sql`false`
  const value = (given: AnyPgColumn | SQL | undefined, type: string) =>
    given === undefined ? sql.raw(`null::${type}`) : is(given, SQL) ? given : sql`${given}`
  return inline(sql`select ${columns.org_id}, ${sql.raw(`'${kind}'`)}::text as kind, ${item.id ?? columns.id} as id,
    ${value(project, 'uuid')} as project_id, ${value(item.person, 'uuid')} as person_id,
    ${item.leastLevel ?? sql`10`} as least_rank, ${item.subject?.kind ?? sql`null`}::text as subject_kind,
    ${item.subject?.id ?? sql`null`}::uuid as subject_id,
    ${item.archived ? sql`${item.archived} is not null` : sql`false`} as archived, ${deleted} as deleted,
    ${project ? sql`${deleted} or home.deleted_at is not null` : deleted} as trashed,
    ${value(item.title, 'text')}::text as title, coalesce(${value(item.body, 'text')}, '')::text as body,
    ${value(item.key, 'text')}::text as key, ${columns.updated_at} as updated_at
    from ${table} ${item.join ?? sql``} ${homeOf({ columns }, project)} where ${item.where ?? sql`true`}`)
}
