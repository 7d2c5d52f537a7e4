import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { checkInvariants } from './stack/invariants.ts'

/**
 * `DATABASE_URL=… npm run check:invariants`: checks the invariants of the whole database in one read-only
 * snapshot, as its owner. Exits with 1 if one is violated.
 */
const url = process.env.DATABASE_URL ?? ownerOfRunning()
if (!url) {
  console.error('Set DATABASE_URL to the connection string of the owner, or run `npm start` first.')
  process.exit(2)
}
const client = new Client({ connectionString: url })
await client.connect()
const findings = await checkInvariants(client)
await client.end()
for (const { invariant, broken, examples } of findings)
  console.log(broken ? `✗ ${invariant}: ${broken}, such as ${examples.join(', ')}` : `✓ ${invariant}`)
const broken = findings.filter((finding) => finding.broken)
console.log(`\n${findings.length - broken.length} hold, ${broken.length} broken`)
process.exit(broken.length ? 1 : 0)

/** The database of a running `npm start`. */
function ownerOfRunning(): string | undefined {
  const file = join(resolve(process.env.DATA_DIR ?? '.data'), 'owner-url')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
