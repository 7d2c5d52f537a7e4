import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const maxLines = 2000

test(`the kernel has at most ${maxLines} lines: domain code belongs in src/shared or its area`, () => {
  const kit = fileURLToPath(new URL('../../src/kit/', import.meta.url))
  const files = globSync('**/*.ts', { cwd: kit })
  const lines = files
    .flatMap((file) => readFileSync(kit + file, 'utf8').split('\n'))
    .filter((line) => line.trim())
  expect(files.length).toBeGreaterThan(15)
  expect(lines.length).toBeLessThanOrEqual(maxLines)
})
