import { readFileSync } from 'node:fs'
import { getTableName, sql } from 'drizzle-orm'
import { type PgTable, varchar } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { entities, foundKinds, kindsTaking, saidKinds } from '../../db/schema/kinds.ts'
import { authored, tenant } from '../../db/schema/columns.ts'
import { entity } from '../../db/schema/entity.ts'
import { organization } from '../../db/schema/scopes.ts'
import {
  allEntities,
  writeEntities,
  writeFileParents,
  writeItems,
  writeNames,
  writePages,
} from '../../scripts/stack/entities.ts'
import { records } from '../../src/areas/automations/records.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { withOwner } from '../upgrade/release.ts'

/** The tables of objects, as kinds.ts loads them; read before `allEntities` loads the others. */
const loaded = new Set([...entities.keys()].map((table) => getTableName(table)))
const ofObjects = async () =>
  (await allEntities()).filter(
    ({ facts: { item, page, takes, files, said, called } }) =>
      item || page || takes || files || said || called,
  )

test('every table of objects says its kind, and kinds.ts loads it', async () => {
  const tables = await ofObjects()
  expect(tables.length).toBeGreaterThan(20)
  expect(
    tables.filter(({ name, facts }) => !facts.kind || !loaded.has(name)).map(({ name }) => name),
  ).toEqual([])
})

test('a kind names one table, and each table has its own', async () => {
  const kinds = (await allEntities()).flatMap(({ facts }) => facts.kind ?? [])
  expect(kinds.filter((kind, n) => kinds.indexOf(kind) !== n)).toEqual([])
})

test('what a kind takes has its triggers, and no other table has them', async () => {
  const triggers = { links: 'unlink_personal', files: 'drop_attachments', automations: 'drop_runs' } as const
  for (const [what, trigger] of Object.entries(triggers)) {
    const rows = await asOwner(
      `select e.kind from pg_trigger t join app.entities e on e.name::regclass = t.tgrelid where t.tgname = $1 order by 1`,
      [trigger],
    )
    expect(rows.map(({ kind }: Json) => kind)).toEqual(kindsTaking(what as keyof typeof triggers))
  }
})

test('what kinds do of their own has a function for each', async () => {
  const types = async (name: string) =>
    (
      await asOwner(
        `select e.kind from pg_proc p cross join unnest(p.proargtypes) a(type) join pg_type t on t.oid = a.type
          join app.entities e on e.name = t.typname where p.proname = $1 and p.pronamespace = 'app'::regnamespace order by 1`,
        [name],
      )
    ).map(({ kind }: Json) => kind)
  // Those of tasks are run with their conditions, in functions of their own.
  const records = kindsTaking('automations').filter((kind) => kind !== 'task')
  for (const name of ['facts_of', 'matches_params', 'assign_record'])
    expect(await types(name)).toEqual(records)
})

test('each kind that automations act on can be listened to, and named in templates', () => {
  const kinds = kindsTaking('automations').filter((kind) => kind !== 'task')
  expect(Object.keys(records).toSorted()).toEqual(kinds)
  for (const [kind, { triggers }] of Object.entries(records))
    for (const event of Object.keys(triggers)) expect(event).toMatch(new RegExp(`^${kind}\\.`))
})

test('a page of each kind that has one can be made, and of no other', async () => {
  const [page] = await asOwner(`select prosrc as source from pg_proc where proname = 'page_of'`)
  const withPage = (await ofObjects()).filter(({ facts }) => facts.page).map(({ facts }) => facts.kind!)
  const listed = [...page!.source.matchAll(/when '(\w+)' then/g)].map(([, kind]) => kind)
  expect(listed.toSorted()).toEqual(withPage.toSorted())
  for (const kind of kindsTaking('notifications')) expect(withPage).toContain(kind)
})

/** A table of a kind that no release has, whose rows take everything. */
const gadgets = () =>
  entity(
    'gadgets',
    {
      kind: 'gadget',
      called: (t) => ({ name: t.name }),
      scope: organization,
      history: 'audited',
      label: 'name',
      takes: ['links', 'visits', 'notifications', 'automations', 'clocks'],
      item: (t) => ({ title: t.name, leastLevel: sql`20`, follows: ['name'] }),
      page: (t) => sql`'/gadgets/' || ${t.id}`,
      files: (t) => ({
        owner: t.created_by,
        state: sql`case when ${t.name} = 'Sealed' then 'it is sealed' end`,
      }),
    },
    { ...tenant(), name: varchar({ length: 80 }).notNull(), ...authored() },
  )

test('a new kind needs nothing but its table: it is found, opened, linked, and has files', async () => {
  await ownDatabase()
  const table = gadgets()
  const id = uuidv7()
  const { org } = await workspace()
  await withOwner(parts().ownerUrl, async (owner) => {
    await owner.query(`create table gadgets (id uuid not null default uuidv7(), org_id uuid not null default app.org_id(),
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      name varchar(80) not null, created_by uuid not null default app.user_id(), primary key (org_id, id))`)
    for (const write of [writeEntities, writeItems, writeNames, writePages, writeFileParents])
      await write(owner)
    await owner.query(readFileSync(new URL('../../db/functions/searchable.sql', import.meta.url), 'utf8'))
    await owner.query('call app.attach_facts()')
    await owner.query('grant select on gadgets, app.items, app.searchable to svc_functions')
    await owner.query(`set app.org_id = '${org.id}'; set app.rank = '20'`)
    await owner.query(`insert into gadgets (id, name, created_by) values ($1, 'Lamp', $1)`, [id])
    const one = async (text: string) =>
      (await owner.query({ text, values: [id], rowMode: 'array' })).rows[0]![0]
    expect(
      await one(`select title from search_entries where entity_type = 'gadget' and entity_id = $1`),
    ).toBe('Lamp')
    expect(await one(`select title from app.item(app.org_id(), 'gadget', $1)`)).toBe('Lamp')
    expect(
      (await owner.query(`select id, label, fit from app.find_called('gadget', ' lamp', null, '{}')`)).rows,
    ).toEqual([{ id, label: 'Lamp', fit: 1 }])
    expect(await one(`select app.page_of('gadget', $1)`)).toBe(`/gadgets/${id}`)
    expect(await one(`select (app.attachment_parent('gadget', $1, true)).id`)).toBe(id)
    await owner.query(`update gadgets set name = 'Sealed' where id = $1`, [id])
    expect(await one(`select (app.attachment_parent('gadget', $1, false)).state`)).toBe('it is sealed')
    await owner.query(`set app.rank = '10'`)
    expect(await one(`select (app.attachment_parent('gadget', $1, false)).id`)).toBeNull()
    const triggers = await owner.query(`select tgname from pg_trigger where tgrelid = 'gadgets'::regclass`)
    expect(triggers.rows.map(({ tgname }) => tgname)).toEqual(
      expect.arrayContaining(['audit', 'index_row', 'unlink_personal', 'drop_attachments', 'drop_runs']),
    )
  })
  for (const what of ['links', 'visits', 'notifications', 'automations', 'clocks', 'files'] as const)
    expect(kindsTaking(what)).toContain('gadget')
  expect(foundKinds()).toContain('gadget')
  expect(saidKinds().gadget).toBe('gadget is called')
  ;(entities as Map<PgTable, unknown>).delete(table)
})
