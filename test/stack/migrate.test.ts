import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { besideWriters } from '../../scripts/bench/upgrade.ts'
import { migrate } from '../../scripts/stack/migrate.ts'
import { runMigrations } from '../../scripts/stack/migrations.ts'
import { type Postgres, startPostgres } from '../../scripts/stack/postgres.ts'
import { startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { createApp } from '../../src/app.ts'

async function query(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const besideWritersOfTags = (url: string, work: () => Promise<unknown>) =>
  besideWriters(url, 'update tags set name = name where org_id = uuidv7()', work)

describe('migrating a database whose owner is not a superuser, as on hosted Postgres', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-migrate-'))
  let postgres: Postgres
  let owner: string
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    postgres = await startPostgres({ dataDir: join(folder, 'pg'), fast: true })
    const root = postgres.url('postgres')
    await query(root, `create role hosted login createdb createrole bypassrls password 'hosted'`)
    await query(root, 'create database hosted owner hosted')
    owner = postgres.url('hosted', 'hosted', 'hosted')
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('refuses a role without the rights that it needs, says which to use, and changes nothing', async () => {
    const root = postgres.url('postgres')
    await query(root, `create role guest login password 'guest'`)
    const attempt = () => migrate(postgres.url('hosted', 'guest', 'guest'))
    await expect(attempt()).rejects.toThrow('Use the connection string of its owner')
    await query(root, 'grant create on database hosted to guest')
    await expect(attempt()).rejects.toThrow('Use a role with CREATEROLE')
    expect(await query(owner, `select from pg_namespace where nspname in ('app', 'drizzle')`)).toEqual([])
    await query(root, 'revoke create on database hosted from guest; drop role guest')
  })

  test('works, can be repeated, and revokes every function from the public', async () => {
    await migrate(owner, { appPassword: 'one' })
    await migrate(owner, { appPassword: 'two' })
    const [closed] = await query(
      owner,
      `select bool_and(not has_function_privilege('public', p.oid, 'execute')) as yes
      from pg_proc p where p.pronamespace = 'app'::regnamespace`,
    )
    expect(closed).toEqual({ yes: true })
  })

  test('does nothing when nothing differs, beside an open reader and fifty writers who wait for nothing', async () => {
    const reader = new Client({ connectionString: owner })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select count(*) from tags, tasks, organizations')
    const lines: string[] = []
    const work = () => migrate(owner, { log: (line) => lines.push(line) })
    const { waited, writes } = await besideWritersOfTags(owner, work)
    expect([lines, waited]).toEqual([['already up to date'], 0])
    expect(writes).toBeGreaterThan(50)
    await reader.query('rollback')
    await reader.end()
  })

  test('brings a release with a new index, a changed function and a changed table in beside writers', async () => {
    // What its migration leaves for after its transaction, and a function that is not yet the new one.
    await query(
      owner,
      `alter table tags add column note_of_a_release text;
       create or replace function app.round_div(above numeric, below numeric) returns numeric language sql return 1;
       insert into drizzle.indexes_to_make
         values ('tags_release', 'create index "tags_release" on "tags" (org_id, note_of_a_release)')`,
    )
    const { waited, writes } = await besideWritersOfTags(owner, () => migrate(owner))
    // Half a second for a lock that is not had, and as long again to do the work behind it.
    expect(waited).toBeLessThan(1000)
    expect(writes).toBeGreaterThan(50)
    const made = await query(
      owner,
      `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'tags_release'`,
    )
    expect(made).toEqual([{ indisvalid: true }])
    expect(await query(owner, 'select from drizzle.indexes_to_make')).toEqual([])
    await query(owner, 'alter table tags drop column note_of_a_release')
    await migrate(owner)
  })

  test('keeps an index in use until the one that replaces it is made', async () => {
    await query(
      owner,
      `alter table tags add column note_of_a_release text; create index tags_release_note on tags (note_of_a_release)`,
    )
    const release = mkdtempSync(join(tmpdir(), 'service-migrations-'))
    mkdirSync(join(release, 'meta'))
    const [{ last }] = (await query(
      owner,
      'select max(created_at)::text as last from drizzle.__drizzle_migrations',
    )) as [{ last: string }]
    const entries = [0, 1, 2].map((n) => ({
      idx: n,
      version: '7',
      when: Number(last) + n,
      tag: `000${n}`,
      breakpoints: true,
    }))
    writeFileSync(
      join(release, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    )
    writeFileSync(
      join(release, '0001.sql'),
      `DROP INDEX "tags_release_note";--> statement-breakpoint
       CREATE INDEX "tags_release_note" ON "tags" USING btree ("note_of_a_release","org_id");`,
    )
    writeFileSync(join(release, '0000.sql'), 'select 1')
    writeFileSync(join(release, '0002.sql'), 'DROP INDEX "tags_release_note_2";')
    await query(owner, 'create index tags_release_note_2 on tags (note_of_a_release)')
    const client = new Client({ connectionString: owner })
    await client.connect()
    const run = client.query.bind(client)
    const columns: unknown[] = []
    client.query = (async (text: string, values?: unknown[]) => {
      const result = await run(text, values)
      if (/^create index concurrently/i.test(text.trim())) columns.push(await query(owner, definitions))
      return result
    }) as typeof client.query
    const definitions = `select indexname, indexdef like '%org_id%' as new from pg_indexes
      where indexname like 'tags_release_note%' order by 1`
    await runMigrations(client, release)
    await client.end()
    rmSync(release, { recursive: true })
    expect(columns).toEqual([
      [
        { indexname: 'tags_release_note', new: false },
        { indexname: 'tags_release_note_made', new: true },
      ],
    ])
    expect(await query(owner, definitions)).toEqual([{ indexname: 'tags_release_note', new: true }])
    await query(
      owner,
      `alter table tags drop column note_of_a_release;
       delete from drizzle.__drizzle_migrations where created_at > ${last}`,
    )
  })

  test('replaces functions whose parameters changed; drops removed triggers, and removed functions one migration later', async () => {
    await query(
      owner,
      `create function app.left_over() returns int language sql return 1;
       create function app.mark() returns trigger language plpgsql as 'begin return new; end';
       create trigger left_over before insert on tags for each row execute function app.mark();
       create function app.utc(at int) returns int language sql return 1;
       drop function app.round_div(numeric, numeric);
       create function app.round_div(a numeric, b numeric) returns text language sql return 'old'`,
    )
    const found = async () => {
      const rows = await query(
        owner,
        `select concat_ws(' ', p.oid::regprocedure, p.proargnames[1], p.prorettype::regtype) as name from pg_proc p
        where p.pronamespace = 'app'::regnamespace and p.proname in ('left_over', 'utc', 'round_div')`,
      )
      return rows.map(({ name }) => name).toSorted()
    }
    await migrate(owner)
    const triggers = await query(owner, `select from pg_trigger where tgname = 'left_over'`)
    expect(triggers).toEqual([])
    const kept = [
      'app.round_div(numeric,numeric) above numeric',
      'app.utc(timestamp with time zone) moment text',
    ]
    expect(await found()).toEqual(['app.left_over() integer', ...kept])
    await migrate(owner)
    expect(await found()).toEqual(kept)
  })

  test('gives a composite type of another release the attributes of this one, and keeps what takes it', async () => {
    await query(
      owner,
      `create function app.takes_hit(h app.hit) returns text language sql return 'kept';
       alter type app.hit drop attribute kind, alter attribute score set data type int, add attribute extra text;
       delete from app.migrated`,
    )
    await migrate(owner)
    const attributes = await query(
      owner,
      `select string_agg(name || ' ' || type, ', ') as all from app.attributes_of('app.hit')`,
    )
    expect(attributes).toEqual([{ all: 'kind text, id uuid, score real' }])
    expect(await query(owner, `select app.takes_hit(('note', null, 1)::app.hit)`)).toEqual([
      { takes_hit: 'kept' },
    ])
  })

  test('refuses a database from before the first release, and leaves it as it is', async () => {
    await query(postgres.url('postgres'), 'create database early owner hosted')
    const early = postgres.url('early', 'hosted', 'hosted')
    await query(
      early,
      `create schema drizzle;
       create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('early', 1);
       create table tasks (id uuid)`,
    )
    await expect(migrate(early)).rejects.toThrow('older than the first release')
    expect(
      await query(early, `select count(*)::int as n from pg_tables where schemaname = 'public'`),
    ).toEqual([{ n: 1 }])
  })

  test('results in a service that signs people up and audits what they do', async () => {
    const gateway = await startSqlGateway({ host: postgres.host, pgPort: postgres.port })
    const env = {
      DATABASE_URL: 'postgres://svc_app:two@db.localhost/hosted',
      SQL_ENDPOINT: gateway.url,
      JWT_KEYS: 'test:a-secret-of-at-least-32-characters',
      BASE_URL: 'https://service.test',
    }
    const app = createApp()
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      app.request(
        `https://service.test/api/v1${path}`,
        {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        },
        env,
      )
    const signedUp = await post('/auth/register', {
      email: 'ada@example.com',
      password: 'correct horse battery',
      name: 'Ada',
    })
    expect(signedUp.status).toBe(201)
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const created = await post('/organizations', { name: 'Ada & Co' }, { cookie })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }
    const project = await post(`/organizations/${id}/projects`, { name: 'Web', key: 'WEB' }, { cookie })
    const task = await post(`/organizations/${id}/projects/WEB/tasks`, { title: 'First' }, { cookie })
    expect([project.status, task.status]).toEqual([201, 201])
    const actions = await query(owner, 'select distinct action from audit_log order by 1')
    expect(actions.map(({ action }) => action)).toEqual([
      'organization.created',
      'project.created',
      'task.created',
    ])
    await gateway.stop()
  })
})
