import { type Caller, call, type Reply } from './client.ts'
import { parts } from './parts.ts'
import { startGateway } from './gateways.ts'

const ownerConditions = /[\w".]+\."?user_id"? = \(select app\.(user|own)_id\(\)\)/g

/** The service with one of the two walls around what belongs to a person: the other is taken down. */
export async function walls() {
  let cut = 0
  const stripped = await startGateway((query) => query.replace(ownerConditions, () => (cut++, 'true')))
  const unbound = parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
  const settings = {
    'both walls': {},
    'row-level security alone': { SQL_ENDPOINT: stripped.url },
    'queries alone': { DATABASE_URL: unbound },
    'no wall': { SQL_ENDPOINT: stripped.url, DATABASE_URL: unbound },
  }
  return {
    names: Object.keys(settings).filter((name) => name !== 'no wall') as (keyof typeof settings)[],
    cut: () => cut,
    stop: () => stripped.stop(),
    send: (
      wall: keyof typeof settings,
      who: Caller,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Reply> =>
      call(method, path, { headers: who.headers, ...(body === undefined ? {} : { body }) }, settings[wall]),
  }
}
