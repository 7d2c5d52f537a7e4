import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { descriptions } from '../../src/areas/audit/actions.ts'
import { consumers } from '../../src/jobs/index.ts'
import { operations } from '../contract/world.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, project, workspace } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'

/** Column names that suggest content that nobody may read in the audit log. */
const telling =
  /hash|secret|passw|token|cipher|salt|nonce|otp|pin_|_pin$|credential|private_key|signature|iban|account_number|card_|tax_id|ssn|sha\d/
/** Column names that look like it and are harmless. */
const harmless: Record<string, string> = {
  'audit_exports.signature': 'signs a manifest, for whoever gets the file',
  'billing_customers.card_brand': 'is a brand such as Visa',
  'billing_customers.card_last4': 'tells cards apart, and is printed on receipts',
  'clients.tax_id': 'is printed on invoices',
  'contracts.body_sha256': 'is shown with the contract',
  'credentials.totp_version': 'is a number',
  'invoice_register_settings.issuer_iban': 'is printed on invoices',
  'invoice_register_settings.issuer_tax_id': 'is printed on invoices',
  'invoice_register_settings.require_client_tax_id': 'is yes or no',
  'invoice_register_settings.system_producer_tax_id': 'is in every record that is exported',
  'suppliers.tax_id': 'is printed on what they send',
}

const audited = `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where t.tgname = 'audit' order by 1, 2`
type Column = { table: string; column: string; type: string }

describe('left out of the audit log', () => {
  let columns: Column[]
  const db = new Client({ connectionString: parts().ownerUrl })
  beforeAll(async () => {
    columns = await asOwner<Column>(audited)
    await db.connect()
  })
  afterAll(() => db.end())

  test('is every column that is named like a secret or holds bytes, of every audited table', async () => {
    const suspects = columns.filter(({ column, type }) => telling.test(column) || type === 'bytea')
    expect(suspects.length).toBeGreaterThan(3)
    const open: string[] = []
    for (const { table, column } of suspects) {
      const { rows } = await db.query<{ hidden: boolean }>(
        `select app.is_secret($1) or e.private = 'always' or $1 = any (e.derived) as hidden from app.entities e where e.name = $2`,
        [column, table],
      )
      if (!rows[0]!.hidden && !harmless[`${table}.${column}`]) open.push(`${table}.${column}`)
    }
    expect(open).toEqual([])
  })

  test('is the value of a secret, before and after, through insert, update and delete', async () => {
    const names = ['token_hash', 'client_secret', 'password_hash', 'api_token', 'cipher_text', 'storage_key']
    await db.query('begin')
    await db.query(`create table public.vaults (id uuid primary key default uuidv7(), org_id uuid, name text,
      ${names.map((name) => `${name} text`).join(', ')})`)
    await db.query(`select app.attach_audit('vaults', '{id}', '{}', 'never', 'name')`)
    const org = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    await db.query(
      `insert into vaults (org_id, name, ${names.join(', ')}) values ($1, 'x', ${names.map(() => `'canary one'`).join(', ')})`,
      [org],
    )
    await db.query(`update vaults set ${names.map((name) => `${name} = 'canary two'`).join(', ')}`)
    await db.query('delete from vaults')
    const { rows } = await db.query<{ changes: Json }>(
      'select changes from audit_log where org_id = $1 order by id',
      [org],
    )
    await db.query('rollback')
    expect(rows.length).toBe(3)
    expect(JSON.stringify(rows)).not.toContain('canary')
    for (const name of names)
      expect(rows.map(({ changes }) => changes[name])).toEqual(Array(3).fill({ changed: true }))
  })

  test('is no column because of its name alone: only what its table declares as derived', async () => {
    await db.query('begin')
    await db.query(
      'create table public.wells (id uuid primary key default uuidv7(), org_id uuid, depth int, turn int)',
    )
    await db.query(`select app.attach_audit('wells', '{id}', '{turn}', 'never', null)`)
    const org = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    await db.query('insert into wells (org_id, depth, turn) values ($1, 1, 1)', [org])
    await db.query('update wells set depth = 2, turn = 2')
    await db.query('update wells set turn = 3')
    const { rows } = await db.query('select changes from audit_log where org_id = $1 order by id', [org])
    await db.query('rollback')
    expect(rows).toEqual([{ changes: { depth: { to: 1 } } }, { changes: { depth: { from: 1, to: 2 } } }])
  })

  test('is a long text: every text column that may be long keeps its length and hash', async () => {
    const { rows } = await db.query<{ long: Json; short: Json }>(
      `select app.audit_value(to_jsonb(repeat('long ', 100))) as long, app.audit_value('"short"') as short`,
    )
    expect(rows[0]).toEqual({
      long: { length: 500, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      short: 'short',
    })
  })

  test('is what is private to a person, and the body of a note', async () => {
    const ws = await workspace()
    const result = 'what only I may read'
    await ws.owner.ok('POST', `${ws.base}/notes`, { title: result, body: result })
    const remind_at = new Date(Date.now() + 864e5).toISOString()
    await ws.owner.ok('POST', `${ws.base}/reminders`, { title: result, remind_at })
    expect(await actions(ws)).toEqual(expect.arrayContaining(['note.created', 'reminder.created']))
    const found = await asOwner(`select 1 from audit_log a where org_id = $1 and strpos(a::text, $2) > 0`, [
      ws.org.id,
      result,
    ])
    expect(found).toEqual([])
  })
})

describe('the catalog of actions', () => {
  const named = (text: string) => [
    ...[...text.matchAll(/enter_system\([^,]+,\s*'([a-z_.]+)'/g)].map((found) => found[1]!),
    ...[...text.matchAll(/'app\.action',\s*'([a-z_.]+)'/g)].map((found) => found[1]!),
    ...[...text.matchAll(/insert into audit_log[^;]*?'([a-z_]+\.[a-z_]+)'/g)].map((found) => found[1]!),
  ]
  /** Actions that are only in the platform's audit log, or written by nothing. */
  const other = /^(?:platform|login|oauth|app)\.|^audit_log\.(?:sealed|archived|export_expired)$/

  test('has every action that operations, jobs and functions write', () => {
    const folder = new URL('../../db/functions/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const written = [
      ...operations.flatMap(({ audit }) => (audit ? [audit] : [])),
      ...consumers.map(({ action }) => action),
      ...files.flatMap(named),
    ]
    expect(written.length).toBeGreaterThan(150)
    expect(new Set(written)).toContain('task.blockers_recounted')
    expect(written.filter((action) => !descriptions.has(action) && !other.test(action))).toEqual([])
  })

  test('has every action in the audit log of this database, except those that tests inserted', async () => {
    const ws = await workspace()
    await project(ws)
    const byHand = /\.(?:insert|update|delete)$|^test|^x$/
    const found = await asOwner<{ action: string }>(
      `select distinct action from audit_log where org_id is not null and request_id is not null`,
    )
    const unknown = found.filter(({ action }) => !descriptions.has(action) && !byHand.test(action))
    expect(unknown.map(({ action }) => action).filter((action) => !other.test(action))).toEqual([])
  })
})
