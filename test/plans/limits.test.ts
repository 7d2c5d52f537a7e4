import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explaining, type Node, passedRows } from '../kit/explain.ts'
import { workspace, type Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

let ws: Workspace
let owner: Client
let plans: Node[]
beforeAll(async () => {
  ws = await workspace()
  owner = new Client({ connectionString: parts().ownerUrl })
  await owner.connect()
  await owner.query(`
    insert into mails (message, address, facts, state, language, created_at)
      select 'verify_address', 'flooded@customer.example', jsonb_build_object('sender', '${ws.org.id}'),
          case when n % 20000 = 0 then 'sent' else 'dropped' end, 'en', now() - n * interval '20 milliseconds'
        from generate_series(1, 100000) n;
    insert into mails (message, address, facts, state, language, created_at)
      select 'verify_address', n || '@customer.example', jsonb_build_object('sender', '${ws.org.id}'), 'sent', 'en', now()
        from generate_series(1, 20000) n;
    analyze`)
  plans = await explaining(owner)
}, 60_000)
afterAll(async () => owner.end())

const rowsOf = (node: Node): number =>
  Math.max(passedRows(node), node['Index Searches'] ?? 0, ...(node.Plans ?? []).map(rowsOf))

test('whether an address may get another mail is known without reading those that were not sent', async () => {
  const { rows } = await owner.query<{ at: Date | null }>(
    `select app.next_mail_at('verify_address', 'flooded@customer.example', $1) as at`,
    [ws.org.id],
  )
  expect(rows[0]!.at?.getTime()).toBeGreaterThan(Date.now())
  expect(plans.length).toBeGreaterThan(1)
  expect(Math.max(...plans.map(rowsOf))).toBeLessThan(100)
})
