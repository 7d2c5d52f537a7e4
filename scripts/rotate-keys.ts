import { Client } from 'pg'
import { Refusal } from '../src/kit/errors.ts'
import { keyringOf } from '../src/shared/sealing/sealing.ts'
import { rotate } from './stack/rotate.ts'

/**
 * `DATABASE_URL=… SEALING_KEYS=new:…,old:… npm run keys:rotate`: rewraps every stored secret with the
 * first key. May be interrupted and rerun while the service is running. Exits with 1 while something still
 * needs an old key.
 */
const url = process.env.DATABASE_URL
if (!url) fail('Set DATABASE_URL to the connection string of the database owner.')
const keys = (() => {
  try {
    return keyringOf(process.env.SEALING_KEYS)
  } catch (error) {
    return fail(error instanceof Refusal ? error.message : 'SEALING_KEYS cannot be read')
  }
})()

const client = new Client({ connectionString: url })
try {
  await client.connect()
  const tables = await rotate(client, keys, (line) => console.log(`  ${line}`))
  for (const { table, rewrapped, remaining, unreadable } of tables) {
    const lost = unreadable ? `; ${unreadable} are sealed with a key that is not in SEALING_KEYS` : ''
    console.log(`${table}: ${rewrapped} rewrapped, ${remaining} remaining${lost}`)
  }
  const remaining = tables.reduce((sum, table) => sum + table.remaining, 0)
  console.log(remaining ? 'Keep the old keys, and run it again.' : 'Done: the old keys may go.')
  process.exitCode = remaining ? 1 : 0
} catch {
  fail('The database did not do it. What was rewrapped stays rewrapped: run it again.')
} finally {
  await client.end().catch(() => undefined)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
