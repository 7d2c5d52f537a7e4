import { Client } from 'pg'

/** Puts a person who signed up on the list of operators, as the owner of the database; the trail says so. */
export async function makeOperator(url: string, email: string, note = 'made by script'): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select app.first_operator($1, $2)', [email, note])
  } finally {
    await client.end()
  }
}
