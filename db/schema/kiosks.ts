import { smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { confidential, organization } from './scopes.ts'

/** Shared devices at which people clock in and out by their number and PIN. */
export const kiosks = entity(
  'kiosks',
  {
    kind: 'kiosk',
    block: 'hr',
    scope: organization,
    history: 'audited',
    label: 'name',
    derived: ['last_used_at'],
    conflicts: { kiosks_name: 'another kiosk has this name' },
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    token_hash: bytes().notNull(),
    last_used_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('kiosks_name').on(t.org_id, t.name),
    uniqueIndex('kiosks_token').on(t.token_hash),
  ],
)

/** The PIN of an employee, of which only a salted hash of its fingerprint is kept. */
export const employeePins = entity(
  'employee_pins',
  {
    scope: confidential,
    history: 'audited',
    private: true,
    derived: ['failures', 'failed_at'],
    access: 'functions',
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    salt: varchar({ length: 36 }).notNull(),
    pin_hash: bytes().notNull(),
    /** Wrong attempts, one after the other, and the last of them. */
    failures: smallint().notNull().default(0),
    failed_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('employee_pins_employee').on(t.org_id, t.employee_id),
    reference('employee_pins_employee_id', t, t.employee_id, employees).onDelete('cascade'),
  ],
)
