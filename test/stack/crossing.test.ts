import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '../../scripts/stack/as-person.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

/** How many functions row-level security does not confine to the entered organization. It only shrinks. */
const mostCrossing = 118

let owner: Client
let service: Client
beforeAll(async () => {
  owner = new Client({ connectionString: parts().ownerUrl })
  service = new Client({
    connectionString: Object.assign(new URL(parts().ownerUrl), { username: 'svc_app', password: 'app' }).href,
  })
  await owner.connect()
  await service.connect()
})
afterAll(async () => {
  await owner.end()
  await service.end()
})

const names = async (text: string) => {
  const { rows } = await owner.query<{ name: string }>(text)
  return rows.map(({ name }) => name)
}
const confined = `pg_proc p where p.pronamespace = 'app'::regnamespace and p.prosecdef and p.proowner = 'svc_functions'::regrole`

describe('functions that run with more rights than their caller', () => {
  test('belong to a role that row-level security binds and that owns nothing else', async () => {
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as relations,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
        has_schema_privilege(r.oid, 'app', 'create') as creates
        from pg_roles r where rolname = 'svc_functions'`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        relations: 0,
        memberships: 0,
        creates: false,
      },
    ])
  })

  test('have a policy on every table of organizations', async () => {
    const open = await names(
      `select e.name from app.entities e join pg_class c on c.oid = e.name::regclass
        where (e.tenant or e.name = 'organizations') and not (c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'functions'
            and p.polroles = array['svc_functions'::regrole::oid] and p.polcmd = '*'))`,
    )
    expect(open).toEqual([])
    expect(await names(`select e.name from app.entities e where e.tenant`)).not.toEqual([])
  })

  test('are confined, except for those in one list, which only shrinks', async () => {
    const listed = await names('select name from app.crossing_functions() order by 1')
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.length).toBe(mostCrossing)
    const crossing = await names(
      `select distinct p.proname as name from pg_proc p where p.pronamespace = 'app'::regnamespace and p.prosecdef
        and p.proowner <> 'svc_functions'::regrole order by 1`,
    )
    expect(crossing).toEqual(listed)
    expect((await names(`select p.proname as name from ${confined}`)).length).toBeGreaterThan(300)
  })

  test('need it, each of them: their bodies leave the entered organization', async () => {
    const { rows: all } = await owner.query<{ name: string; body: string; definer: boolean }>(
      `select p.proname as name, p.prosrc as body, p.prosecdef as definer from pg_proc p
        where p.pronamespace = 'app'::regnamespace`,
    )
    const { rows: listed } = await owner.query<{ name: string; reason: string }>(
      'select name, reason from app.crossing_functions() order by name',
    )
    const tables = await names(`select e.name from app.entities e where e.tenant or e.name = 'organizations'`)
    const tenantTable = new RegExp(
      `\\b(?:from|join|into|update|using)\\s+(?:public\\.)?(?:${tables.join('|')})\\b`,
      'g',
    )
    const bodyOf = (name: string, definer: boolean) =>
      all.flatMap((one) => (one.name === name && one.definer === definer ? one.body : [])).join('\n')
    const leaves = ({ name, reason }: { name: string; reason: string }) => {
      const body = bodyOf(name, true).replaceAll(/--.*/g, '')
      if (reason.includes('from an index')) return /@@|<%|lower\(|folded\(|plain\w*\(|\blike\b/.test(body)
      if (/set_config\('app\.org_id'|enter_system\(|\bexecute\b/.test(body)) return true
      const called = [...body.matchAll(/(\w+)\(/g)].map(([, callee]) => bodyOf(callee!, false))
      const text = [body, ...called].join('\n')
      const bound = text.match(/org_id = (?:app\.)?org_id\(\)/g)?.length ?? 0
      return (text.match(tenantTable)?.length ?? 0) > bound
    }
    expect(leaves({ name: 'oauth_authorizations', reason: '' })).toBe(false)
    expect(listed.filter((one) => !leaves(one)).map(({ name }) => name)).toEqual([])
  })

  test('do not enter an organization themselves, if they are confined to the one that is entered', async () => {
    const entering = await names(
      `select p.proname as name from ${confined} and p.prosrc ~ 'enter_system\\(|set_config\\(''app\\.org_id'''`,
    )
    expect(entering).toEqual([])
  })
})

describe('a confined function that forgets its condition', () => {
  let one: Workspace
  let other: Workspace
  beforeAll(async () => {
    ;[one, other] = [await workspace(), await workspace()]
    for (const ws of [one, other]) await task(ws, (await project(ws)).id)
    await owner.query(`set check_function_bodies = off;
      create function app.planted_read() returns json language sql security definer set search_path = public, app
        as $$ select json_agg(distinct org_id) from tasks $$;
      create function app.planted_change() returns json language sql security definer set search_path = public, app
        as $$ with changed as (update tasks set description = 'changed' returning org_id)
          select json_agg(distinct org_id) from changed $$;
      create function app.planted_write(org uuid) returns void language sql security definer set search_path = public, app
        as $$ insert into outbox (org_id, topic, payload) values (org, 'planted', '{}') $$;
      alter function app.planted_read() owner to svc_functions;
      alter function app.planted_change() owner to svc_functions;
      alter function app.planted_write(uuid) owner to svc_functions;
      grant execute on all functions in schema app to svc_app`)
  })
  const enteredIn = async (ws: Workspace, text: string) =>
    (await asPerson(owner, { email: ws.owner.email }, text))[0]!.rows

  test('reads and changes rows of the entered organization alone', async () => {
    for (const ws of [one, other]) {
      expect(await enteredIn(ws, 'select app.planted_read() as orgs')).toEqual([{ orgs: [ws.org.id] }])
      expect(await enteredIn(ws, 'select app.planted_change() as orgs')).toEqual([{ orgs: [ws.org.id] }])
    }
  })

  test('writes no row of another', async () => {
    await expect(enteredIn(one, `select app.planted_write('${other.org.id}')`)).rejects.toThrow(
      'row-level security',
    )
    await enteredIn(one, `select app.planted_write('${one.org.id}')`)
  })

  test('fails where none is entered, rather than find nothing', async () => {
    await expect(service.query('select app.planted_read()')).rejects.toThrow('no organization is entered')
  })

  test('crosses once it belongs to the owner of the database, which shows that the wall is what held', async () => {
    await owner.query('alter function app.planted_read() owner to current_user')
    const [{ orgs }] = (await enteredIn(one, 'select app.planted_read() as orgs')) as [{ orgs: string[] }]
    expect(orgs).toEqual(expect.arrayContaining([one.org.id, other.org.id]))
  })
})
