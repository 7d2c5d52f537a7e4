import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'

/** The parts of the driver's connection and query that its types leave out. */
type Wire = Connection & {
  parse(query: { name: string; text: string }): void
  bind(config: { values: unknown[] }): void
  describe(of: { type: 'S'; name: string }): void
  execute(config: object): void
}
type Internals = { prepare(connection: Wire): void }
const Base = pg.Query as unknown as new (
  config: QueryArrayConfig,
  values: undefined,
  done: (error: Error | null, result: QueryArrayResult) => void,
) => Internals

/**
 * A statement as the hosted proxy sends it: it waits for the description of what it parsed before it binds and runs it, two
 * exchanges with Postgres; before each, `ms` milliseconds pass.
 */
class Exchanged extends Base {
  readonly #config: QueryArrayConfig
  readonly #ms: number
  constructor(
    config: QueryArrayConfig,
    ms: number,
    done: (error: Error | null, result: QueryArrayResult) => void,
  ) {
    super(config, undefined, done)
    this.#config = config
    this.#ms = ms
  }

  override prepare(connection: Wire) {
    const stopListening = () =>
      connection.off('rowDescription', described).off('noData', described).off('errorMessage', failed)
    const described = () => {
      stopListening()
      void this.#run(connection)
    }
    const failed = () => {
      stopListening()
      connection.sync()
    }
    connection.once('rowDescription', described).once('noData', described).once('errorMessage', failed)
    void this.#parse(connection)
  }

  async #parse(connection: Wire) {
    await this.#pass()
    connection.parse({ name: '', text: this.#config.text })
    connection.describe({ type: 'S', name: '' })
    connection.flush()
  }

  async #run(connection: Wire) {
    await this.#pass()
    connection.bind({ values: (this.#config.values ?? []) as unknown[] })
    connection.execute({})
    connection.sync()
  }

  async #pass() {
    if (this.#ms) await wait(this.#ms)
  }
}

/** Runs a statement in two exchanges. */
export const exchanged = (
  client: PoolClient,
  config: QueryArrayConfig,
  ms: number,
): Promise<QueryArrayResult> =>
  new Promise((resolve, reject) => {
    const query = new Exchanged(config, ms, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as never)
  })
