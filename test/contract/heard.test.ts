import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { asOwner, call } from '../kit/client.ts'
import { rollbackGateway } from '../kit/gateways.ts'
import { fakeLive } from '../kit/live.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { guardedOf, needsFactor } from './guarded.ts'
import { isOwnersOnly, operations, World } from './world.ts'

await ownDatabase()

/** What changes a row whose kind streams are told of, and tells nothing, with the reason. */
const unheard: Record<string, string> = {
  confirmCheckout: 'a plan counts in the next request; the page of the plan is read after the return',
}
/** It takes somebody who is not the last owner; that a member goes is tested with streams. */
const untried = 'leaveOrganization'

const writes = operations.filter(
  (operation) => operation.write && inOrganization(operation) && operation.id !== untried,
)
const live = fakeLive()
const gateway = rollbackGateway()
afterAll(async () => gateway.stop())
let shared: World
let kinds: Map<string, string>
beforeAll(async () => {
  // Each table that a row changes in is noted as streams are: as what is told to an organization `touched`.
  await asOwner(`create function app.note_touched() returns trigger
    language plpgsql security definer set search_path = public, app, pg_temp as $$
    declare derived text[] := tg_argv[0]::text[];
    begin
      if to_jsonb(old) - derived is distinct from to_jsonb(new) - derived then
        perform note_live(array['touched/' || tg_table_name]);
      end if;
      return null;
    end $$;
    do $$ declare e record; begin
      for e in select f.name, f.derived || f.counted || '{updated_at,updated_by,version,last_seen_at}' as derived
          from app.entities f loop
        execute format('create trigger note_touched after insert or update or delete on public.%I for each row
          execute function app.note_touched(%L)', e.name, e.derived);
      end loop;
    end $$`)
  const told = await asOwner<{ name: string; kind: string }>(`select * from (select f.name,
    app.live_kind(f.name, f.kind, f.block, f.private, f.announced) as kind from app.entities f) k where k.kind is not null`)
  kinds = new Map(told.map(({ name, kind }) => [name, kind]))
  shared = await World.make()
})

/** The kinds of the rows that an operation changed, and those that were heard of. */
async function heardOf(operation: Operation) {
  const world = operation.setup ? await World.make() : shared
  const { path, body } = await world.example(operation)
  await world.prepare(operation)
  const who = needsFactor(operation)
    ? (await guardedOf(world)).who
    : isOwnersOnly(operation)
      ? world.people.owner
      : world.master(operation)
  live.told.length = 0
  const sent = { ...(body === undefined ? {} : { body }), headers: who.headers }
  const { status } = await call(operation.method, path, sent, { ...live.env, SQL_ENDPOINT: gateway.url })
  const touched = live.told.filter(({ org }) => org === 'touched').flatMap(({ kinds: tables }) => tables)
  const others = live.told.filter(({ org }) => org !== 'touched')
  const heard = new Set(others.flatMap((one) => [...one.kinds, ...(one.access ? ['access'] : [])]))
  const changed = new Set(touched.flatMap((name) => kinds.get(name) ?? []))
  return { status, changed, heard }
}

const everHeard = new Set<string>()
test.each(writes.map((operation) => [operation.id, operation] as const))(
  'of what %s changes, streams are told',
  async (id, operation) => {
    const { status, changed, heard } = await heardOf(operation)
    expect(status).toBeLessThan(300)
    const silent = [...changed].filter((kind) => !heard.has(kind))
    expect(silent.length > 0).toBe(id in unheard)
    for (const kind of heard) everHeard.add(kind)
  },
)

test('each kind that a page follows is told of by some operation', async () => {
  const folder = new URL('../../src/web/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const texts = await Promise.all(files.map(async (name) => readFile(new URL(name, folder), 'utf8')))
  const followed = texts.flatMap((text) =>
    [...text.matchAll(/<Live\s+of="([^"]+)"/g)].flatMap(([, of]) => of!.split(' ')),
  )
  expect(followed.length).toBeGreaterThan(5)
  expect(followed.filter((kind) => !everHeard.has(kind))).toEqual([])
})
