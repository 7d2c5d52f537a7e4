import { sql } from 'drizzle-orm'
import readers from '../../openapi/readers.json' with { type: 'json' }
import { areas } from '../areas/index.ts'
import type { Database } from '../kit/database.ts'
import { log } from '../kit/log.ts'
import type { Operation } from '../kit/operation.ts'
import { jsonb } from '../kit/sql.ts'
import { parse } from '../kit/validate.ts'

type Incomplete = { id: string; kind: string; object_id: string; body: string }
type Body = { data: Record<string, unknown> }

/** How many objects are read at once, and how long a message may be, in bytes. */
const slice = 100
const maxBytes = 65_536

/**
 * Adds their objects to the messages that are to hold them, as the operation that gets one answers an admin. What no such
 * operation shows, is gone or would be too long stays as it is; the last says so. Returns whether messages wait.
 */
export async function addObjects(database: Database, webUrl: string | null): Promise<boolean> {
  let waits = false
  for (;;) {
    const [found] = await database.batch([sql`select app.incomplete_webhook_messages(${slice})`])
    const messages = JSON.parse(found!) as Incomplete[]
    if (!messages.length) return waits
    for (const [kind, ofKind] of Map.groupBy(messages, (one) => one.kind)) {
      const objects = await objectsOf(
        kind,
        [...new Set(ofKind.map((one) => one.object_id))],
        database,
        webUrl,
      )
      const bodies = ofKind.map(({ id, object_id, body }) => ({
        id,
        body: withObject(body, objects.get(object_id)),
      }))
      const [waiting] = await database.batch([sql`select app.complete_webhook_messages(${jsonb(bodies)})`])
      waits = waiting === 't' || waiting === 'true'
    }
    if (messages.length < slice) return waits
  }
}

/** The objects of a kind as they are answered, by id. */
export async function objectsOf(
  kind: string,
  ids: string[],
  database: Database,
  webUrl: string | null,
): Promise<Map<string, string>> {
  const operation = await readerOf(kind)
  if (!operation) return new Map()
  try {
    const [, name] = operation.params as [string, string]
    const reads = ids.map((id) => [operation.run(inputFor(operation, name, id, webUrl))].flat())
    const asAdmin = sql`select set_config('app.rank', '40', true)`
    const answers = await database.batch([asAdmin, ...reads.flat()], { readOnly: true })
    const ends = reads.map((_, n) => reads.slice(0, n + 1).flat().length)
    return new Map(
      ids.flatMap((id, n): [string, string][] => {
        const answer = answers[ends[n]!]
        return answer ? [[id, answer]] : []
      }),
    )
  } catch (error) {
    log('webhook_objects_unread', kind, error)
    return new Map()
  }
}

async function readerOf(kind: string): Promise<Operation | undefined> {
  const [area, id] = (readers as Record<string, string[]>)[kind] ?? []
  if (!area) return undefined
  return (await areas[area]!()).default.operations.find((one) => one.id === id)
}

const inputFor = ({ query }: Operation, name: string, id: string, webUrl: string | null) =>
  ({
    params: { org_id: sql`(select app.org_id())`, [name]: id },
    query: parse('query', query, {}).value,
    now: new Date(),
    settings: { webUrl },
  }) as never

function withObject(body: string, object: string | undefined): string {
  if (object === undefined) return body
  const message = JSON.parse(body) as Body
  const whole = JSON.stringify({
    ...message,
    data: { ...message.data, object: JSON.parse(object) as unknown },
  })
  if (new TextEncoder().encode(whole).length <= maxBytes) return whole
  const { previous: _, ...thin } = message.data
  return JSON.stringify({ ...message, data: { ...thin, truncated: true } })
}
