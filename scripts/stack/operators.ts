import { Client } from 'pg'

/** Adds a user to the list of operators, as the database owner; this is audited. */
export async function makeOperator(url: string, email: string, note = 'made by script'): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select app.add_first_operator($1, $2)', [email, note])
  } finally {
    await client.end()
  }
}
