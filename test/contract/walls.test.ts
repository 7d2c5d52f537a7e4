import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type SqlGateway, startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import type { Env } from '../../src/kit/config.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { call, type Reply } from '../kit/client.ts'
import { fillPath, operations, World } from './world.ts'

/**
 * Each wall between organizations alone: the service with the organization conditions cut out of its queries, then
 * with a database role that row-level security does not bind. Neither may let anything through.
 */
const orgCondition = /[\w".]+\."?org_id"? = \(select app\.org_id\(\)\)/g

let stripped: SqlGateway
let cut = 0
beforeAll(async () => {
  const { port } = new URL(inject('parts').ownerUrl)
  stripped = await startSqlGateway({
    host: '127.0.0.1',
    pgPort: Number(port),
    rewrite: (query) => query.replace(orgCondition, () => (cut++, 'true')),
  })
})
afterAll(() => stripped.stop())

const withoutQueryWall = () => ({ SQL_ENDPOINT: stripped.url })
const withoutRowWall = () => ({ DATABASE_URL: inject('parts').ownerUrl.replace('127.0.0.1', 'db.localhost') })
const walls: [name: string, settings: () => Partial<Env>][] = [
  ['row-level security alone', withoutQueryWall],
  ['queries alone', withoutRowWall],
]

const inOrganizations = operations.filter(({ path, role }) => path.includes('{org_id}') && role !== 'public')

/** Two organizations with an object of every kind, and somebody of the first who reaches for the second. */
class Reach {
  readonly own: World
  readonly foreign: World
  readonly settings: Partial<Env>
  cases = 0
  private constructor(own: World, foreign: World, settings: Partial<Env>) {
    this.own = own
    this.foreign = foreign
    this.settings = settings
  }

  static async make(settings: Partial<Env>): Promise<Reach> {
    const [own, foreign] = [await World.make(), await World.make()]
    for (const operation of inOrganizations) {
      await own.example(operation)
      await foreign.example(operation)
    }
    return new Reach(own, foreign, settings)
  }

  async ask(operation: Operation, path: string, body: unknown): Promise<Reply> {
    this.cases++
    const sent = { ...(body === undefined ? {} : { body }), headers: this.own.people.owner.headers }
    return call(operation.method, path, sent, this.settings)
  }

  /** Ids of the other organization in the answer that were not in the question. */
  leaks({ text }: Reply, asked: string): string[] {
    const ids = [
      this.foreign.org,
      ...[...this.foreign.made].flatMap(([name, id]) => (name.endsWith('_id') ? [id] : [])),
    ]
    return ids.filter((id) => text.includes(id) && !asked.includes(id))
  }

  /** Every mixture of own and foreign values in the path of an operation, but for people. */
  async mixtures(operation: Operation): Promise<Record<string, string>[]> {
    const { params } = await this.own.example(operation)
    const others: Record<string, string> = {}
    for (const name of operation.params) others[name] = await this.foreign.value(name)
    const objects = operation.params.filter(
      (name) => name !== 'user_id' && name !== 'token' && !operation.words?.[name],
    )
    const single = objects.map((name) => ({ ...params, [name]: others[name]! }))
    return objects.length > 1 ? [...single, { ...others, org_id: params.org_id! }] : single
  }

  async byPath(): Promise<string[]> {
    const found: string[] = []
    for (const operation of inOrganizations) {
      const { body } = await this.own.example(operation)
      for (const mixed of await this.mixtures(operation)) {
        const path = fillPath(operation.path, mixed)
        const reply = await this.ask(operation, path, body)
        if (reply.status !== 404) found.push(`${operation.id} ${path}: ${reply.status}`)
        if (this.leaks(reply, path).length)
          found.push(`${operation.id} tells ${this.leaks(reply, path).join(' ')}`)
      }
    }
    return found
  }

  async byBody(): Promise<string[]> {
    const found: string[] = []
    for (const operation of inOrganizations) {
      for (const [placeholder, name] of JSON.stringify(operation.example ?? {}).matchAll(
        /\{((?:other_)?\w+_id)\}/g,
      )) {
        const { path } = await this.own.example(operation)
        const id = await this.foreign.value(name!)
        const draft = JSON.parse(JSON.stringify(operation.example!.body).replace(placeholder, id)) as unknown
        const reply = await this.ask(operation, path, await this.own.fill(draft))
        if (reply.status < 400) found.push(`${operation.id} took ${name}`)
      }
    }
    return found
  }

  async byReading(): Promise<string[]> {
    const found: string[] = []
    for (const operation of inOrganizations.filter(({ write }) => !write)) {
      const { path, body } = await this.own.example(operation)
      const reply = await this.ask(operation, path, body)
      if (this.leaks(reply, path).length)
        found.push(`${operation.id} tells ${this.leaks(reply, path).join(' ')}`)
    }
    return found
  }
}

describe.each(walls)('%s', (name, settings) => {
  let reach: Reach
  beforeAll(async () => {
    reach = await Reach.make(settings())
  })
  afterAll(() => console.log(`${name}: ${reach.cases} cases`))

  test('answers 404 for every object and operation of another organization', async () => {
    expect(await reach.byPath()).toEqual([])
  })

  test('takes no object of another organization in a body', async () => {
    expect(await reach.byBody()).toEqual([])
  })

  test('tells nothing of another organization in a list or report', async () => {
    expect(await reach.byReading()).toEqual([])
  })
})

test('with both walls gone the same cases find what the walls held back', async () => {
  const reach = await Reach.make({ ...withoutQueryWall(), ...withoutRowWall() })
  expect((await reach.byPath()).length).toBeGreaterThan(20)
  expect((await reach.byReading()).length).toBeGreaterThan(0)
  expect(cut).toBeGreaterThan(500)
})
