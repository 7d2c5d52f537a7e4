import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no assertion compares a pattern by identity, as nothing is identical to one', () => {
  const files = globSync('test/**/*.ts', { cwd: new URL('../..', import.meta.url) })
  expect(files.length).toBeGreaterThan(150)
  const byIdentity = /\.(?:toBe|toContain)\(\s*expect\s*\./
  expect(files.filter((file) => byIdentity.test(readFileSync(file, 'utf8')))).toEqual([])
})
