import { beforeAll, describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const nobody = '00000000-0000-0000-0000-000000000000'
const parts = await asOwner<{ part: string; parameter: string | null }>(
  'select part, parameter from app.daily_parts() order by part',
)
const ofOrganizations = parts.filter(({ parameter }) => parameter === 'org').map(({ part }) => part)
const waiting = async (part: string) =>
  (
    await asOwner(`select from outbox where topic = 'daily' and done_at is null and payload->>'part' = $1`, [
      part,
    ])
  ).length
const begin = (part: string, page: number, after?: string) =>
  asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'daily', $2)`, [
    nobody,
    { part, page, after },
  ])
/** Drains until none of a part waits. */
const finish = async (part: string) => {
  for (let round = 0; await waiting(part); round++) {
    if (round > 50) throw new Error(`${part} does not end`)
    await drain(database())
  }
}

/** Replaces a part by one that notes its organizations, and fails for one of them. */
async function watched(part: string, failing: string = nobody) {
  const [was] = await asOwner<{ source: string; type: string; takes: string }>(
    `select pg_get_functiondef(oid) as source, pg_get_function_result(oid) as type,
        pg_get_function_arguments(oid) as takes
      from pg_proc where proname = $1 and pronamespace = 'app'::regnamespace`,
    [part],
  )
  await asOwner('delete from seen_daily')
  await asOwner(`create or replace function app.${part}(${was!.takes}) returns ${was!.type}
    language plpgsql security definer set search_path = public, app, pg_temp as $$ begin
      if org = '${failing}' and org <> '${nobody}' then raise exception 'broken'; end if;
      insert into seen_daily values (org);
      return ${was!.type === 'void' ? '' : 'null'};
    end $$`)
  return async () => void (await asOwner(was!.source))
}
const seen = async () =>
  (await asOwner<{ org: string }>(`select org from seen_daily where org <> $1 order by org`, [nobody])).map(
    ({ org }) => org,
  )

describe('the daily work', () => {
  let orgs: string[]
  beforeAll(async () => {
    await asOwner('create table seen_daily (org uuid)')
    await asOwner('grant all on seen_daily to svc_functions')
    for (let n = 0; n < 5; n++) await workspace()
    orgs = (await asOwner<{ id: string }>('select id from organizations order by id')).map(({ id }) => id)
    await drain(database())
  })

  test.each(ofOrganizations)(
    'of %s reaches every organization in pages, past one that fails',
    async (part) => {
      const restore = await watched(part, orgs[1])
      await begin(part, 2)
      await finish(part)
      expect(await seen()).toEqual(orgs.filter((org) => org !== orgs[1]))
      const jobs = await asOwner(`select from outbox where topic = 'daily' and payload->>'part' = $1`, [part])
      expect(jobs.length).toBeGreaterThanOrEqual(orgs.length / 2)
      await restore()
    },
  )

  test.each(ofOrganizations)('of %s goes on where a stopped run left it', async (part) => {
    const restore = await watched(part)
    await begin(part, 2, orgs[2])
    await asOwner(
      `update outbox set attempts = 1, available_at = now() - interval '1 second' where topic = 'daily' and done_at is null`,
    )
    await finish(part)
    expect(await seen()).toEqual(orgs.slice(3))
    await restore()
  })

  test.each(parts.map(({ part }) => part))('of %s is done by two runs at once without harm', async (part) => {
    await Promise.all([asOwner('select app.queue_daily()'), asOwner('select app.queue_daily()')])
    expect(await waiting(part)).toBe(1)
    await Promise.all([drain(database()), drain(database())])
    await finish(part)
    const failed = await asOwner(
      `select last_error from outbox where topic = 'daily' and last_error is not null`,
    )
    expect(failed).toEqual([])
  })

  test('passes over an organization that takes too long', async () => {
    const restore = await watched('daily_tallies')
    await asOwner(`create or replace function app.daily_tallies(org uuid, max_rows int) returns boolean language plpgsql as $$ begin
      if org = '${orgs[1]}' then perform pg_sleep(20); end if;
      insert into seen_daily values (org);
      return false;
    end $$`)
    await asOwner(`begin; set local statement_timeout = '1s';
      create table daily_page as select app.run_daily('daily_tallies', null, 100) as page; commit`)
    const [{ page }] = (await asOwner('select page from daily_page')) as [{ page: Json }]
    expect(page).toEqual({ more: true, after: orgs[1], found: `failed for ${orgs[1]} with 57014` })
    expect(await seen()).toEqual(orgs.slice(0, 1))
    await restore()
  })

  test('does an organization again for as long as there is more of it', async () => {
    const restore = await watched('daily_purge')
    await asOwner(`create or replace function app.daily_purge(org uuid, max_rows int) returns boolean language plpgsql
      security definer set search_path = public, app, pg_temp as $$ begin
      insert into seen_daily values (org);
      return org in ('${orgs[1]}', '${orgs.at(-1)}') and (select count(*) from seen_daily s
        where s.org = daily_purge.org) < 3;
    end $$`)
    await begin('daily_purge', 2)
    await finish('daily_purge')
    const often = (org: string) => (org === orgs[1] || org === orgs.at(-1) ? [org, org, org] : [org])
    expect(await seen()).toEqual(orgs.flatMap(often))
    await restore()
  })

  test('of a part that fails keeps no other from running', async () => {
    const [was] = await asOwner<{ source: string }>(
      `select pg_get_functiondef('app.daily_impersonations(uuid, int)'::regprocedure) as source`,
    )
    await asOwner(`create or replace function app.daily_impersonations(after uuid, max_rows int) returns json language plpgsql
      as $$ begin raise exception 'broken'; end $$`)
    await daily(env())
    const left = await asOwner(
      `select payload->>'part' as part, attempts from outbox where topic = 'daily' and done_at is null`,
    )
    expect(left).toEqual([{ part: 'daily_impersonations', attempts: 1 }])
    await asOwner(was!.source)
  })

  test('deletes finished jobs in pages, and keeps those of a day', async () => {
    await asOwner(`insert into outbox (id, org_id, topic, payload, done_at)
      select app.uuid_at(now() - interval '2 days' + n * interval '1 second'), '${nobody}', 'old', '{}',
        now() - make_interval(hours => 13 + n * 3) from generate_series(1, 9) n`)
    await asOwner(`delete from outbox where topic = 'daily'`)
    await begin('outbox', 2)
    await finish('outbox')
    expect(await asOwner(`select from outbox where topic = 'old'`)).toHaveLength(3)
  })
})
