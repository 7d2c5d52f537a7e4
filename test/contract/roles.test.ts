import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, ranks, type Role } from '../../src/kit/operation.ts'
import { call } from '../kit/client.ts'
import { type Credential, credentialsOf } from './credentials.ts'
import { differing, leastRole, operations, refusalOf, World } from './world.ts'
import type { Direct } from '../kit/direct.ts'
import { discarding } from '../kit/gateways.ts'

/**
 * What every operation answers to every credential, against one readable file. Each call does all of its work on a
 * gateway that rolls it back, so that one world serves them all. `vitest -u` accepts a change of the file.
 */
let gateway: Direct
let elsewhere: World
beforeAll(async () => {
  gateway = discarding()
  elsewhere = await World.make()
})
afterAll(() => gateway.stop())
/** Without the cache there are no limits: everybody proves more here than a session may in a minute. */
const settings = () => ({ SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' })

const asked = operations.filter(({ role }) => role !== 'public')
type Row = { operation: Operation; answers: Map<string, number> }

async function ask(world: World, operation: Operation, { headers }: Credential): Promise<number> {
  const { path, body } = await world.example(operation)
  const send = (draft: unknown) =>
    call(operation.method, path, { headers, ...(draft === undefined ? {} : { body: draft }) }, settings())
  const { status } = await send(body)
  if (status !== 409 || !operation.repeats) return status
  const other = { ...(body as object), ...differing(body) }
  return (await send({ ...other, ...differing(other) })).status
}

async function rowOf(operation: Operation, world: World, credentials: Credential[]): Promise<Row> {
  const answers = new Map<string, number>()
  for (const credential of credentials) answers.set(credential.name, await ask(world, operation, credential))
  return { operation, answers }
}

/** Operations that need a state of their own get a world of their own. */
async function everyAnswer(): Promise<Row[]> {
  const shared = await World.make()
  const common = await credentialsOf(shared, elsewhere)
  for (const operation of asked) if (!operation.setup) await shared.example(operation)
  const rows: Row[] = []
  for (const operation of asked) {
    const world = operation.setup ? await World.make() : shared
    const credentials = operation.setup ? await credentialsOf(world, elsewhere) : common
    await world.example(operation)
    await world.prepare(operation)
    rows.push(await rowOf(operation, world, credentials))
  }
  return rows
}

function table(rows: Row[]): string {
  const names = [...rows[0]!.answers.keys()]
  const widest = 34
  const lines = rows.map(({ operation, answers }) =>
    [
      operation.id.padEnd(widest),
      ...names.map((name) => String(answers.get(name)).padEnd(name.length)),
      `${operation.role}${operation.or ? ` or ${operation.or}` : ''}`,
    ].join('  '),
  )
  return `${['operation'.padEnd(widest), ...names, 'who may'].join('  ')}\n${lines.join('\n')}\n`
}

/** What is refused to the last owner of any organization, as the outsider is, and the operator is not. */
const closedToOwners = new Set(['deleteMe'])

/** The platform is for operators with a session, and to be one opens nothing else. */
function wrongOfPlatform({ operation: { id, role }, answers }: Row): string[] {
  const unsigned = new Set(['none', 'revoked_key', 'contact'])
  if (role !== 'platform')
    return ['operator', 'operator_app'].flatMap((name) => {
      const like = name === 'operator' ? 'outsider' : 'outsider_app'
      return answers.get(name) === answers.get(like) || closedToOwners.has(id)
        ? []
        : [`${id} tells ${name} from ${like}`]
    })
  return [...answers].flatMap(([name, status]) => {
    const right = name === 'operator' ? status < 300 : status === (unsigned.has(name) ? 401 : 403)
    return right ? [] : [`${id} answers ${status} to ${name}`]
  })
}

/** A contact gets at nothing but the portal, and nobody else gets at that. */
function wrongOfPortal({ operation: { id, role }, answers }: Row): string[] {
  return [...answers].flatMap(([name, status]) => {
    const right =
      name !== 'contact' && role !== 'portal'
        ? true
        : status === 401 || (role === 'portal' && name === 'contact' && status < 300)
    return right ? [] : [`${id} answers ${status} to ${name}`]
  })
}

test(
  'every operation answers every credential as the table of roles says',
  { timeout: 600_000 },
  async () => {
    const rows = await everyAnswer()
    const wrong = rows.flatMap(({ operation, answers }) =>
      Object.keys(ranks)
        .filter((role) => operation.role in ranks && ranks[role as Role] < ranks[leastRole(operation)])
        .filter((role) => answers.get(role) !== refusalOf(operation, role as Role)[0])
        .map((role) => `${operation.id} answers ${answers.get(role)} to a ${role}`),
    )
    expect(wrong).toEqual([])
    const locked = rows.filter(
      ({ operation: { method, role }, answers }) =>
        method !== 'GET' && answers.get('impersonated') !== (role === 'portal' ? 401 : 403),
    )
    expect(locked.map(({ operation }) => operation.id)).toEqual([])
    expect(rows.flatMap(wrongOfPlatform)).toEqual([])
    expect(rows.flatMap(wrongOfPortal)).toEqual([])
    await expect(table(rows)).toMatchFileSnapshot('roles.txt')
  },
)
