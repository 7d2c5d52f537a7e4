import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '../../scripts/stack/as-person.ts'
import { brokenFunctions } from '../../scripts/stack/function-bodies.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
})
afterAll(() => client.end())

test('every SQL function names tables, columns and functions that exist', async () => {
  expect(await brokenFunctions(client)).toEqual([])
})

test('a wrong column in a SQL function is found', async () => {
  await client.query(`set check_function_bodies = off; create function app.planted() returns text language sql
    as $$ select titel from tasks $$`)
  expect(await brokenFunctions(client)).toEqual(['app.planted(): column "titel" does not exist'])
  await client.query('drop function app.planted()')
})

test('statements run as a person see what the person sees, and change nothing', async () => {
  const ws = await workspace()
  await project(ws, { key: 'OPEN' })
  await project(ws, { key: 'SHUT', visibility: 'private' })
  const stranger = await workspace()
  await project(stranger, { key: 'OTHER' })
  const grace = await join(ws)
  const keys = async (email: string) => {
    const [found] = await asPerson(client, { email }, 'select key from projects order by key')
    return found!.rows.map(({ key }) => key)
  }
  expect(await keys(grace.email)).toEqual(['OPEN'])
  expect(await keys(ws.owner.email)).toEqual(['OPEN', 'SHUT'])
  const [, left] = await asPerson(
    client,
    { email: ws.owner.email },
    `update projects set name = 'Changed' where key = 'SHUT'; select key from projects where name = 'Changed'`,
  )
  expect(left!.rowCount).toBe(1)
  const { rows } = await client.query(
    `select (select count(*)::int from projects where name = 'Changed') as changed,
      (select count(*)::int from sessions where user_id = $1) as sessions`,
    [ws.owner.id],
  )
  expect(rows).toEqual([{ changed: 0, sessions: 1 }])
  await expect(asPerson(client, { email: 'nobody@example.com' }, 'select 1')).rejects.toThrow(
    'Nobody has the address',
  )
  await expect(asPerson(client, { email: grace.email, org: 'no-such' }, 'select 1')).rejects.toThrow('--org')
})
