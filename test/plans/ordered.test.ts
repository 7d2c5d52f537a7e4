import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ids, load, type Tenant } from '../../scripts/bench/data.ts'
import { asPerson } from '../../scripts/stack/as-person.ts'
import { getBoard } from '../../src/areas/board/reading.ts'
import { defaultCards } from '../../src/areas/board/schemas.ts'
import { listActivity } from '../../src/areas/projects/insight.ts'
import { compile, type Statement } from '../../src/kit/sql.ts'
import { explaining, type Node } from '../kit/explain.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

/** Three organizations of 10 000 tasks each, so that a column has about three thousand. */
const tasks = 30_000

let owner: Client
let tenant: Tenant
let plans: Node[]

/**
 * Costs as with five million tasks: 1 500 columns, an index of the board that is a level higher than that of columns, and pages
 * that changed since they were vacuumed.
 */
const likeMillions = `
  alter table tasks set (autovacuum_enabled = false);
  alter table tasks alter column column_id set (n_distinct = 1500), alter column project_id set (n_distinct = 500);
  alter index tasks_board set (fillfactor = 10);
  reindex index tasks_board;
  analyze tasks;
  update pg_class set relallvisible = 0 where relname = 'tasks'`

beforeAll(async () => {
  owner = new Client({ connectionString: parts().ownerUrl })
  await owner.connect()
  await owner.query(ids)
  tenant = await load(owner, { tasks, entries: 0, invoices: 0 })
  await owner.query(likeMillions)
  plans = await explaining(owner)
}, 120_000)
afterAll(() => owner.end())

const steps = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(steps)]

/** What the statement of a member reads by indexes of a table, in the order of the plan. */
async function readsOf(table: string, statement: Statement, mode: string) {
  const { sql, params } = compile(statement)
  const values = params.map((value) => owner.escapeLiteral(String(value))).join()
  plans.length = 0
  await asPerson(
    owner,
    { email: 'person1@example.com', org: 'organization-1' },
    `set local plan_cache_mode = ${mode}; prepare read as ${sql}; execute read(${values}); deallocate read`,
  )
  return plans.flatMap(steps).flatMap((node) => {
    const [name, condition] = [node['Index Name'] ?? '', node['Index Cond'] ?? '']
    return name.startsWith(table) ? [{ name, condition, rows: node['Actual Rows'] }] : []
  })
}

const cardsRead = async (mode: string) => {
  const board = getBoard(tenant.project, { swimlane: 'none', per_column: defaultCards } as never)
  const read = await readsOf('tasks_', board, mode)
  return read.flatMap(({ name, condition, rows }) => {
    const [, by] = /column_id (=|IS NULL)/.exec(condition) ?? []
    return by ? [{ name, by, rows }] : []
  })
}

test('a board reads of a column, and of no column, only the cards that it shows', async () => {
  expect(await cardsRead('force_generic_plan')).toEqual([
    { name: 'tasks_board', by: '=', rows: defaultCards },
    { name: 'tasks_board', by: 'IS NULL', rows: defaultCards },
  ])
})

test('a board that is planned for its values reads of a column only the cards that it shows', async () => {
  const [ofColumn] = await cardsRead('force_custom_plan')
  expect(ofColumn).toEqual({ name: 'tasks_board', by: '=', rows: defaultCards })
})

test('the latest activity of a project is read without all that came before', async () => {
  const statement = listActivity(tenant.project, { limit: 20, offset: 0 })
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    const read = await readsOf('task_events_', statement, mode)
    // The other one counts them all.
    expect(read.map(({ rows }) => rows).toSorted((a, b) => a - b)[0]).toBe(20)
  }
})
