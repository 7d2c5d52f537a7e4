import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrate } from '../../scripts/stack/migrate.ts'
import { Unsuitable } from '../../scripts/stack/migrations.ts'
import { startPostgres } from '../../scripts/stack/postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('the schema is migrated from a folder whose name has a blank and a letter outside ASCII', async () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'service-path-')))
  const folder = join(parent, 'a b ü')
  for (const part of ['scripts', 'db', 'src', 'openapi', 'package.json'])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // A Postgres of its own, since the password of svc_app holds for all databases.
  chmodSync(parent, 0o755)
  const postgres = await startPostgres({ dataDir: join(parent, 'pg'), fast: true })
  try {
    const env = { ...process.env, DATABASE_URL: postgres.url('postgres'), APP_PASSWORD: 'p@ss/wörd' }
    const said = execFileSync(process.execPath, ['scripts/migrate.ts'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    const printed = new URL(/DATABASE_URL is (\S+)/.exec(said)![1]!)
    expect([printed.username, decodeURIComponent(printed.password)]).toEqual(['svc_app', 'p@ss/wörd'])
  } finally {
    await postgres.stop()
    rmSync(parent, { recursive: true, force: true })
  }
})

test('a migration refuses the address of a connection pool and says which one to use', async () => {
  const url = 'postgres://owner:secret@ep-cool-name-pooler.eu-central-1.aws.neon.tech/neondb'
  const refusal = await migrate(url).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Unsuitable)
  expect((refusal as Error).message).toContain('no "-pooler"')
  expect((refusal as Error).message).not.toContain('secret')
})
