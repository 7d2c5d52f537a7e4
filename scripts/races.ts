import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * `npm run races`: every test in which many do the same at once, 20 rounds (`--rounds N`). A race that is lost once in
 * many runs is found here; `npm test` runs each once.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)
const races = '(fifty|sixty|\\b50\\b|\\b20\\b|at once|at the same moment|in parallel|parallel|one winner)'
const began = Date.now()

for (let round = 1; round <= rounds; round++) {
  const done = spawnSync(
    'vitest',
    ['run', '--config', 'test/vitest.config.ts', '--project', 'service', '--project', 'jobs', '-t', races],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  const closing = /^ +Tests .*$/m.exec(done.stdout)?.[0].trim() ?? ''
  console.log(
    `round ${String(round).padStart(2)} of ${rounds}  ${closing}  ${Math.round((Date.now() - began) / 1000)} s`,
  )
  if (done.status !== 0) {
    console.error(done.stdout.slice(-6000) + done.stderr.slice(-2000))
    process.exit(1)
  }
}
