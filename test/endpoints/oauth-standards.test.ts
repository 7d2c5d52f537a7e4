import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('.', import.meta.url)
const sources = readdirSync(folder)
  .filter((name) => /^oauth-.*\.test\.ts$/.test(name) && name !== 'oauth-standards.test.ts')
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
const readme = readFileSync(new URL('../../src/endpoints/oauth/README.md', folder), 'utf8')
const rows = readme
  .split('\n')
  .filter((line) => /^\| (?:\d{4}|CIMD) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every requirement of the standards names a test that exists', () => {
  const missing = rows.filter(([, , , named]) => {
    const parts = named!.split(' › ')
    return !sources.some((source) => parts.every((part) => source.includes(`'${part}'`)))
  })
  expect(missing.map(([, requirement, , named]) => `${requirement}: ${named}`)).toEqual([])
})

test('every applicable standard has requirements in the table, each with where it is met', () => {
  const standards = new Set(
    rows.flatMap(([, requirement]) => requirement!.split(':')[0]!.match(/\b(?:\d{4}|CIMD)\b/g)),
  )
  for (const standard of ['6749', '7009', '7591', '7636', '8252', '8414', '9207', '9700', '9728', 'CIMD'])
    expect(standards).toContain(standard)
  expect(rows.filter((cells) => cells.length !== 5 || !cells[2])).toEqual([])
})
