import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run migration -- --name what_changed`: writes the migration, and keeps the snapshot that the next one compares with. */
const args = [
  'scripts/toolbox.ts',
  'drizzle-kit',
  'generate',
  '--config',
  'db/drizzle.config.ts',
  ...process.argv.slice(2),
]
const done = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (done.error) throw done.error
process.exitCode = done.status ?? 1
const meta = fileURLToPath(new URL('../db/migrations/meta/', import.meta.url))
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'))
for (const former of snapshots.toSorted().slice(0, -1)) rmSync(meta + former)
