import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, roleLevels, type Role } from '../../src/kit/operation.ts'
import { call } from '../kit/client.ts'
import { type Credential, credentialsOf } from './credentials.ts'
import { differing, leastRole, operations, refusalOf, World } from './world.ts'
import type { Direct } from '../kit/direct.ts'
import { rollbackGateway } from '../kit/gateways.ts'

/**
 * The status of every operation for every credential, against one readable file. A gateway rolls every call back, so
 * that one world serves them all. `vitest -u` accepts a change of the file.
 */
let gateway: Direct
let foreign: World
beforeAll(async () => {
  gateway = rollbackGateway()
  foreign = await World.make()
})
afterAll(() => gateway.stop())
/** No cache, so no limits: a session makes more attempts here than it may in a minute. */
const settings = () => ({ SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' })

const tested = operations.filter(({ role }) => role !== 'public')
type Row = { operation: Operation; answers: Map<string, number> }

async function statusOf(world: World, operation: Operation, { headers }: Credential): Promise<number> {
  const { path, body } = await world.example(operation)
  const send = (draft: unknown) =>
    call(operation.method, path, { headers, ...(draft === undefined ? {} : { body: draft }) }, settings())
  const { status } = await send(body)
  if (status !== 409 || operation.status !== 201 || !body) return status
  const other = { ...body, ...differing(body) }
  return (await send({ ...other, ...differing(other) })).status
}

async function rowOf(operation: Operation, world: World, credentials: Credential[]): Promise<Row> {
  const answers = new Map<string, number>()
  for (const credential of credentials)
    answers.set(credential.name, await statusOf(world, operation, credential))
  return { operation, answers }
}

/** Operations with setup get a world of their own. */
async function allRows(): Promise<Row[]> {
  const shared = await World.make()
  const sharedCredentials = await credentialsOf(shared, foreign)
  for (const operation of tested) if (!operation.setup) await shared.example(operation)
  const rows: Row[] = []
  for (const operation of tested) {
    const world = operation.setup ? await World.make() : shared
    const credentials = operation.setup ? await credentialsOf(world, foreign) : sharedCredentials
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

/** Rejected for the last owner of an organization, which the outsider is and the operator is not. */
const closedToOwners = new Set(['deleteMe'])

/** The platform is for operators with a session, and gives them access to nothing else. */
function platformErrors({ operation: { id, role }, answers }: Row): string[] {
  const unauthenticated = new Set(['none', 'revoked_key', 'contact'])
  if (role !== 'platform')
    return ['operator', 'operator_app'].flatMap((name) => {
      const equivalent = name === 'operator' ? 'outsider' : 'outsider_app'
      return answers.get(name) === answers.get(equivalent) || closedToOwners.has(id)
        ? []
        : [`${id} distinguishes ${name} from ${equivalent}`]
    })
  return [...answers].flatMap(([name, status]) => {
    const isExpected = name === 'operator' ? status < 300 : status === (unauthenticated.has(name) ? 401 : 403)
    return isExpected ? [] : [`${id} answers ${status} to ${name}`]
  })
}

/** A contact can reach only the portal, and nobody else can. */
function portalErrors({ operation: { id, role }, answers }: Row): string[] {
  return [...answers].flatMap(([name, status]) => {
    const isExpected =
      name !== 'contact' && role !== 'portal'
        ? true
        : status === 401 || (role === 'portal' && name === 'contact' && status < 300)
    return isExpected ? [] : [`${id} answers ${status} to ${name}`]
  })
}

test(
  'every operation accepts and rejects credentials as the role table says',
  { timeout: 600_000 },
  async () => {
    const rows = await allRows()
    const errors = rows.flatMap(({ operation, answers }) =>
      Object.keys(roleLevels)
        .filter(
          (role) =>
            operation.role in roleLevels && roleLevels[role as Role] < roleLevels[leastRole(operation)],
        )
        .filter((role) => answers.get(role) !== refusalOf(operation, role as Role)[0])
        .map((role) => `${operation.id} answers ${answers.get(role)} to a ${role}`),
    )
    expect(errors).toEqual([])
    const writable = rows.filter(
      ({ operation: { method, role }, answers }) =>
        method !== 'GET' && answers.get('impersonated') !== (role === 'portal' ? 401 : 403),
    )
    expect(writable.map(({ operation }) => operation.id)).toEqual([])
    expect(rows.flatMap(platformErrors)).toEqual([])
    expect(rows.flatMap(portalErrors)).toEqual([])
    await expect(table(rows)).toMatchFileSnapshot('roles.txt')
  },
)
