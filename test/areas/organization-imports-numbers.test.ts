import { beforeAll, expect, test } from 'vitest'
import { app, asOwner, env, type Json } from '../kit/client.ts'
import { automationSetup, rule, runs } from '../kit/automations.ts'
import { task, workspace } from '../kit/makers.ts'
import { exported } from '../kit/organization-exports.ts'
import { type Archive, archive, archiveOf, imported, importPath } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { change, sprint, start } from '../kit/sprints.ts'

await ownDatabase()

/** The tables that count their rows, and the columns that name such a row. */
const counted = ['automation_runs', 'sprint_ledger', 'task_events']
const naming = ['automation_runs', 'comments', 'sprint_ledger']
/** What the archive says instead of a number. */
const raised = (number: number) => 9_999_000_000 + number * 10_000
/** As many changes as are numbered in two turns. */
const more = 5200

let org: string
let archived: Archive
beforeAll(async () => {
  const { ws, ada, home, item, path } = await automationSetup()
  org = ws.base.split('/').at(-1)!
  const made = await rule(ws, {
    trigger: { event: 'task.created' },
    action: { type: 'set_priority', params: { priority: 'high' } },
  })
  const { id } = await sprint(ws, home.id)
  await start(ws, id)
  await change(ws, item.id, { sprint_id: id, estimate_points: 3 })
  const { items } = await ws.owner.ok('GET', `${path}/history`)
  const [{ event_id }] = items[0].changes
  await ada.ok('POST', `${path}/comments`, { body: 'Why?', event_id })
  await task(ws, home.id, { title: 'Another' })
  await runs(ws, made)
  archived = await archiveOf(ws, (await exported(ws)).id)
}, 60_000)

/** The archive with high numbers, and more changes of the first task that it has, before those that follow it. */
function hostile(): Archive {
  const { origin, organization, started_at, parts } = archived.manifest
  const texts = parts.map(({ n, name }: Json): [string, string] => {
    const text = new TextDecoder().decode(archived.parts.get(n))
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => raisedIn(JSON.parse(line)))
    if (name === 'task_events.jsonl')
      for (let at = 1; at <= more; at++) rows.push({ ...rows[0], id: rows[0].id + at, field: `${at}` })
    return [name, rows.map((row: Json) => `${JSON.stringify(row)}\n`).join('')]
  })
  return archive(texts, { origin, organization, started_at })
}
const raisedIn = (row: Json): Json =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      ['id', 'event_id'].includes(key) && typeof value === 'number' ? raised(value) : value,
    ]),
  )

const sequences = async () => {
  const last: Record<string, number> = {}
  for (const name of counted) {
    const [found] = await asOwner<{ last: number }>(`select last_value::float as last from ${name}_id_seq`)
    last[name] = found!.last
  }
  return last
}
/** Rows in the order of their numbers, each with the change that it names. */
const rowsOf = async (name: string, of: string, key: string) =>
  asOwner<{ id: string; own: object; named: object | null }>(
    `select t.id, ${key} as own, (select jsonb_build_array(e.kind, e.field, e.created_at) from task_events e
        where e.org_id = t.org_id and e.id = t.event_id) as named from ${name} t where t.org_id = $1 order by ${
          name === 'comments' ? 't.created_at' : 't.id'
        }`,
    [of],
  )
const keys: Record<string, string> = {
  automation_runs: `jsonb_build_array(t.status, t.created_at)`,
  comments: `jsonb_build_array(t.body)`,
  sprint_ledger: `jsonb_build_array(t.reason, t.at, t.scope_points)`,
}

test('an import with numbers of any height leaves those that are counted where they were, in their order', async () => {
  const { owner } = await workspace()
  const before = await sequences()
  const { id, state, problem, written_count } = await imported(owner, hostile())
  expect([state, problem]).toEqual(['done', null])
  const after = await sequences()
  for (const name of counted) {
    expect(after[name]! - before[name]!).toBeGreaterThan(0)
    expect(after[name]! - before[name]!).toBeLessThanOrEqual(written_count)
  }
  for (const name of naming) {
    const [old, now] = [await rowsOf(name, org, keys[name]!), await rowsOf(name, id, keys[name]!)]
    const shown = (rows: typeof old) => rows.map(({ own, named }) => [own, named])
    expect([name, shown(now)]).toEqual([name, shown(old)])
    expect([name, old.filter(({ named }) => named).length > 0]).toEqual([name, true])
  }
  const changes = async (of: string) =>
    await asOwner<{ field: string }>(
      `select e.field, e.kind, e.created_at from task_events e where e.org_id = $1 order by e.id`,
      [of],
    )
  const [old, now] = [await changes(org), await changes(id)]
  const added = now.filter(({ field }) => /^\d/.test(field ?? ''))
  expect(added.map(({ field }) => Number(field))).toEqual(Array.from({ length: more }, (_, n) => n + 1))
  expect(now.filter((one) => !added.includes(one))).toEqual(old)
  const map = await app.request(`${importPath}/${id}/map`, { headers: owner.headers }, env())
  const told = (await map.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const numbers = told.filter(({ old: number }) => typeof number === 'number')
  expect(numbers.filter(({ kind }) => kind === 'task_events').length).toBe(now.length)
}, 60_000)

test('an import whose rows have no number fails', async () => {
  const { owner } = await workspace()
  const text = `${JSON.stringify({ kind: 'task_events', id: 2 ** 60 })}\n`
  const { problem } = await imported(owner, archive([['task_events.jsonl', text]]))
  expect(problem).toBe('part 1: line 1 of task_events.jsonl has no number as its id')
})

test('every number of a change is known to the import', async () => {
  const columns = await asOwner<{ name: string }>(
    `select p.name || '.' || a.attname as name from app.import_plans p
      join pg_attribute a on a.attrelid = p.name::regclass and a.attnum > 0 and not a.attisdropped
      where a.atttypid = 'bigint'::regtype and (a.attidentity <> '' or a.attname ~ '_id$') order by 1`,
  )
  const known = [...counted.map((name) => `${name}.id`), ...naming.map((name) => `${name}.event_id`)]
  expect(columns.map(({ name }) => name)).toEqual(known.toSorted())
})
