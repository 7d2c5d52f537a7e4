import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What each folder may have, in lines that are not blank, and where the rest belongs. */
const folders = {
  base: { most: 500, rest: 'it needs nothing but libraries; what knows requests is of the kit' },
  kit: { most: 2000, rest: 'machinery belongs in src/platform, rules in src/shared or their area' },
  platform: { most: 700, rest: 'rules of the domain belong in src/shared' },
}

test.each(Object.entries(folders))('src/%s keeps to its size', (folder, { most, rest }) => {
  const root = fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url))
  const files = globSync('**/*.ts', { cwd: root })
  const lines = files
    .flatMap((file) => readFileSync(root + file, 'utf8').split('\n'))
    .filter((line) => line.trim())
  expect(files.length).toBeGreaterThan(5)
  expect(lines.length, rest).toBeLessThanOrEqual(most)
})
