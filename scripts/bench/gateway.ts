import { startSqlGateway } from '../stack/sql-gateway.ts'

/** The parent's commands: to time Postgres, to replay from memory, or to work normally. */
export type Mode = 'time' | 'replay' | 'work'
/** Milliseconds per batch since the mode was set. */
export type Times = { statements: number[]; commit: number[] }

const [pgPort, port, delayMs] = process.argv.slice(2, 5).map(Number)
const strict = JSON.parse(process.argv[5] ?? '{}') as object
const place = { host: '127.0.0.1', pgPort: pgPort!, port: port!, delayMs: delayMs!, ...strict }
if (process.send) await startWatched()
else await startSqlGateway(place)

/**
 * A gateway that keeps the last response to each batch of the same texts, and reports Postgres times to its
 * parent.
 */
async function startWatched() {
  const answers = new Map<string, string>()
  let mode: Mode = 'work'
  let times: Times = { statements: [], commit: [] }
  const note = (statements: number, commit: number) => {
    times.statements.push(statements)
    times.commit.push(commit)
  }
  const bench = {
    async around(statements: { query: string }[], work: () => Promise<string>) {
      if (mode === 'work') return work()
      const key = statements.map(({ query }) => query).join(';')
      const cached = mode === 'replay' && answers.get(key)
      if (cached) return cached
      const answer = await work()
      answers.set(key, answer)
      return answer
    },
    get took() {
      return mode === 'time' ? note : undefined
    },
  }
  process.on('message', (requestedMode: Mode) => {
    process.send!(times)
    times = { statements: [], commit: [] }
    mode = requestedMode
  })
  await startSqlGateway({ ...place, bench })
}
