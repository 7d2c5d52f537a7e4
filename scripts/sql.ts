import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { asPerson } from './stack/as-person.ts'
import { ownerUrl } from './stack/owner-url.ts'

/**
 * `npm run sql -- --as demo@example.com "select key from projects"`: runs statements as a person, with row-level security
 * and their role in force, and rolls them back. Without `--as` they run as the owner of the database. `--org` names one of
 * several organizations by its slug.
 */
const { values, positionals } = parseArgs({
  options: { as: { type: 'string' }, org: { type: 'string' } },
  allowPositionals: true,
})
const statements = positionals.join(' ')
if (!statements.trim()) fail('Give statements to run: npm run sql -- --as demo@example.com "select …"')
const client = new Client({ connectionString: ownerUrl() })
await client.connect()
try {
  for (const { command, rows, rowCount } of await run()) {
    if (rows.length) console.table(rows)
    console.log(`${command} ${rowCount ?? ''}${values.as ? ' (rolled back)' : ''}`)
  }
} catch (error) {
  const { message, detail, hint, where } = error as Error &
    Record<'detail' | 'hint' | 'where', string | undefined>
  fail([message, detail, hint, where].filter(Boolean).join('\n'))
} finally {
  await client.end()
}

async function run() {
  if (!values.as) return [await client.query(statements)].flat()
  return asPerson(client, { email: values.as, org: values.org }, statements)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
