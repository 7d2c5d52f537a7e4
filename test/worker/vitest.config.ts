import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

/**
 * Tests that need the real runtime: the built worker in workerd, with the same services as the other tests.
 */
export default defineConfig({
  plugins: [
    cloudflareTest(({ inject }) => {
      const parts = inject('parts')
      return {
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          bindings: {
            DATABASE_URL: Object.assign(new URL(parts.databaseUrl), { pathname: 'worker_1' }).href,
            SQL_ENDPOINT: parts.sqlEndpoint,
            APP_ENV: 'test',
            UPSTASH_REDIS_REST_URL: parts.redisUrl,
            UPSTASH_REDIS_REST_TOKEN: parts.redisToken,
            JWT_KEYS: 'test:a-secret-of-at-least-32-characters',
            BASE_URL: 'https://service.test',
            SEALING_KEYS: `k1:${'A'.repeat(43)}=`,
            OUTBOUND_TRUSTED: parts.externalUrl,
            DNS_URL: `${parts.externalUrl}/dns-query`,
            ADDRESS_PROVIDER: 'photon',
            ADDRESS_URL: `${parts.externalUrl}/photon`,
            // The runtime ends a test only when what a response left to do is done.
            USAGE_REPORT_SECONDS: '0',
          },
        },
      }
    }),
  ],
  test: {
    include: ['test/worker/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    globalSetup: ['test/setup.ts'],
    // All files use one database, whose deferred work the clock's tests look at.
    fileParallelism: false,
  },
})
