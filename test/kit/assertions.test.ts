import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

test('no assertion compares a pattern by identity, as nothing is identical to one', () => {
  const files = globSync('test/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(150)
  const byIdentity = /\.(?:toBe|toContain)\(\s*expect\s*\./
  expect(files.filter((file) => byIdentity.test(read(file)))).toEqual([])
})

describe('the daily work goes over all organizations', () => {
  const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/worker/**'] })
  const using = files.filter((file) => /\bdaily\(env/.test(read(file)))
  test('in more than ten files', () => expect(using.length).toBeGreaterThan(10))
  test.each(using)('so that %s, which runs it, has a database of its own', (file) => {
    expect(read(file)).toContain('await ownDatabase()')
  })
})
