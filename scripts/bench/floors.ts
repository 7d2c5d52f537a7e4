import type { Client } from 'pg'
import { placesOf, queryName } from '../../src/base/prepared-queries.ts'
import { freePort } from '../stack/ports.ts'
import { writeQuery } from '../stack/queries.ts'
import type { Tenant } from './data.ts'
import { type Figures, fire, type Shot } from './fire.ts'
import { smallestWorker } from './floor.ts'
import type { Floor } from './floor-statements.ts'
import type { Part } from './parts.ts'

/** What a floor took, and how large its answer is beside that of the service. */
export type FloorFigures = Figures & { share: number }

type Place = { folder: string; gateway: Part; owner: Client; database: string; user: string }
type How = Parameters<typeof fire>[1]

/**
 * A role that no policy and no trigger concerns, in the organization of the tenant, for the reports that read it from the
 * settings.
 */
export async function floorRole(owner: Client, { org, user }: Tenant): Promise<string> {
  const name = 'bench_floor'
  await owner.query(`do $$ begin create role ${name} login superuser password 'floor';
    exception when duplicate_object then null; end $$`)
  const settings = {
    session_replication_role: 'replica',
    'app.org_id': org,
    'app.user_id': user,
    'app.rank': '50',
  }
  for (const [key, value] of Object.entries(settings))
    await owner.query(`alter role ${name} set ${key} = '${value}'`)
  return name
}

/** Starts the smallest Worker that answers the floors through a gateway; `answers` has the constant ones. */
export async function floorWorker(
  { folder, gateway, owner, database, user }: Place,
  floors: Record<string, Floor>,
  answers: Record<string, string>,
) {
  const port = await freePort()
  const queries: Record<string, string> = {}
  for (const [name, floor] of Object.entries(floors))
    if ('statement' in floor) {
      await writeQuery(owner, floor.statement)
      queries[name] = preparedText(floor)
    }
  const connection = `postgres://${user}:floor@db.localhost/${database}`
  const script = `const queries = ${JSON.stringify(queries)}
    const answers = ${JSON.stringify(answers)}
    const type = { headers: { 'content-type': 'application/json' } }
    export default { async fetch(request) {
      const { name, params } = await request.json()
      if (answers[name]) return new Response(answers[name], type)
      const headers = { 'Neon-Connection-String': ${JSON.stringify(connection)} }
      const body = JSON.stringify({ query: queries[name], params })
      const sent = await fetch('${gateway.url}/sql', { method: 'POST', headers, body })
      if (!sent.ok) return new Response(await sent.text(), { status: 500 })
      return new Response((await sent.json()).rows[0].answer, type)
    } }`
  const worker = await smallestWorker(folder, port, script)
  return {
    stop: worker.stop,
    shotsFor: (name: string) => (n: number) => shotOf(worker, name, floors[name]!, 3_000_000 + n),
    async measure(name: string, ownBytes: number, how: How): Promise<FloorFigures> {
      const shot = (n: number) => shotOf(worker, name, floors[name]!, n)
      const share = (await bytesOf(shot(1_000_000))) / ownBytes
      await fire(shot, { connections: how?.connections ?? 1, seconds: Math.min(1, how?.seconds ?? 1) })
      return { ...(await fire((n) => shot(1_000_001 + n), how)), share }
    },
    /** A mix of floors, whose answers were compared one by one. */
    async measureMix(names: readonly string[], how: How): Promise<FloorFigures> {
      const shot = (n: number) => {
        const name = names[n % names.length]!
        return shotOf(worker, name, floors[name]!, 2_000_000 + n)
      }
      return { ...(await fire(shot, how)), share: 1 }
    },
  }
}
export type FloorWorker = Awaited<ReturnType<typeof floorWorker>>

export const paramsOf = (floor: Floor, n: number) =>
  'statement' in floor ? (typeof floor.params === 'function' ? floor.params(n) : (floor.params ?? [])) : []

function preparedText(floor: Extract<Floor, { statement: string }>): string {
  return `select queries.${queryName(floor.statement)}(${placesOf([...paramsOf(floor, 0)])})::text as answer`
}

const shotOf = (worker: Part, name: string, floor: Floor, n: number): Shot => ({
  method: 'POST',
  url: worker.url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name, params: paramsOf(floor, n) }),
})

/** The size of the answer to one request; rejects if it fails. */
export async function bytesOf({ url, method, headers, body }: Shot): Promise<number> {
  return Buffer.byteLength(await textOf({ url, method, headers, ...(body ? { body } : {}) }))
}

export async function textOf({ url, method, headers, body }: Shot): Promise<string> {
  const response = await fetch(url, { method, headers, ...(body ? { body } : {}) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`)
  return text
}
