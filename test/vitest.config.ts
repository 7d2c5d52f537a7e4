import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname
const common = { root, globalSetup: ['test/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 }

/**
 * Tests of jobs have a Postgres of their own, because a job works for every organization at once; so do those of plans,
 * which fill it, and those of counters, which judge the whole of it.
 */
export default defineConfig({
  test: {
    silent: 'passed-only',
    /* Each worker has a database of its own; more than two wait for the one Postgres. */
    maxWorkers: Number(process.env.TEST_WORKERS ?? Math.min(2, availableParallelism())),
    /* What many do at once; `npm run races` repeats it. */
    tags: [{ name: 'race', repeats: Number(process.env.RACE_ROUNDS ?? 1) - 1 }],
    projects: [
      {
        test: {
          ...common,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/worker/**', 'test/browser/**', 'test/jobs/**', 'test/plans/**', 'test/counters/**'],
        },
      },
      { test: { ...common, name: 'jobs', include: ['test/jobs/**/*.test.ts'], fileParallelism: false } },
      { test: { ...common, name: 'counters', include: ['test/counters/**/*.test.ts'] } },
      { test: { ...common, name: 'plans', include: ['test/plans/**/*.test.ts'], hookTimeout: 300_000 } },
    ],
  },
})
