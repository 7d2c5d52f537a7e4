import { expect, test } from 'vitest'
import { hire } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { calculated, compensate, employer, paid, paidRun } from '../kit/payroll.ts'
import { open, submit } from './browse.ts'

const ibans = ['ES9121000418450200051332', 'FR1420041010050500013M02606']

test('an owner sets up pay, runs payroll and pays it on pages, and each person sees their own alone', async () => {
  const ws = await employer()
  const [ada, ben] = [await join(ws), await join(ws)]
  const person = await hire(ws, { user_id: ada.id, iban: ibans[0] })
  await paid(ws, { currency: 'USD' }, { first_name: 'Una', user_id: ben.id })
  const { headers } = ws.owner
  const org = `org=${ws.org.slug}`
  const send = async (path: string, form: Record<string, string> = {}) => {
    const answer = await submit(path, form, headers)
    expect([path, answer.status, answer.status === 303 ? '' : answer.text]).toEqual([path, 303, ''])
    return answer
  }

  await send(`/people/${person.id}/pay?${org}`, {
    effective_from: '2026-01-01',
    amount_minor: '2500.00',
    currency: 'EUR',
    pay_basis: 'monthly',
  })
  expect((await open(`/people/${person.id}?${org}`, headers)).text).toContain('€2,500.00')
  await send(`/organizations/${ws.org.slug}/payroll-components`, {
    name: 'Income tax',
    code: 'tax',
    kind: 'deduction',
    calc: 'brackets',
    base: 'gross',
    brackets: 'asked',
    'brackets:0:up_to_minor': '12450',
    'brackets:0:rate': '10',
    'brackets:1:up_to_minor': '',
    'brackets:1:rate': '20',
  })
  const made = await send(`/organizations/${ws.org.slug}/payroll`, {
    period_start: '2026-11-01',
    pay_date: '2026-11-27',
  })
  const at = made.headers.get('location')!.split('?')[0]!
  const page = async () => (await open(`${at}?${org}`, headers)).text
  expect(await page()).toContain('Calculate')
  await send(`${at}/calculate?${org}`)
  expect(await page()).toContain('is paid in USD, the run in EUR')
  expect(await page()).not.toContain('Approve')
  const [, other] = /name="employee_id" value="([^"]+)"/.exec(await page())!
  await send(`${at}/leave-out?${org}`, { employee_id: other! })
  const calculated = await page()
  expect(calculated).toContain('Approve')
  expect(calculated).toContain('€2,103.75')
  const [, slip] = /\/payslips\/([\w-]{36})/.exec(calculated)!
  expect((await open(`/payslips/${slip}?${org}`, ada.headers)).status).toBe(404)
  await send(`/payslips/${slip}/add?${org}`, {
    add: 'asked',
    'add:0:name': 'Bonus',
    'add:0:kind': 'earning',
    'add:0:amount_minor': '100.00',
  })
  const changed = (await open(`/payslips/${slip}?${org}`, headers)).text
  expect(changed).toContain('Bonus')
  expect(changed).toContain('€2,187.90')
  await send(`${at}/approve?${org}`)
  const file = await submit(`${at}/bank?${org}`, { debtor_iban: ibans[1]! }, headers)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(file.text).toContain('<CtrlSum>2187.90</CtrlSum>')
  expect(await page()).toContain('Get the file again')
  expect((await submit(`${at}/bank-again?${org}`, { part: '1' }, headers)).text).toBe(file.text)
  await send(`${at}/pay?${org}`, { paid_at: '2026-11-27' })

  const mine = (await open(`/organizations/${ws.org.slug}/payslips`, ada.headers)).text
  expect(mine).toContain(slip)
  const own = await open(`/payslips/${slip}?${org}`, ada.headers)
  expect([own.status, own.text.includes('Add lines')]).toEqual([200, false])
  const pdf = await open(`/payslips/${slip}/files/pdf?${org}`, ada.headers)
  expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  for (const path of [`/payslips/${slip}?${org}`, `/payslips/${slip}/files/pdf?${org}`, `${at}?${org}`])
    expect([path, (await open(path, ben.headers)).status]).toEqual([path, 404])
  const notice = (await ada.ok('GET', `${ws.base}/notifications`)).items[0]
  expect(notice.url).toContain(`/payslips/${slip}`)
})

test('a run leads to what is different from the one before, with reasons', async () => {
  const ws = await employer()
  const person = await paid(ws)
  await paidRun(ws, { period_start: '2026-10-01' })
  await compensate(ws, person, { effective_from: '2026-11-01', amount_minor: 300_000 })
  const { id } = await calculated(ws)
  const at = `/payroll/${id}/comparison`
  const { headers } = ws.owner
  expect((await open(`/payroll/${id}?org=${ws.org.slug}`, headers)).text).toContain(`href="${at}?org=`)
  const { text, roundTrips } = await open(`${at}?org=${ws.org.slug}`, headers)
  for (const said of [
    'Payroll October 2026',
    'another compensation',
    '+',
    '(20 %)',
    'look at it',
    '1 person',
  ])
    expect(text).toContain(said)
  expect(roundTrips).toBeLessThan(4)
  const marked = await open(`${at}?org=${ws.org.slug}&show=marked`, headers)
  expect(marked.text).toContain('another compensation')
})

test('with four eyes, who calculated a run is told who else approves it, and that person does', async () => {
  const ws = await employer()
  await paid(ws, {}, { iban: ibans[0] })
  const second = await join(ws, 'owner', 'Katherine Johnson')
  const { id } = await calculated(ws)
  const at = `/payroll/${id}`
  const approve = (who: typeof second) => submit(`${at}/approve?org=${ws.org.slug}`, {}, who.headers)
  const refused = await approve(ws.owner)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('You calculated this run; Katherine Johnson can approve it.')
  const shown = (await open(`${at}?org=${ws.org.slug}`, second.headers)).text
  expect(shown).not.toContain('By one person alone')
  expect((await approve(second)).status).toBe(303)
  expect((await open(`${at}?org=${ws.org.slug}`, ws.owner.headers)).text).toContain('by Katherine Johnson')
})
