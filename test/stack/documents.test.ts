import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const generated = /^(?:node_modules|dist|\.data|scripts\/toolbox\/node_modules)\//
const files = globSync('**/*', { cwd: root, exclude: (name) => name === 'node_modules' || name === '.data' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !generated.test(file))
const documents = files.filter((file) => file.endsWith('.md')).concat(globSync('.github/*.md', { cwd: root }))
const scripts = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts))

/** Made when the service is built or run. */
const made = new Set([
  '.dev.vars',
  'fonts/LICENSES.txt',
  'dist/service-tools.js',
  'service-tools.js',
  'CLAUDE.md',
])

/** What stands in code spans and links of a text, without code blocks. */
const spansOf = (text: string) => {
  const prose = text.replace(/^ *```.*?^ *```/gms, '')
  return [
    ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!),
    ...[...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!),
  ]
}

const isFileName = (span: string) =>
  /^[\w@.-][\w@./-]*\.(?:ts|tsx|mjs|sql|json|toml|txt|md|yaml|csv)$/.test(span)

test.each(documents)('%s names files and commands that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const missing = spansOf(text).filter((span) => {
    const command = /^npm run ([\w:-]+)/.exec(span)?.[1]
    if (command) return !scripts.has(command)
    if (!isFileName(span) || made.has(span)) return false
    return (
      !existsSync(join(root, dirname(document), span)) &&
      !files.some((file) => `/${file}`.endsWith(`/${span}`))
    )
  })
  expect([...new Set(missing)]).toEqual([])
})

test('the documents are found', () => {
  expect(documents).toContain('README.md')
  expect(documents.length).toBeGreaterThan(4)
})
