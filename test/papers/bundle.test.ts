import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'

let code = ''

/** Factur-X brings everything of the PDF along; the settings are those of the deployment. */
beforeAll(async () => {
  const { alias, define } = unstable_readConfig({ config: 'wrangler.toml' })
  const { outputFiles } = await build({
    entryPoints: ['src/shared/invoice/factur-x.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['node:*'],
    conditions: ['workerd', 'worker', 'browser'],
    alias,
    define,
  })
  code = outputFiles[0]!.text
})

test('in the Worker, papers do not ask for the address of their module, which workerd does not give', () => {
  expect(code).not.toContain('import.meta')
})

test('in the Worker, papers take less than a fifth of what everything may take', () => {
  expect(Math.round(gzipSync(code).length / 1024)).toBeLessThan(200)
  expect(code).not.toContain('require("fs")')
})
