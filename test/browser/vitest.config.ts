import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests that drive headless Chromium against the running service. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/setup.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
