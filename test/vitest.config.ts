import { fileURLToPath } from 'node:url'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest tests start first, so that no worker is left running one at the end. */
const longest = ['plans/', 'contract/', 'fuzz/', 'crash/', 'invariants/']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((part) => moduleId.includes(`/test/${part}`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    exclude: ['test/worker/**', 'test/browser/**'],
    /* Hundreds of passwords are hashed; the real hash has its own test. */
    alias: [
      {
        find: /^\.\/scrypt\.ts$/,
        replacement: fileURLToPath(new URL('kit/quick-scrypt.ts', import.meta.url)),
      },
    ],
    globalSetup: ['test/setup.ts'],
    setupFiles: ['test/kit/before-each.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    silent: 'passed-only',
    /* The app is loaded once per worker; each file restores what it changes in it. */
    isolate: false,
    sequence: { sequencer: LongestFirst },
    /* Each worker has its own database; more than two would wait for the one Postgres. */
    maxWorkers: Number(process.env.TEST_WORKERS ?? Math.min(2, availableParallelism())),
    /* Concurrency tests; `npm run races` repeats them. */
    tags: [{ name: 'race', repeats: Number(process.env.RACE_ROUNDS ?? 1) - 1 }],
  },
})
