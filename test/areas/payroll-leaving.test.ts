import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { makeType } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { act, acted, calculated, component, employer, paid, paidRun, slipOf } from '../kit/payroll.ts'
import { pagesOf } from '../invoice-files/reading.ts'
import { refusal } from '../kit/refusals.ts'

const ibans = ['ES9121000418450200051332', 'DE89370400440532013000']
const debtor_iban = 'FR1420041010050500013M02606'
const fileOf = (ws: Workspace, run: Json, body: object = {}) =>
  ws.owner.call('POST', `${ws.base}/payroll-runs/${run.id}/bank-file`, body)
const madeFile = async (ws: Workspace, run: Json, body: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/payroll-runs/${run.id}/bank-file`, body)
const approved = async (ws: Workspace, draft: object = {}) =>
  acted(ws, await calculated(ws, { pay_date: '2026-11-27', ...draft }), 'approve', { force: true })
const sums = (content: string) => [
  /<NbOfTxs>(\d+)/.exec(content)![1],
  /<CtrlSum>([\d.]+)/.exec(content)![1],
  (content.match(/<InstdAmt /g) ?? []).length,
]

describe('the bank file of a run', () => {
  test('pays the net pay to the accounts of the approval, and names whom it leaves out', async () => {
    const ws = await employer()
    const [ana, ben] = [
      await paid(ws, {}, { first_name: 'Ana', last_name: 'Ñ', iban: ibans[0] }),
      await paid(ws, {}, { first_name: 'Ben' }),
    ]
    expect(refusal(await fileOf(ws, await calculated(ws)))).toEqual([
      409,
      'the run is calculated; approve it first',
    ])
    const run = await approved(ws, { period_start: '2026-10-01', pay_date: '2026-10-30' })
    expect(refusal(await fileOf(ws, run))).toEqual([
      422,
      'body.debtor_iban: required, unless issuer_iban is in the settings of the invoice register',
    ])
    expect(refusal(await fileOf(ws, run, { debtor_iban, execution_date: '2026-01-01' }))).toEqual([
      422,
      'body.execution_date: must not be in the past',
    ])
    expect(refusal(await fileOf(ws, run, { debtor_iban, part: 2 }))).toEqual([
      422,
      'body.part: the run has 1 file',
    ])
    const file = await madeFile(ws, run, { debtor_iban, execution_date: '2099-01-05' })
    expect(file).toMatchObject({
      filename: 'salaries-2099-01-05.xml',
      execution_date: '2099-01-05',
      debtor_end: '2606',
      part: 1,
      parts: 1,
      payments: 1,
      total_minor: 250_000,
      run_payments: 1,
      run_total_minor: 250_000,
      left_out: [
        {
          employee: { employee_id: ben.id, name: 'Ben' },
          net_minor: 250_000,
          reason: 'had no IBAN when the run was approved',
        },
      ],
    })
    expect(sums(file.content)).toEqual(['1', '2500.00', 1])
    const slip = await slipOf(ws, run, ana)
    for (const part of [
      '<BtchBookg>true</BtchBookg>',
      '<CtgyPurp><Cd>SALA</Cd></CtgyPurp>',
      '<Purp><Cd>SALA</Cd></Purp>',
      '<Nm>Ana N</Nm>',
      `<IBAN>${ibans[0]}</IBAN>`,
      `<Ustrd>October 2026 ${slip.number}</Ustrd>`,
      `<MsgId>${file.message_id}</MsgId>`,
    ])
      expect(file.content.replace(/>\s+</g, '><')).toContain(part)
  })

  test('is the same once it was made, whatever changes, until the bank has stopped it', async () => {
    const ws = await employer()
    const ana = await paid(ws, {}, { first_name: 'Ana', iban: ibans[0] })
    const run = await approved(ws)
    const first = await madeFile(ws, run, { debtor_iban, execution_date: '2099-01-05' })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${ana.id}`, { iban: ibans[1] })
    expect(await madeFile(ws, run)).toEqual(first)
    expect(await madeFile(ws, run, { debtor_iban })).toEqual(first)
    expect(refusal(await fileOf(ws, run, { execution_date: '2099-02-05' }))).toEqual([
      409,
      'the bank file of Payroll November 2026 was made: 5 Jan 2099 is paid from the account …2606; ' +
        'send bank_file_withdrawn once the bank has stopped it',
    ])
    expect(refusal(await act(ws, run, 'reopen'))).toEqual([
      409,
      'the bank file of Payroll November 2026 was made, and 2500.00 EUR would be paid twice; ' +
        'send bank_file_withdrawn once the bank has stopped it',
    ])
    const again = { debtor_iban, execution_date: '2099-02-05', bank_file_withdrawn: true }
    const second = await madeFile(ws, run, again)
    expect(second.message_id).not.toBe(first.message_id)
    expect(second.content).toContain(ibans[0])
    const reopened = await acted(ws, run, 'reopen', { bank_file_withdrawn: true })
    expect(reopened.bank_file_at).toBeNull()
    await acted(ws, run, 'calculate')
    await acted(ws, run, 'approve', { force: true })
    const third = await madeFile(ws, run, { debtor_iban, execution_date: '2099-02-05' })
    expect(third.content).toContain(ibans[1])
    await acted(ws, run, 'pay', { paid_at: '2026-11-27' })
    expect(await madeFile(ws, run)).toEqual(third)
  })

  test('is not made of another currency, nor of a run that was paid without one', async () => {
    const ws = await employer()
    await paid(ws, { currency: 'USD' }, { iban: ibans[0] })
    const dollars = await approved(ws, { currency: 'USD' })
    expect(refusal(await fileOf(ws, dollars, { debtor_iban }))).toEqual([
      409,
      'the bank takes EUR; the run pays USD',
    ])
    const other = await employer()
    await paid(other, {}, { iban: ibans[0] })
    expect(refusal(await fileOf(other, await paidRun(other), { debtor_iban }))).toEqual([
      409,
      'the run is paid; there is nothing to order',
    ])
    const nobody = await employer()
    await paid(nobody)
    const empty = await approved(nobody)
    expect(await madeFile(nobody, empty, { debtor_iban })).toMatchObject({
      content: null,
      made_at: null,
      payments: 0,
    })
    expect((await acted(nobody, empty, 'reopen')).status).toBe('calculated')
  })
})

describe('the journal', () => {
  test('has expenses as debit and what is owed as credit, with equal sums', async () => {
    const ws = await employer()
    const department = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Lab' })
    await paid(ws, {}, { department_id: department.id })
    await paid(ws, {}, { department_id: department.id })
    await paid(ws)
    await component(ws, {
      code: 'tax',
      name: 'Income tax',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '10',
    })
    await component(ws, {
      code: 'social',
      name: 'Social',
      kind: 'employer',
      calc: 'percent',
      base: ['gross'],
      rate: '30',
    })
    const run = await calculated(ws)
    const journal = await ws.owner.ok('GET', `${ws.base}/payroll-runs/${run.id}/journal`)
    const rows = journal.entries.map(({ department: of, side, code, people, amount_minor }: Json) =>
      [of, side, code, people, amount_minor].join(' '),
    )
    expect(rows).toEqual([
      'Lab debit base 2 500000',
      'Lab debit social 2 150000',
      'Lab credit social 2 150000',
      'Lab credit tax 2 50000',
      'Lab credit net 2 450000',
      ' debit base 1 250000',
      ' debit social 1 75000',
      ' credit social 1 75000',
      ' credit tax 1 25000',
      ' credit net 1 225000',
    ])
    const credit = journal.entries.filter(({ side }: Json) => side === 'credit')
    expect([
      journal.debit_minor,
      credit.reduce((sum: number, one: Json) => sum + one.amount_minor, 0),
    ]).toEqual([975_000, 975_000])
    expect(journal.debit_minor).toBe(run.totals.cost_minor)
  })
})

describe('a payslip as a PDF', () => {
  test('says who pays whom what, in the language of its employee, to nobody else', async () => {
    const ws = await employer()
    const [person, other] = [await join(ws), await join(ws)]
    await person.ok('PATCH', '/api/v1/auth/me', { locale: 'es-ES' })
    const employee = await paid(ws, {}, { user_id: person.id, iban: ibans[0], job_title: 'Engineer' })
    await paid(ws, {}, { user_id: other.id })
    await component(ws, {
      code: 'tax',
      name: 'IRPF',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '15',
    })
    const run = await calculated(ws)
    const slip = await slipOf(ws, run, employee)
    const at = `${ws.base}/payslips/${slip.id}/pdf`
    expect(await textOf(await ws.owner.ok('GET', at))).toContain('BORRADOR')
    expect((await person.call('GET', at)).status).toBe(404)
    await acted(ws, run, 'approve', { force: true })
    await acted(ws, run, 'pay', { paid_at: '2026-11-27' })
    expect((await other.call('GET', at)).status).toBe(404)
    const file = await person.ok('GET', at)
    expect([file.filename, file.content_type]).toEqual(['payslip-2026-11.pdf', 'application/pdf'])
    const text = await textOf(file)
    for (const part of [
      'Recibo de salario',
      'Salario base',
      'IRPF',
      'Líquido a percibir',
      '2125,00 €',
      'Engineer',
      'acabada en: 1332',
      'Acumulado del año 2026',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('BORRADOR')
  })

  test('is shown before it is paid where the approval says so, and not any more once that is taken back', async () => {
    const ws = await employer()
    const person = await join(ws)
    const employee = await paid(ws, {}, { user_id: person.id })
    const run = await calculated(ws)
    const seen = async () => (await person.ok('GET', `${ws.base}/payslips/mine`)).total
    await acted(ws, run, 'approve')
    expect(await seen()).toBe(0)
    await acted(ws, run, 'reopen')
    const published = await acted(ws, run, 'approve', { publish: true })
    expect([published.status, typeof published.published_at, await seen()]).toEqual(['approved', 'string', 1])
    const slip = await slipOf(ws, run, employee)
    const own = `${ws.base}/payslips/${slip.id}`
    expect((await person.ok('GET', own)).lines).toHaveLength(1)
    expect(await told(person, ws, 'payslip_ready')).toEqual(['Your payslip of November 2026 is ready'])
    expect((await acted(ws, run, 'cancel')).published_at).toBeNull()
    expect([await seen(), (await person.call('GET', own)).status]).toEqual([0, 404])
  })

  test('is announced to each employee without an amount, and the approval to owners', async () => {
    const ws = await employer()
    const person = await join(ws)
    const employee = await paid(ws, {}, { user_id: person.id })
    const second = await join(ws, 'owner')
    const run = await calculated(ws)
    const at = `${ws.base}/payroll-runs/${run.id}`
    await second.ok('POST', `${at}/approve`, { force: true })
    expect(await told(ws.owner, ws, 'hr_task')).toContain('Payroll November 2026 is approved')
    expect(await told(person, ws, 'payslip_ready')).toEqual([])
    await acted(ws, run, 'pay', { paid_at: '2026-11-27' })
    expect(await told(person, ws, 'payslip_ready')).toEqual(['Your payslip of November 2026 is ready'])
    expect(await told(second, ws, 'payslip_ready')).toEqual([])
    expect(employee.user_id).toBe(person.id)
  })
})

const told = async (who: Caller, ws: Workspace, reason: string): Promise<string[]> =>
  (await who.ok('GET', `${ws.base}/notifications`)).items
    .filter((one: Json) => one.reason === reason)
    .map(({ title }: Json) => title)

const textOf = async ({ content }: Json): Promise<string> =>
  (await pagesOf(new Uint8Array(Buffer.from(content, 'base64')))).join(' ')

describe('leave that is left at the end of an employment', () => {
  test('is told with what it is worth, paid by a line that somebody adds, and told no more', async () => {
    const ws = await employer()
    const type = await makeType(ws)
    const employee = await paid(ws, { pay_basis: 'annual', amount_minor: 3_000_000 })
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/adjustments`, {
      employee_id: employee.id,
      leave_type_id: type.id,
      year: 2026,
      amount: '-15.5',
      note: 'Taken before',
    })
    await ws.owner.ok('POST', `${ws.base}/employees/${employee.id}/terminate`, {
      termination_date: '2026-11-30',
    })
    const run = await calculated(ws)
    const left = run.exceptions.find(({ code }: Json) => code === 'leave_left')
    expect(left).toMatchObject({
      severity: 'notice',
      text: 'leaves with 4.5 days of leave, worth 519.23 EUR; pay them by a line leave_payout',
      line: { code: 'leave_payout', name: 'Leave not taken', kind: 'earning', amount_minor: 51_923 },
    })
    const slip = await ws.owner.ok('PATCH', `${ws.base}/payslips/${left.payslip_id}`, { add: [left.line] })
    expect(slip.gross_minor).toBe(250_000 + 51_923)
    const again = await acted(ws, run, 'calculate')
    expect(again.exceptions.map(({ code }: Json) => code)).not.toContain('leave_left')
    expect(again.totals.gross_minor).toBe(250_000 + 51_923)
  })
})
