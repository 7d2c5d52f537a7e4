import { sql } from 'drizzle-orm'
import { boolean, check, date, index, jsonb, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { authored, moment, orgKey, period, reference, sealed, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { confidential, directory, keptByAdmins, personal, team } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const employmentTypes = ['full_time', 'part_time', 'contractor', 'intern', 'temporary'] as const

/** Who works for the organization, as colleagues know them. An account is not needed, and membership is another thing. */
export const employees = entity(
  'employees',
  {
    kind: 'employee',
    block: 'hr',
    called: (t) => ({
      name: t.name,
      begins: true,
      numbers: [t.employee_number, t.work_email],
      words: [sql`case when ${t.id} = (select app.employee_id()) then 'me' end`],
    }),
    said: 'has the name, number or work e-mail address',
    scope: directory,
    history: 'audited',
    label: 'name',
    derived: ['hire_date', 'termination_date'],
    counted: ['hire_date', 'termination_date'],
    conflicts: {
      employees_account: 'another employee is linked to this account',
      employees_number: 'another employee has this number',
      employees_work_email: 'another employee has this work e-mail address',
    },
    item: (t) => ({
      title: t.name,
      body: t.work_email,
      leastLevel: sql`20`,
      follows: ['name', 'work_email'],
    }),
    page: (t) => sql`'/people/' || ${t.id}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    user_id: uuid(),
    employee_number: varchar({ length: 20 }).notNull(),
    first_name: varchar({ length: 80 }).notNull(),
    last_name: varchar({ length: 80 }),
    name: text()
      .notNull()
      .generatedAlwaysAs(sql`first_name || coalesce(' ' || last_name, '')`),
    work_email: varchar({ length: 254 }),
    work_phone: varchar({ length: 40 }),
    time_zone: varchar({ length: 64 }),
    /** Who decides in the person's place while they are on leave. */
    deputy_employee_id: uuid(),
    /** The first and the last day of the latest employment, by trigger. */
    hire_date: date({ mode: 'string' }),
    termination_date: date({ mode: 'string' }),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('employees_account')
      .on(t.org_id, t.user_id)
      .where(sql`${t.user_id} is not null`),
    uniqueIndex('employees_number').on(t.org_id, sql`lower(${t.employee_number})`),
    uniqueIndex('employees_work_email')
      .on(t.org_id, sql`lower(${t.work_email})`)
      .where(sql`${t.work_email} is not null`),
    index('employees_deputy')
      .on(t.org_id, t.deputy_employee_id)
      .where(sql`${t.deputy_employee_id} is not null`),
    reference('employees_deputy_id', t, t.deputy_employee_id, t),
    index('employees_name').on(t.org_id, sql`app.folded(${t.name})`, t.id),
  ],
)

/** When somebody was employed, and how. The last day counts; without one, the employment goes on. */
export const employments = entity(
  'employments',
  {
    scope: team,
    history: 'audited',
    private: true,
    conflicts: { employments_overlap: 'the employee is employed on some of these days already' },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    valid: period().notNull(),
    employment_type: oneOf(employmentTypes).notNull(),
    probation_end: date({ mode: 'string' }),
    reason: varchar({ length: 500 }),
    /** Since when the person counts as employed, where an earlier employment counts too. */
    seniority_from: date({ mode: 'string' }),
    /** What its end did, by whom: taking the end back restores nothing, and says so with this. */
    end_effects: jsonb(),
  },
  (t) => [
    orgKey(t),
    index('employments_employee').on(t.org_id, t.employee_id),
    reference('employments_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    known('employments_type', t.employment_type),
  ],
)

/** What an employment or a position was until it was changed, and when it counted as that: figures of a past day keep to it. */
export const employmentVersions = entity(
  'employment_versions',
  { scope: keptByAdmins, history: 'none', access: 'functions' },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    kind: oneOf(['employment', 'position']).notNull(),
    valid: period().notNull(),
    /** Of a position; it may be gone by now. */
    department_id: uuid(),
    known_from: moment().notNull(),
    known_until: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    orgKey(t),
    index('employment_versions_employee').on(t.org_id, t.employee_id),
    reference('employment_versions_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    known('employment_versions_kind', t.kind),
  ],
)

/** Personal data, for the person and admins. */
export const employeeRecords = entity(
  'employee_records',
  { scope: personal, history: 'audited', private: true, derived: ['shows_birthday'] },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    personal_email: varchar({ length: 254 }),
    phone: varchar({ length: 40 }),
    birth_date: date({ mode: 'string' }),
    /** Whether the person agreed that colleagues see its day and month. */
    shows_birthday: boolean().notNull().default(false),
    address: jsonb(),
    emergency_contact: jsonb(),
    notes: text(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('employee_records_employee').on(t.org_id, t.employee_id),
    reference('employee_records_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    check('employee_records_birth', sql`${t.birth_date} between '1900-01-01' and '2100-01-01'`),
  ],
)

/** A secret of an employee, whose id is the row's: only its end is readable. The fingerprint tells equal ones. */
const secretOf = (name: string) =>
  entity(
    name,
    { scope: confidential, history: 'audited', private: true },
    {
      ...tenant(),
      employee_id: uuid()
        .notNull()
        .generatedAlwaysAs(sql`id`),
      last4: varchar({ length: 4 }).notNull(),
      fingerprint: bytes().notNull(),
      fingerprint_key: varchar({ length: 40 }).notNull(),
      /** When and by whom the secret itself was last set, by trigger. */
      changed_at: moment(),
      changed_by: uuid(),
      ...sealed(),
    },
    (t) => [
      orgKey(t),
      index(`${name}_same`).on(t.org_id, t.fingerprint),
      reference(`${name}_employee_id`, t, t.employee_id, employees).onDelete('cascade'),
    ],
  )

export const employeeNationalIds = secretOf('employee_national_ids')
export const employeeIbans = secretOf('employee_ibans')
