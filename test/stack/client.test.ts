import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'node_modules/.bin')
const path = [bin, process.env.PATH].join(delimiter)
let project: string

/** A project elsewhere that has the packed client and its dependency installed. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'service-client-'))
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: 'pipe' })
  run('npm', 'pack', '-w', '@service/client', '--pack-destination', project)
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, '@service'), { recursive: true })
  const packed = readdirSync(project).find((name) => name.endsWith('.tgz'))
  run('tar', '-xzf', join(project, packed!), '-C', join(modules, '@service'))
  run('mv', join(modules, '@service/package'), join(modules, '@service/client'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** The Node that runs the tests, and that of the machine, if it has one. */
const nodes = [
  process.execPath,
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((program) => existsSync(program))
    .slice(0, 1),
]

test.each(nodes)('the packed client calls the service from plain JavaScript with %s', (node) => {
  writeFileSync(
    join(project, 'main.js'),
    `import { connect } from '@service/client'
     const fetch = async (request) => Response.json({ at: request.url, key: request.headers.get('authorization') })
     const api = connect('https://api.example.com', 'svc_live_x', { fetch })
     const { data } = await api.GET('/api/v1/organizations', { params: { query: { limit: 5 } } })
     console.log(JSON.stringify(data))`,
  )
  const said = execFileSync(node, ['main.js'], { cwd: project, encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({
    at: 'https://api.example.com/api/v1/organizations?limit=5',
    key: 'Bearer svc_live_x',
  })
})

test('its types know every path and parameter', () => {
  writeFileSync(
    join(project, 'main.ts'),
    `import { connect } from '@service/client'
     const api = connect('https://api.example.com', 'svc_live_x')
     const { data } = await api.GET('/api/v1/organizations')
     export const first: string | undefined = data?.items[0]?.name
     // @ts-expect-error no such path
     await api.GET('/api/v1/nothing')`,
  )
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--ignoreConfig',
  ]
  const said = execFileSync(join(bin, 'tsc'), [...flags, 'main.ts'], { cwd: project, encoding: 'utf8' })
  expect(said).toBe('')
})
