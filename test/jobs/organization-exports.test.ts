import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEntities } from '../../scripts/stack/entities.ts'
import { inOrganization } from '../../src/kit/operation.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import { operations, type World } from '../contract/world.ts'
import { seal, tamper } from '../kit/audit.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { contentOf, exported, linesOf } from '../kit/organization-exports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const entities = await allEntities()
const canary = 'canary that nobody else has'
const canaryBytes = Buffer.from(canary)

let world: World
let contents: Record<string, string>
let manifest: Json
/** Columns that are left out, each with the canary in it. */
const planted: string[] = []
const leftOut = new Set<string>()
const leftColumns = new Set<string>()
const kept = new Set<string>()
const isSecret = new Map<string, boolean>()

beforeAll(async () => {
  world = await fullWorld()
  await addHistory(world)
  for (const { name } of await asOwner('select name from app.export_left_out()')) leftOut.add(name)
  for (const { name } of await asOwner('select name from app.export_left_columns()')) leftColumns.add(name)
  for (const { name } of await asOwner('select unnest(app.export_kept_columns()) as name')) kept.add(name)
  const names = [...new Set(entities.flatMap(({ columns }) => Object.keys(columns)))]
  for (const { name, secret } of await asOwner(
    'select name, app.is_secret(name) as secret from unnest($1::text[]) name',
    [names],
  ))
    isSecret.set(name, secret)
  await plantCanaries()
  await addPrivateThings()
  await seal(world.org)
  const ws = { owner: world.people.owner, base: `/api/v1/organizations/${world.org}` }
  const made = await exported(ws)
  ;({ files: contents, manifest } = await contentOf(ws, made.id))
}, 300_000)

const isLeft = (table: string, column: string) =>
  leftOut.has(table) ||
  leftColumns.has(`${table}.${column}`) ||
  (isSecret.get(column) === true && !kept.has(`${table}.${column}`))

/** What an owner keeps to themselves. */
async function addPrivateThings() {
  const { owner } = world.people
  const base = `/api/v1/organizations/${world.org}`
  const document = await owner.ok('POST', `${base}/documents`, {
    title: canary,
    content: canary,
    visibility: 'private',
  })
  await owner.ok('POST', `${base}/documents/${document.id}/comments`, { body: canary })
  await owner.ok('POST', `${base}/notes`, { title: canary, body: canary })
  const filter = { field: 'title', op: 'contains', value: canary }
  await owner.ok('POST', `${base}/filters`, { name: canary, filter, visibility: 'private' })
  await owner.ok('POST', `${base}/bi/dashboards`, { name: canary, visibility: 'private' })
  await owner.ok('POST', `${base}/okr/objectives`, {
    title: 'Of the owner alone',
    visibility: 'private',
    level: 'person',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
  })
}

/** Writes the canary into every column that is left out, as far as its type and rules let it. */
async function plantCanaries() {
  for (const { name, columns } of entities) {
    if (!('org_id' in columns)) continue
    for (const [column, of] of Object.entries(columns)) {
      const type = of.getSQLType()
      const value = /^(?:text|varchar)/.test(type)
        ? `'${canary}'`
        : type === 'bytea'
          ? `'\\x${canaryBytes.toString('hex')}'`
          : type === 'jsonb'
            ? `'{"canary":"${canary}"}'`
            : undefined
      if (!value || !isLeft(name, column)) continue
      const update = `update ${name} set ${column} = ${value} where ctid = (select ctid from ${name}
        where org_id = '${world.org}' limit 1)`
      await tamper(update)
        .then(() => planted.push(`${name}.${column}`))
        .catch(() => undefined)
    }
  }
}

/** Tables of which some rows are left out here, and which these are. */
const narrowed: Record<string, string> = {
  attachment_objects: 'bytes of uploads that were not attached',
  bi_dashboards: 'private ones',
  bi_widgets: 'of private dashboards',
  comments: 'on private documents',
  document_versions: 'of private documents',
  documents: 'private ones',
  okr_objectives: 'private ones',
  saved_filters: 'private ones',
}

const exportedTables = () => entities.filter(({ name, columns }) => 'org_id' in columns && !leftOut.has(name))

describe('an export of an organization', () => {
  test('has every table of an organization, or a reason why not, and a list to review of what it says', async () => {
    const kinds = await asOwner<{ kind: string; name: string }>('select * from app.export_kinds()')
    expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length)
    const others = new Set(['person', 'file', 'manifest', 'audit_archive'])
    expect(kinds.filter(({ kind }) => others.has(kind))).toEqual([])
    const tables = entities.filter(({ columns }) => 'org_id' in columns).map(({ name }) => name)
    const known = [...leftOut, ...kinds.map(({ name }) => name)]
    expect(known.toSorted()).toEqual([...tables, 'organizations'].toSorted())
    const columns = new Set(
      entities.flatMap((one) => Object.keys(one.columns).map((column) => `${one.name}.${column}`)),
    )
    expect([...leftColumns, ...kept].filter((name) => !columns.has(name))).toEqual([])
    const said = kinds.map(({ kind }) => {
      const [first] = linesOf(contents, kind)
      return `${kind}: ${Object.keys(first ?? {})
        .filter((field) => field !== 'kind')
        .join(' ')}`
    })
    await expect(`${said.join('\n')}\n`).toMatchFileSnapshot('organization-exports.txt')
  })

  test('has each row, in the order of their ids, as many as its manifest says', async () => {
    const differing: unknown[] = []
    for (const { name, facts, columns } of exportedTables()) {
      const kind = facts.kind ?? name
      const lines = linesOf(contents, kind)
      const until = 'created_at' in columns ? 'created_at <= $2' : '$2::text is not null'
      const [{ n }] = (await asOwner(
        `select count(*)::int as n from ${name} where org_id = $1 and ${until}`,
        [world.org, manifest.started_at],
      )) as [{ n: number }]
      if (!n) differing.push([name, 'the world has none'])
      if (lines.length !== (manifest.counts[kind] ?? 0)) differing.push([name, 'counted otherwise'])
      if (lines.some((line) => line.kind !== kind)) differing.push([name, 'has other kinds'])
      const ids = lines.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
      const isGrouped = ['task_events', 'automation_runs', 'sprint_ledger'].includes(name)
      if (!isGrouped && ids.join() !== ids.toSorted().join()) differing.push([name, 'not in order'])
      if (n !== lines.length && !(name in narrowed)) differing.push([name, n, lines.length])
      if (n === lines.length && name in narrowed) differing.push([name, 'has all of them'])
    }
    expect(differing).toEqual([])
  })

  test('has nothing of what is left out: keys, links, secrets, and what belongs to one person', () => {
    expect(planted.length).toBeGreaterThan(60)
    const forms = [canary, canaryBytes.toString('hex'), canaryBytes.toString('base64')]
    for (const text of Object.values(contents))
      for (const line of text.split('\n'))
        expect(forms.some((form) => line.includes(form)) ? line : '').toBe('')
    expect(contents['objective.jsonl']).not.toContain('Of the owner alone')
  })
})

const tableOf = (table: object) => table as PgTable
const nameOf = (table: object) => getTableName(tableOf(table))

/** What operations answer otherwise than the row has it, and why. */
const computed: Record<string, string> = {
  'getInvoice base_currency': 'that of the organization until it is issued',
  'getObjective progress': 'computed from what is below it',
  'getProject settings': 'with what they are where nothing is set',
}

/** People are named by their ids, exact decimals are numbers, and what is called kind is called own_kind. */
const asInLines = (value: Json) => {
  if (value && typeof value === 'object' && 'user_id' in value) return value.user_id
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

test('says of each object what its operation answers', async () => {
  const differing: string[] = []
  let compared = 0
  for (const operation of operations) {
    const { id, method, targets, path } = operation
    const target = targets.at(-1)?.[1]
    if (method !== 'GET' || !inOrganization(operation) || !target || !path.endsWith('}')) continue
    const table = nameOf(target.table)
    const { kind = table } = entities.find(({ name }) => name === table)!.facts
    const lines = new Map(linesOf(contents, kind).map((line) => [line.id, line]))
    const { path: example } = await world.example(operation)
    const reply = await world.people.owner.call('GET', example)
    const line = lines.get(reply.body?.id)
    if (reply.status !== 200 || !line) continue
    const columns = new Set(Object.keys(getTableColumns(tableOf(target.table))))
    for (const [field, value] of Object.entries(reply.body)) {
      const written = field === 'kind' ? line.own_kind : line[field]
      if (!columns.has(field) || written === undefined) continue
      compared++
      if (JSON.stringify(asInLines(value)) !== JSON.stringify(asInLines(written)))
        differing.push(`${id} ${field}`)
    }
  }
  expect(compared).toBeGreaterThan(300)
  expect(differing.toSorted()).toEqual(Object.keys(computed).toSorted())
})
