import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUuid, uuidv7 } from '../../src/base/id.ts'
import { inOrganization } from '../../src/kit/operation.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { type Confined, Walls } from '../kit/walls.ts'
import { operations, World } from './world.ts'

await ownDatabase()

/**
 * Every confined function whose arguments can be made up, called by the service role in one organization with the ids of
 * all objects of another, as by an operation that checked nothing: it answers and writes as for ids that do not exist.
 * This holds with either layer alone. All calls are rolled back.
 */
let walls: Walls
let service: Client
let own: World
let foreign: World
let functions: Confined[]
let ids: string[]
beforeAll(async () => {
  walls = await Walls.of()
  await walls.run(attempts)
  service = new Client({
    connectionString: Object.assign(new URL(parts().ownerUrl), { username: 'svc_app', password: 'app' }).href,
  })
  await service.connect()
  // The calls of all functions are one transaction.
  await service.query('set transaction_timeout = 0')
  own = await World.make()
  foreign = await World.make()
  for (const operation of operations.filter((one) => inOrganization(one) && one.role !== 'public'))
    await foreign.example(operation)
  ids = [...new Set([...foreign.created.values()].filter(isUuid))]
  functions = (await walls.confined()).filter(({ args }) => args.some((arg) => isId(arg)))
}, 300_000)
afterAll(() => Promise.all([service.end(), walls.close()]))

type Argument = Confined['args'][number]
const isOrg = ({ name }: Argument) => /^(org|organization|sender)$/.test(name)
const isId = (arg: Argument) => /^uuid(\[\])?$/.test(arg.type) && !isOrg(arg)
const others: Record<string, string> = {
  jsonb: `'{}'`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
  text: `'x'`,
}

function callOf({ name, args, isSet }: Confined, id: string, org: string): string {
  const given = args.map((arg) => {
    if (arg.type === 'uuid[]') return `array['${id}']::uuid[]`
    if (arg.type === 'uuid') return `'${isOrg(arg) ? org : id}'::uuid`
    return `${others[arg.type] ?? 'null'}::${arg.type}`
  })
  const call = `app.${name}(${given.join(', ')})`
  return isSet ? `select json_agg(f)::text from ${call} f` : `select ${call}::text`
}

/** Runs each call and undoes it; gives what it answers and, if asked, how many rows it writes, or why it fails. */
const attempts = `create function app.attempts(calls text[], counts boolean) returns text[] language plpgsql as $$
  declare call text; answer text; answers text[] := '{}'; before bigint; rows bigint;
  begin
    foreach call in array calls loop
      begin
        if counts then select sum(n_tup_ins + n_tup_upd + n_tup_del) into before from pg_stat_xact_user_tables; end if;
        execute call into answer;
        if counts then select sum(n_tup_ins + n_tup_upd + n_tup_del) into rows from pg_stat_xact_user_tables; end if;
        raise exception using errcode = 'UNDO0', message = concat(answer, ' ', rows - before);
      exception when others then answers := answers || sqlerrm; end;
    end loop;
    return answers;
  end $$; grant execute on function app.attempts to svc_app`

/** The functions, at most so many, that tell another organization's objects from missing ones; `org` is their parameter. */
async function leaking(org: string, most = Infinity) {
  const found = new Set<string>()
  let cases = 0
  await service.query('begin')
  await service.query(
    `select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true), set_config('app.rank', '50', true),
      set_config('app.hidden_projects', '{}', true), set_config('app.actor_type', 'user', true)`,
    [own.org, own.people.owner.id],
  )
  for (const one of functions) {
    const [noId, noOrg] = [uuidv7(), org === own.org ? own.org : uuidv7()]
    const calls = [callOf(one, noId, noOrg), ...ids.map((id) => callOf(one, id, org))]
    const tells = async () => {
      const { rows } = await service.query<{ answers: string[] }>(`select app.attempts($1, $2) as answers`, [
        calls,
        one.isSilent,
      ])
      const [missing, ...given] = rows[0]!.answers
      const alike = (id: string) => missing!.replaceAll(noId, id).replaceAll(noOrg, org)
      return given.some((answer, at) => answer !== alike(ids[at]!))
    }
    // What an entry of the audit log plans differs where a minute begins between two calls, so it is asked once more.
    if ((await tells()) && (await tells())) found.add(one.name)
    cases += ids.length
    if (found.size >= most) break
  }
  await service.query('rollback')
  return { cases, found: [...found] }
}

test('policies alone: confined functions reach no object of another organization', async () => {
  const { functions: changed, conditions } = await walls.stripFunctions()
  const { cases, found } = await leaking(foreign.org)
  await walls.restoreFunctions()
  expect(found).toEqual([])
  expect([functions.length > 100, cases > 5000, changed > 150, conditions > 250]).toEqual(Array(4).fill(true))
  process.stderr.write(`isolation of functions: ${functions.length} functions, ${cases} cases, 0 leaks\n`)
}, 300_000)

test('conditions alone: confined functions reach no object of another organization', async () => {
  await walls.openPolicies()
  expect((await leaking(own.org)).found).toEqual([])
}, 300_000)

test('without either layer the same calls do reach them', async () => {
  await walls.stripFunctions()
  const { found } = await leaking(foreign.org, 15)
  await walls.restoreFunctions()
  expect(found.length).toBe(15)
}, 300_000)
