import { Client } from 'pg'
import { checkInvariants } from './stack/invariants.ts'
import { ownerUrl } from './stack/owner-url.ts'

/**
 * `DATABASE_URL=… npm run check:invariants`: checks the invariants of the whole database in one read-only
 * snapshot, as its owner. Exits with 1 if one is violated.
 */
const client = new Client({ connectionString: ownerUrl() })
await client.connect()
const findings = await checkInvariants(client)
await client.end()
for (const { invariant, broken, examples } of findings)
  console.log(broken ? `✗ ${invariant}: ${broken}, such as ${examples.join(', ')}` : `✓ ${invariant}`)
const broken = findings.filter((finding) => finding.broken)
console.log(`\n${findings.length - broken.length} hold, ${broken.length} broken`)
process.exit(broken.length ? 1 : 0)
