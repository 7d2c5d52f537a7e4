import { type SqlGateway, startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { type Direct, openDirect, portOf } from './direct.ts'
import { parts } from './parts.ts'

type Rewrite = (query: string) => string

/** A gateway of the test's own to the Postgres of the suite; `rewrite` changes each statement before it runs. */
export const ownGateway = (rewrite?: Rewrite): Promise<SqlGateway> =>
  startSqlGateway({ host: '127.0.0.1', pgPort: portOf(parts().ownerUrl), ...(rewrite && { rewrite }) })

/** A gateway over which the drain after an answer fails, as when the worker was stopped. */
export const withoutDrain = () => ownGateway((query) => query.replace('app.lease_outbox', 'app.is_away'))

/** No work for the drain: what it took would be rolled back, and come again without an end. */
const idle: Rewrite = (query) =>
  query.replace(
    'app.lease_outbox($1, $2::text[])',
    `'{"work":[],"next":null}' where $1::int > 0 and $2 <> ''`,
  )

/** A way that rolls every batch back after its answer is made, so that one world serves many questions. */
export const discarding = (rewrite: Rewrite = (query) => query): Direct =>
  openDirect({ rewrite: (query) => rewrite(idle(query)), discard: true })
