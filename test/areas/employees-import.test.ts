import { describe, expect, test } from 'vitest'
import { call, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const path = (ws: Workspace) => `${ws.base}/employees/import`
const load = (ws: Workspace, csv: string, more: object = {}) =>
  ws.owner.call('POST', path(ws), { csv, ...more })
const loaded = (ws: Workspace, csv: string, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', path(ws), { csv, ...more })
const people = async (ws: Workspace): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/employees?limit=200&sort=created_at`)).items
const found = async (ws: Workspace, name: string): Promise<Json> => {
  const one = (await people(ws)).find((person) => person.name === name)!
  return ws.owner.ok('GET', `${ws.base}/employees/${one.id}`)
}

const table = `\uFEFFManager;First name;Number;hire_date;Department;Employment type;notes
0200;Ada;0300;2026-02-01;engineering / WEB;part time;"likes
tea"
;Grace;0200;2026-01-01;ENG;;

grace@work.test;Hedy;;2026-03-01;Web;;`

async function company() {
  const ws = await workspace()
  const top = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Engineering', code: 'Eng' })
  await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web', parent_id: top.id })
  return ws
}

describe('a table of people', () => {
  test('is tried first, then entered whole: with departments and managers of the table, and without news', async () => {
    const ws = await company()
    const admin = await join(ws, 'admin')
    const grace = table.replace(';Grace;0200', ';Grace;0200').replace('hire_date', 'hire_date')
    const refused = await load(ws, grace)
    expect(refusal(refused)).toEqual([
      422,
      'body.csv: row 5, employee_number: send it, or work_email, by which the person is found; ' +
        'body.csv: row 5, manager: no employee has this number or work e-mail address, here or in the table',
    ])
    const whole = table
      .replace('notes\n', 'notes;Email\n')
      .replace('tea"', 'tea";')
      .replace('ENG;;', 'ENG;;;grace@work.test')
      .replace('Web;;', 'Web;;;hedy@work.test')
    const counts = { created: 3, updated: 0, unchanged: 0, invited: 0, problems: [], unknown_headers: [] }
    expect(await loaded(ws, whole, { dry_run: true })).toMatchObject({ dry_run: true, ...counts })
    expect(await people(ws)).toEqual([])
    expect(await loaded(ws, whole)).toMatchObject({ dry_run: false, ...counts })
    expect(await found(ws, 'Ada')).toMatchObject({
      employee_number: '0300',
      hire_date: '2026-02-01',
      employment_type: 'part_time',
      notes: 'likes\ntea',
      manager: { name: 'Grace' },
      department: { name: 'Web' },
    })
    expect(await found(ws, 'Hedy')).toMatchObject({
      employee_number: '0301',
      manager: { name: 'Grace' },
      department: { name: 'Web' },
    })
    expect(await found(ws, 'Grace')).toMatchObject({ department: { name: 'Engineering' }, manager: null })
    expect((await admin.ok('GET', `${ws.base}/notifications`)).items).toEqual([])
  })

  test('changes those who are there, and nothing when it comes again', async () => {
    const ws = await company()
    const first =
      'employee_number,first_name,work_email,hire_date,job_title\n7,Ada,ada@work.test,2026-01-01,Analyst'
    await loaded(ws, first)
    expect(await loaded(ws, first)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const byMail =
      'WORK_EMAIL,last_name,job_title,probation_end,work_schedule,holiday_country,department\n' +
      'ADA@work.test,Lovelace,,2026-06-30,Full time,es,Engineering'
    await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
      name: 'Full time',
      days: [{ weekday: 1, intervals: [[540, 1020]] }],
    })
    expect(await loaded(ws, byMail)).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    expect(await loaded(ws, byMail)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await found(ws, 'Ada Lovelace')).toMatchObject({
      employee_number: '7',
      job_title: 'Analyst',
      probation_end: '2026-06-30',
      weekly_minutes: 480,
      holiday_country: 'ES',
      department: { name: 'Engineering' },
    })
    await loaded(ws, 'employee_number,termination_date\n7,2026-10-31')
    expect((await found(ws, 'Ada Lovelace').catch(() => null))?.status ?? 'gone').toBe('gone')
  })

  test('is refused whole, with every problem by row, as a dry run says them', async () => {
    const ws = await company()
    await loaded(ws, 'employee_number,first_name,work_email,hire_date\n1,Old,old@work.test,2026-01-01')
    const bad = [
      'employee_number,first_name,hire_date,work_email,employment_type,department,manager,work_schedule,holiday_country,termination_date',
      '2,Ada,03/04/2026,,,,,,,',
      '3,Bob,31/04/2026,,,,,,,',
      '4,Cy,2026-01-01,old@work.test,boss,Nowhere,9,Odd,AQ,',
      '5,,,no address,,,,,,',
      '5,Eve,2026-01-01,,,,,,,2025-01-01',
      '1,,2027-01-01,,,,,,,2026-06-01',
      '6,Fay,2026-01-01,,,,,,,,more',
    ].join('\n')
    const { problems, ...counts } = await loaded(ws, bad, { dry_run: true })
    expect(counts).toMatchObject({ dry_run: true, updated: 0 })
    const said = problems.map(({ row, column, problem }: Json) => `${row} ${column}: ${problem}`)
    expect(said).toEqual([
      '2 hire_date: 2026-04-03 or 2026-03-04? write year-month-day',
      '3 hire_date: write year-month-day',
      '4 department: no department has this code, name or path',
      '4 employment_type: Invalid option: expected one of "full_time"|"part_time"|"contractor"|"intern"|"temporary"',
      '4 holiday_country: no holidays are known for it',
      '4 manager: no employee has this number or work e-mail address, here or in the table',
      '4 work_email: employee 1 has this address',
      '4 work_schedule: no work schedule has this name',
      '5 first_name: required for somebody new',
      '5 hire_date: required for somebody new',
      '5 work_email: must be an e-mail address',
      '6 employee_number: also in row 5',
      '6 termination_date: must not be before hire_date',
      '8 csv: 11 cells, but the header has 10',
    ])
    expect((await load(ws, bad)).status).toBe(422)
    const late = await load(ws, 'employee_number,hire_date,termination_date\n1,2027-01-01,2026-06-01')
    expect(refusal(late)).toEqual([422, 'body.csv: row 2, termination_date: must not be before hire_date'])
    expect(await people(ws)).toHaveLength(1)
  })

  test('is refused where a name means several, a region is of another country, or it is too large', async () => {
    const ws = await company()
    const sales = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Sales' })
    await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web', parent_id: sales.id })
    const places = [
      'employee_number,first_name,hire_date,department,holiday_country,holiday_region',
      '1,Ada,2026-01-01,Web,,',
      '2,Bob,2026-01-01,Sales / Web,ES,BY',
      '3,Cy,2026-01-01,,,BY',
    ]
    const region = 'holiday_region: not a region of holiday_country; send both'
    expect(refusal(await load(ws, places.join('\n')))).toEqual([
      422,
      [
        'row 2, department: several have this name; write its path, such as Engineering / Web',
        `row 3, ${region}`,
        `row 4, ${region}`,
      ]
        .map((problem) => `body.csv: ${problem}`)
        .join('; '),
    ])
    for (const letter of ['x', 'é'])
      expect(refusal(await load(ws, letter.repeat(2 ** 21 / Buffer.byteLength(letter) + 1)))).toEqual([
        422,
        'body.csv: at most 2 MiB',
      ])
    expect(refusal(await load(ws, ''))).toEqual([422, 'body.csv: must not be empty'])
    expect(refusal(await (await join(ws, 'manager')).call('POST', path(ws), { csv: 'x' }))).toEqual([
      403,
      'needs the role admin or above',
    ])
  })

  test('with a ring of managers names who is in it', async () => {
    const ws = await company()
    const ring =
      'employee_number,first_name,hire_date,manager\n1,Ada,2026-01-01,2\n2,Bob,2026-01-01,3\n3,Cy,2026-01-01,1'
    expect(refusal(await load(ws, ring))).toEqual([
      422,
      [
        'body.csv: row 2, manager: reports to this person: Ada → Bob → Cy → Ada',
        'body.csv: row 3, manager: reports to this person: Bob → Cy → Ada → Bob',
        'body.csv: row 4, manager: reports to this person: Cy → Ada → Bob → Cy',
      ].join('; '),
    ])
    await loaded(ws, ring.replace(',2026-01-01,1', ',2026-01-01,'))
    const closing = await load(ws, 'employee_number,manager\n3,1')
    expect(refusal(closing)).toEqual([
      422,
      'body.csv: row 2, manager: reports to this person: Cy → Ada → Bob → Cy',
    ])
    const self = await load(ws, 'employee_number,manager\n1,1')
    expect(refusal(self)).toEqual([422, 'body.csv: row 2, manager: the person itself'])
  })

  test('says which headers it does not know, unless they are mapped or left out', async () => {
    const ws = await company()
    const foreign = 'Personalnummer,Vorname,Beginn,Farbe\n1,Ada,2026-01-01,red'
    expect((await load(ws, foreign)).body.error.message).toContain(
      'row 1, Personalnummer: is no column; send in columns what it is, or null',
    )
    const columns = {
      Personalnummer: 'employee_number',
      Vorname: 'first_name',
      Beginn: 'hire_date',
      Farbe: null,
    }
    expect(await loaded(ws, foreign, { columns, dry_run: true })).toMatchObject({ created: 1 })
    expect((await load(ws, foreign)).status).toBe(422)
    expect(await loaded(ws, foreign, { columns })).toMatchObject({ created: 1, columns, unknown_headers: [] })
    const twice = await load(ws, 'number,employee_number,first_name,hire_date\n1,2,Bob,2026-01-01')
    expect(refusal(twice)).toEqual([422, 'body.csv: row 1, employee_number: employee_number is there twice'])
    expect(refusal(await load(ws, 'a,"b'))).toEqual([
      422,
      'body.csv: row 1, csv: a quotation mark is never closed',
    ])
  })

  test('keeps what headers mean for the next one, which may say otherwise', async () => {
    const ws = await company()
    const columns = { Nr: 'employee_number', Vorname: 'first_name', Beginn: 'hire_date', Farbe: null }
    await loaded(ws, 'Nr,Vorname,Beginn,Farbe\n1,Ada,2026-01-01,red', { columns })
    expect(await loaded(ws, 'Nr,Vorname,Beginn,Farbe\n2,Bob,2026-02-01,blue')).toMatchObject({
      created: 1,
      columns,
    })
    const other = 'Nr,Farbe,Form\n1,Analyst,round'
    expect(await loaded(ws, other, { dry_run: true, columns: { Farbe: 'job_title' } })).toMatchObject({
      columns: { Nr: 'employee_number', Farbe: 'job_title' },
      unknown_headers: ['Form'],
      problems: [{ row: 1, column: 'Form' }],
    })
    await loaded(ws, other, { columns: { Farbe: 'job_title', Form: null } })
    expect(await loaded(ws, 'Nr,Farbe\n2,Clerk')).toMatchObject({ updated: 1 })
    expect(await found(ws, 'Bob')).toMatchObject({ job_title: 'Clerk' })
    const settings = await ws.owner.ok('GET', `${ws.base}/workforce/settings`)
    expect(settings).not.toHaveProperty('import_columns')
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`h${n}`, null]))
    expect(refusal(await load(ws, other, { columns: many }))).toEqual([422, 'body.columns: at most 100'])
  })

  test('invites nobody where no mail is sent: nobody would hear of it, and nothing is entered', async () => {
    const ws = await company()
    const csv = `number,first_name,hire_date,email\n1,Ada,2026-01-01,ada-${ws.org.slug}@work.test`
    const send = (body: object) =>
      call('POST', path(ws), { body: { csv, ...body }, headers: ws.owner.headers }, { MAIL_FROM: '' })
    const refused = await send({ invite: true })
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      422,
      'validation_error',
      'body.invite: no mail is sent here, so nobody would hear of it; invite them one by one, and pass the links on',
    ])
    expect(await people(ws)).toEqual([])
    expect((await send({})).body).toMatchObject({ created: 1, invited: 0 })
  })

  test('invites who has an address and no account: once, and to roles up to that of who sends it', async () => {
    const ws = await company()
    const member = await join(ws)
    const rows = [
      `1,Ada,2026-01-01,ada-${ws.org.slug}@work.test,`,
      `2,Bob,2026-01-01,,`,
      `3,Cy,2026-01-01,${member.email},`,
      `4,Dee,2020-01-01,dee-${ws.org.slug}@work.test,2021-01-01`,
    ]
    const csv = `number,first_name,hire_date,email,termination_date\n${rows.join('\n')}`
    const admin = await join(ws, 'admin')
    const asOwner = await admin.call('POST', path(ws), { csv, invite: true, role: 'owner' })
    expect(refusal(asOwner)).toEqual([403, 'you can invite to roles up to your own'])
    expect(refusal(await load(ws, csv, { role: 'viewer' }))).toEqual([422, 'body.role: only with invite'])
    expect(refusal(await member.call('POST', path(ws), { csv, invite: true }))).toEqual([
      403,
      'needs the role admin or above',
    ])
    const invitations = async (): Promise<Json[]> =>
      (await ws.owner.ok('GET', `${ws.base}/invitations?limit=50`)).items.map(
        ({ email, role, status }: Json) => [email, role, status],
      )
    expect(await loaded(ws, csv, { invite: true, dry_run: true })).toMatchObject({ created: 4, invited: 1 })
    expect(await invitations()).toEqual([])
    expect(await loaded(ws, csv)).toMatchObject({ created: 4, invited: 0 })
    expect(await loaded(ws, csv, { invite: true, role: 'viewer' })).toMatchObject({
      unchanged: 4,
      invited: 1,
    })
    expect(await invitations()).toEqual([[`ada-${ws.org.slug}@work.test`, 'viewer', 'pending']])
    expect(await loaded(ws, csv, { invite: true })).toMatchObject({ invited: 0 })
    const many = Array.from({ length: 201 }, (_, n) => `9${n},P,2026-01-01,p${n}-${ws.org.slug}@work.test`)
    expect(
      refusal(await load(ws, `number,first_name,hire_date,email\n${many.join('\n')}`, { invite: true })),
    ).toEqual([
      422,
      'body.invite: 201 people would be invited, and at most 200 are at once; send the table in parts',
    ])
    expect((await people(ws)).length).toBe(3)
  })

  test('of two thousand people is entered at once, and one row more is refused', async () => {
    const ws = await company()
    const rows = Array.from(
      { length: 2000 },
      (_, n) => `${n + 1},Person ${n},2026-01-01,p${n}@work.test,${n ? Math.ceil(n / 8) : ''},Web,Analyst`,
    )
    const csv = `number,first_name,hire_date,email,manager,department,title\n${rows.join('\n')}`
    expect(await loaded(ws, csv)).toMatchObject({ created: 2000 })
    expect(await loaded(ws, csv, { dry_run: true })).toMatchObject({ unchanged: 2000 })
    expect(refusal(await load(ws, `${csv}\n2001,More,2026-01-01,more@work.test,,,`))).toEqual([
      422,
      'body.csv: row 2002, csv: at most 2000 rows',
    ])
  })
})
