import { beforeAll, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const debtor_iban = 'DE89 3704 0044 0532 0130 00'
let ws: Workspace
let created: Record<string, Json>

const supplier = (draft: object): Promise<Json> => ws.owner.ok('POST', `${ws.base}/suppliers`, draft)
/** An expense of the owner, in the state that the file needs. */
async function approved(draft: object, status = 'approved'): Promise<Json> {
  const defaults = { expense_date: '2026-01-15', total_minor: 1000, payment_source: 'company' }
  const expense = await ws.owner.ok('POST', `${ws.base}/expenses`, { ...defaults, ...draft })
  await asOwner('update expenses set status = $2 where id = $1', [expense.id, status])
  return expense
}
const order = (draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/expenses/payment-file`, { debtor_iban, ...draft })

beforeAll(async () => {
  ws = await workspace('Müller & Söhne')
  const rail = await supplier({ name: 'Ñandú Rail', iban: 'ES9121000418450200051332' })
  const bare = await supplier({ name: 'No account' })
  const far = await supplier({ name: 'Far away', iban: 'BR1800360305000010009795493C1' })
  const blocked = await supplier({ name: 'Blocked', iban: 'ES9121000418450200051332' })
  created = {
    train: await approved({
      description: 'Train',
      supplier_id: rail.id,
      supplier_invoice_number: 'R-7',
      total_minor: 12_345,
    }),
    bus: await approved({ description: 'Bus', supplier_id: rail.id, total_minor: 55 }),
    bare: await approved({ description: 'Bare', supplier_id: bare.id }),
    far: await approved({ description: 'Far', supplier_id: far.id }),
    none: await approved({ description: 'None' }),
    dollars: await approved({
      description: 'Dollars',
      supplier_id: rail.id,
      currency: 'USD',
      exchange_rate: '0.9',
    }),
    blocked: await approved({ description: 'Blocked', supplier_id: blocked.id }),
    own: await approved({ description: 'Own', supplier_id: rail.id, payment_source: 'employee' }),
    waiting: await approved({ description: 'Waiting', supplier_id: rail.id }, 'submitted'),
  }
  await ws.owner.ok('PATCH', `${ws.base}/suppliers/${blocked.id}`, { status: 'blocked' })
})

test('the file pays approved expenses in euros to suppliers with an account, and lists what it leaves out', async () => {
  const file = await order({ execution_date: '2099-03-02', debtor_bic: 'COBADEFFXXX' })
  expect([file.filename, file.content_type, file.execution_date, file.total_minor]).toEqual([
    'payments-2099-03-02.xml',
    'application/xml',
    '2099-03-02',
    12_400,
  ])
  expect(file.expense_ids.toSorted()).toEqual([created.train.id, created.bus.id].toSorted())
  const leftOut = file.left_out.map(({ description, reason }: Json) => [description, reason])
  expect(Object.fromEntries(leftOut)).toEqual({
    Bare: 'its supplier has no IBAN',
    Far: 'creditor_iban: is of a country that SEPA does not reach',
    None: 'it has no supplier',
    Dollars: 'its currency is not EUR',
    Blocked: 'its supplier is blocked',
  })
  for (const result of [
    'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    '<NbOfTxs>2</NbOfTxs>',
    '<CtrlSum>124.00</CtrlSum>',
    '<InstdAmt Ccy="EUR">123.45</InstdAmt>',
    '<IBAN>DE89370400440532013000</IBAN>',
    '<IBAN>ES9121000418450200051332</IBAN>',
    '<Ustrd>R-7</Ustrd>',
    '<Ustrd>Bus</Ustrd>',
    `<EndToEndId>${created.train.id.replaceAll('-', '')}</EndToEndId>`,
  ])
    expect(file.content).toContain(result)
})

test('with named expenses it pays only those, and says why not', async () => {
  const file = await order({ expense_ids: [created.bus.id, created.own.id, created.waiting.id] })
  expect(file.expense_ids).toEqual([created.bus.id])
  expect(file.left_out.toSorted((a: Json, b: Json) => (a.description < b.description ? -1 : 1))).toEqual([
    {
      expense_id: created.own.id,
      description: 'Own',
      reason: 'an employee paid it, and is paid back otherwise',
    },
    { expense_id: created.waiting.id, description: 'Waiting', reason: 'it is submitted, not approved' },
  ])
  const emptyOrder = await order({ expense_ids: [created.none.id] })
  expect([emptyOrder.content, emptyOrder.total_minor, emptyOrder.expense_ids]).toEqual([null, 0, []])
})

test('it pays from the account on the invoices if none is sent', async () => {
  await asOwner(
    `insert into invoice_register_settings (org_id, issuer_tax_id, issuer_name, issuer_iban)
      values ($1, 'B12345674', 'Müller', 'FR1420041010050500013M02606')
      on conflict (org_id) do update set issuer_iban = excluded.issuer_iban`,
    [ws.org.id],
  )
  const file = await ws.owner.ok('POST', `${ws.base}/expenses/payment-file`, {
    expense_ids: [created.bus.id],
  })
  expect(file.content).toContain('<IBAN>FR1420041010050500013M02606</IBAN>')
  await asOwner('update invoice_register_settings set issuer_iban = null where org_id = $1', [ws.org.id])
})

test('it changes no expense, is audited, is for admins, and rejects accounts that cannot pay', async () => {
  const create = async () => (await actions(ws)).filter((one) => one === 'expense.payment_file_made').length
  const before = await create()
  await order()
  expect(await create()).toBe(before + 1)
  const boss = await join(ws, 'manager')
  const at = `${ws.base}/expenses/payment-file`
  expect(refusal(await boss.call('POST', at, { debtor_iban }))).toEqual([
    403,
    'needs the role admin or above',
  ])
  const problems: [object, string][] = [
    [{}, 'body.debtor_iban: required, unless issuer_iban is in the settings of the invoice register'],
    [
      { debtor_iban: 'DE89370400440532013001' },
      'body.debtor_iban: has wrong check digits; look for a mistyped character',
    ],
    [
      { debtor_iban: 'BR1800360305000010009795493C1' },
      'body.debtor_iban: is of a country that SEPA does not reach',
    ],
    [{ debtor_iban, debtor_bic: 'X' }, 'body.debtor_bic: is no BIC; leave it out to let the bank find it'],
    [{ debtor_iban, execution_date: '2026-01-01' }, 'body.execution_date: must not be in the past'],
    [{ debtor_iban, expense_ids: [] }, 'body.expense_ids: must not be empty'],
  ]
  for (const [draft, problem] of problems)
    expect(refusal(await ws.owner.call('POST', at, draft))).toEqual([422, problem])
  expect((await ws.owner.ok('GET', `${ws.base}/expenses?status=paid`)).total).toBe(0)
})

test('expenses that are unknown are refused by name, not left out', async () => {
  const unknown = '0190aaaa-0000-7000-8000-000000000000'
  const expense_ids = [created.train.id, created.waiting.id, unknown]
  const reply = await ws.owner.call('POST', `${ws.base}/expenses/payment-file`, { debtor_iban, expense_ids })
  expect(refusal(reply)).toEqual([422, `body.expense_ids: not found: ${unknown}`])
})
