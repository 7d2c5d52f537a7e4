import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * `npm run races`: every concurrency test (those tagged `race`), 20 rounds each (`--rounds N`), with sixty batches
 * in Postgres at once. This finds races that fail once in many runs; `npm test` runs each once, with sixteen at once.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const files = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes(`tags: 'race'`),
)
console.log(`the races of ${files.length} files, ${values.rounds} rounds each`)
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', '--tags-filter', 'race', '--reporter', 'verbose', ...files],
  { stdio: 'inherit', env: { ...process.env, RACE_ROUNDS: values.rounds, SQL_AT_ONCE: '60' } },
)
process.exit(status ?? 1)
