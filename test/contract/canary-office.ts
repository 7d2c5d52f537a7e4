import { drain } from '../../src/jobs/outbox.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { storage } from '../kit/audit.ts'
import { account, strong } from '../kit/accounts.ts'
import { base64, follow, page } from '../kit/attachments.ts'
import { asOwner, type Caller, env, type Json } from '../kit/client.ts'
import { log } from '../kit/hours.ts'
import { database } from '../kit/inbox.ts'
import { fullWeek } from '../kit/leave.ts'
import { World } from './world.ts'

export const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** What only the person and admins may read, each a text that occurs nowhere else. */
export const confidential = {
  salary: '73194826',
  component: '41930077',
  'compensation note': 'quokka raise',
  'national id': 'QUOKKA73QKZ',
  'end of the national id': '3QKZ',
  'secret of the vault': 'quokka-S3cr3t-of-the-vault',
  'key of one-time codes': 'QUOKKAKEYOFCODES2345',
  'PIN at kiosks': '83917026',
  iban: 'ES7921000813610123456789',
  // The day of it may be known to colleagues, as the person agrees.
  'birth date': `1960-${later(5).slice(5)}`,
  'personal email': 'quokka.home@example.net',
  phone: '+34611730194',
  address: 'Quokkaweg 7',
  'emergency contact': 'Quokka Mother',
  'emergency phone': '+34 611 730 195',
  notes: 'quokka notes',
  'reason of sick leave': 'quokka fever',
  'name of a certificate': 'quokka-clinic',
  'caption of a certificate': 'quokka doctor',
  'name of a payslip line': 'Quokkabonus',
  'amount of a payslip line': '55123987',
  'note of a payslip line': 'quokka well done',
  'note of a draft payslip': 'quokka not yet',
}
/** What admins alone read: of it, the person sees nothing yet. */
export const unpublished = ['notes', 'note of an allocation', 'note of a draft payslip']
/** What the team of the person may read too: whoever decides. */
export const deciding = {
  'reason of leave': 'quokka wedding',
  'note of a rejection': 'quokka refused',
  'note of an adjustment': 'quokka sunday',
  'reason of a correction': 'quokka forgot',
  'note of an allocation': 'quokka planned',
}
/** Kinds of leave: everybody knows that there are such, and nobody whose it is. */
export const kinds = { 'type of leave': 'Quokkaleave', 'type of sick leave': 'Quokkasick' }

export type Office = {
  world: World
  victim: Caller
  /** Who decides the victim's leave, by no role. */
  boss: Caller
  /** A role without a team. */
  stranger: Caller
  colleague: Caller
  colleagueKey: Caller
  employee: Json
  /** The victim's objects, by path parameter. */
  ids: Record<string, string[]>
}

const joined = async (org: string, role: string, who: Caller) => {
  await asOwner('insert into organization_members (org_id, user_id, role) values ($1, $2, $3)', [
    org,
    who.id,
    role,
  ])
  await asOwner('update users set email_verified_at = now() where id = $1', [who.id])
  return who
}

/** An organization where somebody has something of everything that is private to people. */
export async function canaryOffice(): Promise<Office> {
  const world = await World.make()
  const { owner } = world.people
  const at = (path: string) => `/api/v1/organizations/${world.org}${path}`
  const [victim, boss, colleague, stranger] = await Promise.all(
    ['member', 'member', 'member', 'manager'].map(async (role) => joined(world.org, role, await account())),
  )
  const hire = (first_name: string, who: Caller, draft: object = {}): Promise<Json> =>
    owner.ok('POST', at('/employees'), { first_name, user_id: who.id, hire_date: '2026-01-01', ...draft })
  await owner.ok('POST', at('/work-schedules'), { name: 'Canary weeks', days: fullWeek, is_default: true })
  const secret = confidential['secret of the vault']
  const shared = {
    name: 'Canary',
    kind: 'password',
    min_role: 'member',
    secret,
    totp: confidential['key of one-time codes'],
  }
  const { id: credential } = await owner.ok('POST', at('/vault/credentials'), shared, {
    'idempotency-key': secret.slice(0, 6),
  })
  await owner.ok('PATCH', at(`/vault/credentials/${credential}`), {
    secret: `${secret}-2`,
    totp: `otpauth://totp/Canary?secret=${confidential['key of one-time codes']}`,
    username: 'canary',
  })
  const shown: [path: string, body: object][] = [
    ['reveal', { reason: 'Canary' }],
    ['reveal', { reason: 'Canary', part: 'totp' }],
    ['code', {}],
  ]
  for (const [index, [path, body]] of shown.entries())
    await owner.ok('POST', at(`/vault/credentials/${credential}/${path}`), body, {
      'idempotency-key': `canary-${index}`,
    })
  const lead = await hire('Boss', boss!)
  await hire('Colleague', colleague!)
  const employee = await hire('Vera', victim!, {
    manager_employee_id: lead.id,
    national_id: confidential['national id'],
    iban: confidential.iban,
    birth_date: confidential['birth date'],
    personal_email: confidential['personal email'],
    phone: confidential.phone,
    address: { address_line1: confidential.address },
    emergency_contact: { name: confidential['emergency contact'], phone: confidential['emergency phone'] },
    notes: confidential.notes,
  })
  await owner.ok('PUT', at('/workforce/settings'), { show_birthdays: true, kiosks: true })
  await owner.ok('POST', at('/working-hours/kiosks'), { name: 'Canary' })
  await victim!.ok('PUT', at(`/employees/${employee.id}/kiosk-pin`), { pin: confidential['PIN at kiosks'] })
  await victim!.ok('PUT', at('/employees/me/birthday'), { shown: true })
  const car = { code: 'canary_car', name: 'Car', kind: 'earning', calc: 'fixed', applies_to: 'listed' }
  await owner.ok('POST', at('/payroll-components'), car)
  await owner.ok('POST', at(`/employees/${employee.id}/compensations`), {
    effective_from: '2026-01-01',
    currency: 'EUR',
    pay_basis: 'annual',
    amount_minor: Number(confidential.salary),
    components: [{ code: car.code, amount_minor: Number(confidential.component) }],
    note: confidential['compensation note'],
  })
  const { requests, certificate } = await leaveOf({ world, victim: victim!, boss: boss!, employee })
  await log({ owner, org: { id: world.org, slug: '', name: '' }, base: at('') }, employee, [
    'clock_in 2026-11-20T09:00:00+01:00',
    'clock_out 2026-11-20T17:30:00+01:00',
  ])
  const corrected = await victim!.ok('POST', at('/working-hours/corrections'), {
    corrects_seq: 2,
    event: 'clock_out',
    occurred_at: '2026-11-20T17:00:00Z',
    reason: deciding['reason of a correction'],
  })
  const planned = await owner.ok('POST', at('/workforce/allocations'), {
    employee_id: employee.id,
    project_id: await world.value('project_id'),
    from: '2026-11-02',
    percent: 50,
    note: deciding['note of an allocation'],
  })
  const pay = await payOf(world, employee)
  const ids = {
    ...pay,
    employee_id: [employee.id],
    request_id: requests,
    attachment_id: [certificate],
    user_id: [victim!.id],
    seq: [String(corrected.seq)],
    allocation_id: [planned.id],
  }
  const colleagueKey = await keyOf(world, colleague!)
  return {
    world,
    victim: victim!,
    boss: boss!,
    colleague: colleague!,
    stranger: stranger!,
    colleagueKey,
    employee,
    ids,
  }
}

/** A payslip that is paid, and one that is not approved yet, both with a line by hand. */
async function payOf({ org, people: { owner } }: World, { id }: Json) {
  const at = (path: string) => `/api/v1/organizations/${org}${path}`
  const made = async (period_start: string, line: object) => {
    const run = await owner.ok('POST', at('/payroll-runs'), { period_start, employee_ids: [id] })
    await owner.ok('POST', at(`/payroll-runs/${run.id}/calculate`))
    const slip = (await owner.ok('GET', at(`/payroll-runs/${run.id}/payslips`))).items[0]
    await owner.ok('PATCH', at(`/payslips/${slip.id}`), { add: [{ kind: 'earning', ...line }] })
    return [run.id, slip.id] as [run: string, slip: string]
  }
  const [paid, own] = await made('2026-09-01', {
    name: confidential['name of a payslip line'],
    amount_minor: Number(confidential['amount of a payslip line']),
    note: confidential['note of a payslip line'],
  })
  await owner.ok('POST', at(`/payroll-runs/${paid}/approve`), { force: true })
  const debtor_iban = 'ES9121000418450200051332'
  await owner.ok('POST', at(`/payroll-runs/${paid}/bank-file`), { debtor_iban })
  await owner.ok('POST', at(`/payroll-runs/${paid}/pay`), { paid_at: '2026-10-01' })
  const draft = { name: 'Later', amount_minor: 100, note: confidential['note of a draft payslip'] }
  const [calculated, unseen] = await made('2026-10-01', draft)
  return { run_id: [paid, calculated], payslip_id: [own, unseen] }
}

async function leaveOf({
  world,
  victim,
  boss,
  employee,
}: Pick<Office, 'world' | 'victim' | 'boss' | 'employee'>) {
  const { owner } = world.people
  const at = (path: string) => `/api/v1/organizations/${world.org}${path}`
  const type = (draft: object) =>
    owner.ok('POST', at('/leave-types'), { count_by: 'calendar', allow_half_day: false, ...draft })
  const leave = await type({ name: kinds['type of leave'], affects_balance: false })
  const sick = await type({
    name: kinds['type of sick leave'],
    affects_balance: false,
    overrides: true,
    requires_attachment: true,
    attachment_due_days: 3,
  })
  const vacation = await type({ name: 'Plain vacation', annual_allowance: '22' })
  const today = new Date().toISOString().slice(0, 10)
  const ask = async (leave_type_id: string, reason: string, start_date: string): Promise<string> =>
    (await victim.ok('POST', at('/leave-requests'), { leave_type_id, reason, start_date })).id
  const approved = await ask(leave.id, deciding['reason of leave'], later(10))
  await boss.ok('POST', at(`/leave-requests/${approved}/approve`))
  const pending = await ask(leave.id, `${deciding['reason of leave']} too`, later(20))
  const ill = await ask(sick.id, confidential['reason of sick leave'], today)
  await owner.ok('POST', at(`/leave-requests/${ill}/approve`))
  const { id: certificate } = await owner.ok('POST', at('/attachments'), {
    entity_type: 'leave_request',
    entity_id: ill,
    filename: `${confidential['name of a certificate']}.pdf`,
    caption: confidential['caption of a certificate'],
    content_type: 'application/pdf',
    content_base64: base64(page()),
  })
  const refused = await ask(vacation.id, 'sun', later(30))
  await boss.ok('POST', at(`/leave-requests/${refused}/reject`), { note: deciding['note of a rejection'] })
  await owner.ok('POST', at('/vacation-balances/adjustments'), {
    employee_id: employee.id,
    leave_type_id: vacation.id,
    year: new Date().getFullYear(),
    amount: '1.5',
    note: deciding['note of an adjustment'],
  })
  return { requests: [approved, pending, ill, refused], certificate: certificate as string }
}

/** A key of a member's own. */
export async function keyOf({ org }: World, { id, email }: Caller): Promise<Caller> {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint) values ($1, $2, $3, 'canary', $4, 'svc_live_…')`,
    [uuidv7(), org, id, Buffer.from(hashOf(token), 'hex')],
  )
  return { id, email, headers: { authorization: `Bearer ${token}` }, token } as unknown as Caller
}

/** The text of the export that a person makes of their own data. */
export async function exportOf(who: Caller): Promise<string> {
  const at = '/api/v1/auth/export'
  await who.ok('POST', at, { password: strong })
  for (let attempt = 0; attempt < 200; attempt++) {
    const state = await who.ok('GET', at)
    if (state.state === 'ready') {
      const { bytes } = await follow(state.download_url, { method: 'GET', headers: who.headers })
      return new TextDecoder().decode(bytes)
    }
    await drain(database(), storage(), env().JWT_KEYS)
  }
  throw new Error('the file is not made')
}
