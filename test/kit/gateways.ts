import { type SqlGateway, startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { type Direct, openDirect, portOf } from './direct.ts'
import { parts } from './parts.ts'

type Rewrite = (query: string) => string

/** A separate gateway to the suite's Postgres; `rewrite` changes each statement before it runs. */
export const startGateway = (rewrite?: Rewrite): Promise<SqlGateway> =>
  startSqlGateway({ host: '127.0.0.1', pgPort: portOf(parts().ownerUrl), ...(rewrite && { rewrite }) })

/** A gateway over which draining the outbox after a response fails, as when the worker was stopped. */
export const withoutDrain = () => startGateway((query) => query.replace('app.lease_outbox', 'app.is_away'))

/** An empty outbox: entries that are taken would be rolled back, and taken again forever. */
const withoutOutbox: Rewrite = (query) =>
  query.replace(
    'app.lease_outbox($1, $2::text[], $3::smallint[])',
    `'{"work":[],"next":null}' where $1::int > 0 and $2 <> '' and $3 <> ''`,
  )

/**
 * Rolls every batch back once its response is ready, so that one world serves many requests. Sessions are not reset between
 * these: what a request left in one would reach the next, of whichever organization.
 */
export const rollbackGateway = (rewrite: Rewrite = (query) => query): Direct =>
  openDirect({ rewrite: (query) => rewrite(withoutOutbox(query)), discard: true, reset: false })
