import { describe, expect, test } from 'vitest'
import { registerCheckpoints } from '../../src/jobs/record-checkpoints.ts'
import { storage, tamper } from '../kit/audit.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { issued } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const verify = (ws: Workspace): Promise<Json> => ws.owner.ok('GET', `${ws.base}/invoice-register/verify`)
/** Creates the checkpoint that the outbox would create two minutes later. */
const createCheckpoint = ({ org }: Workspace, issuer = '') =>
  registerCheckpoints.react(
    {
      id: '',
      org_id: org.id,
      folder: org.id,
      topic: 'register.checkpoint',
      payload: { issuer },
      attempts: 1,
    },
    enteredDatabase(org.id),
    storage(),
    env().JWT_KEYS,
  )
async function register(invoices = 3) {
  const ws = await workspace()
  for (let n = 0; n < invoices; n++) await issued(ws)
  return ws
}
/** Recomputes the chain over whatever its records contain, as an attacker would who knows how. */
const rehash = (org: string) => `do $$ declare r invoice_register; before text := ''; sealed text := ''; begin
  for r in select * from invoice_register where org_id = '${org}' order by seq loop
    r.prev_hash := before;
    r.canonical_body := app.register_text(r.record_type, r.issuer_tax_id, r.number, r.issue_date, r.invoice_type, r.tax_total,
      r.total, before, r.generated_at_text);
    r.hash := app.chain_digest(r.canonical_body); before := r.hash;
    r.seal := app.register_seal(r, sealed); sealed := r.seal;
    update invoice_register g set prev_hash = r.prev_hash, hash = r.hash, canonical_body = r.canonical_body, seal = r.seal
      where g.org_id = r.org_id and g.seq = r.seq;
  end loop;
  update invoice_register_heads set last_hash = before, last_seal = sealed where org_id = '${org}'; end $$`

describe('a checkpoint of the register', () => {
  test('is planned once for records of the same minute, and agrees with the chain', async () => {
    const ws = await register()
    const [{ n }] = (await asOwner(
      `select count(*)::int as n from outbox where org_id = $1 and topic = 'register.checkpoint'`,
      [ws.org.id],
    )) as [{ n: number }]
    expect(n).toBeLessThanOrEqual(2)
    expect(await verify(ws)).toMatchObject({ valid: true, checkpoint: null, checkpoint_missing: 'none_yet' })
    await createCheckpoint(ws)
    const found = await verify(ws)
    expect(found).toMatchObject({ valid: true, checkpoint: { seq: 3, ok: true, signature: 'valid' } })
    await issued(ws)
    expect(await verify(ws)).toMatchObject({ valid: true, checkpoint: { seq: 3, ok: true } })
  })

  test('shows that the chain was recomputed, and stays when new records are added', async () => {
    const ws = await register()
    await createCheckpoint(ws)
    await tamper(
      `update invoice_register set total = '1.00' where org_id = '${ws.org.id}' and seq = 2; ${rehash(ws.org.id)}`,
    )
    expect(await verify(ws)).toMatchObject({
      valid: false,
      first_break: { seq: 3, kind: 'rewritten' },
      checkpoint: { seq: 3, ok: false },
    })
    await issued(ws)
    await createCheckpoint(ws)
    expect((await verify(ws)).checkpoint).toMatchObject({ seq: 3, ok: false })
  })

  test('shows that the end was truncated together with the head', async () => {
    const ws = await register()
    await createCheckpoint(ws)
    await tamper(`delete from invoice_register where org_id = '${ws.org.id}' and seq = 3; update invoice_register_heads
      set seq = 2, last_hash = (select hash from invoice_register where org_id = '${ws.org.id}' and seq = 2)
      where org_id = '${ws.org.id}'`)
    expect(await verify(ws)).toMatchObject({ valid: false, first_break: { seq: 3, kind: 'truncated' } })
  })
})
