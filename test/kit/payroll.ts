import type { Json } from './client.ts'
import { fullWeek, hire, makeType } from './leave.ts'
import { type Workspace, workspace } from './makers.ts'

/** An organization that pays in euros, where everybody works eight hours from Monday to Friday. */
export async function employer(): Promise<Workspace> {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'ES', timezone: 'Europe/Madrid' })
  const schedule = { name: 'Full time', days: fullWeek, is_default: true }
  await ws.owner.ok('POST', `${ws.base}/work-schedules`, schedule)
  return ws
}

/** Somebody who is paid 2 500.00 a month since the beginning of 2026, or what is sent. */
export async function paid(ws: Workspace, compensation: object = {}, draft: object = {}): Promise<Json> {
  const employee = await hire(ws, draft)
  await compensate(ws, employee, compensation)
  return employee
}
export const compensate = (ws: Workspace, { id }: Json, compensation: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/employees/${id}/compensations`, {
    effective_from: '2026-01-01',
    currency: 'EUR',
    pay_basis: 'monthly',
    amount_minor: 250_000,
    ...compensation,
  })

export const component = (ws: Workspace, draft: object): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/payroll-components`, draft)

const runs = (ws: Workspace) => `${ws.base}/payroll-runs`
export const makeRun = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', runs(ws), { period_start: '2026-11-01', ...draft })
export const act = (ws: Workspace, { id }: Json, action: string, body: object = {}) =>
  ws.owner.call('POST', `${runs(ws)}/${id}/${action}`, action === 'calculate' ? undefined : body)
export const acted = (ws: Workspace, { id }: Json, action: string, body: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${runs(ws)}/${id}/${action}`, action === 'calculate' ? undefined : body)

/** A run for a month, calculated. */
export const calculated = async (ws: Workspace, draft: object = {}): Promise<Json> =>
  acted(ws, await makeRun(ws, draft), 'calculate')
/** The same, paid. */
export async function paidRun(ws: Workspace, draft: object = {}): Promise<Json> {
  const run = await calculated(ws, draft)
  await acted(ws, run, 'approve', { force: true })
  return acted(ws, run, 'pay', { paid_at: draft && '2026-11-27' })
}

export async function slipOf(ws: Workspace, run: Json, employee: Json): Promise<Json> {
  const path = `${runs(ws)}/${run.id}/payslips?employee_id=${employee.id}`
  const { items } = await ws.owner.ok('GET', path)
  return ws.owner.ok('GET', `${ws.base}/payslips/${items[0].id}`)
}
/** The lines as `code: amount`. */
export const linesOf = (slip: Json): [string, number][] =>
  slip.lines.map(({ code, amount_minor }: Json) => [code, amount_minor])

/** Leave that is not paid, or only in part, approved. */
export async function unpaid(ws: Workspace, employee: Json, span: object, type: object = {}): Promise<Json> {
  const kind = await makeType(ws, {
    name: `Unpaid ${employee.id} ${JSON.stringify(span)}`.slice(0, 80),
    paid: 'unpaid',
    affects_balance: false,
    requires_approval: false,
    ...type,
  })
  return ws.owner.ok('POST', `${ws.base}/leave-requests`, {
    leave_type_id: kind.id,
    employee_id: employee.id,
    ...span,
  })
}
