import { type Caller, call, type Reply } from './client.ts'
import { parts } from './parts.ts'
import { startGateway } from './gateways.ts'
import { stripQueries, withStripped } from './walls.ts'

const ownerConditions = /[\w".]+\."?user_id"? = \(select app\.(user|own)_id\(\)\)/g

/** The service with both layers that isolate personal objects, with one of them, and with none. */
export async function isolationLayers() {
  let cut = await stripQueries(ownerConditions)
  const stripped = await startGateway((query) =>
    withStripped(query.replace(ownerConditions, () => (cut++, 'true'))),
  )
  const ownerUrl = parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
  const settings = {
    'both walls': {},
    'row-level security alone': { SQL_ENDPOINT: stripped.url },
    'queries alone': { DATABASE_URL: ownerUrl },
    'no wall': { SQL_ENDPOINT: stripped.url, DATABASE_URL: ownerUrl },
  }
  return {
    names: Object.keys(settings).filter((name) => name !== 'no wall') as (keyof typeof settings)[],
    cut: () => cut,
    stop: () => stripped.stop(),
    send: (
      layer: keyof typeof settings,
      who: Caller,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Reply> =>
      call(method, path, { headers: who.headers, ...(body === undefined ? {} : { body }) }, settings[layer]),
  }
}
