import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'

let code = ''

/** Factur-X bundles everything for PDFs; the settings are those of the deployment. */
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

test('in the Worker, documents do not use the URL of their module, which workerd does not provide', () => {
  expect(code).not.toContain('import.meta')
})

test('in the Worker, documents take less than a fifth of the size limit', () => {
  expect(Math.round(gzipSync(code).length / 1024)).toBeLessThan(200)
  expect(code).not.toContain('ensure("fs")')
})
