import * as z from 'zod'
import { employmentTypes } from '../../../db/schema/employees.ts'
import {
  boolParam,
  change,
  count,
  csv,
  day,
  id,
  idOut,
  longText,
  paging,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { EmployeeRef, recalculate } from '../../shared/employees.ts'
import { ownId, createdAt, updatedAt } from '../../shared/common-fields.ts'
import { ordered } from '../../shared/day-range.ts'
import { email } from '../../shared/email.ts'
import { nameText } from '../../shared/names.ts'
import { addressFields } from '../../shared/parties.ts'
import { iban } from '../../shared/sepa/fields.ts'
import { timezone } from '../../shared/timezone.ts'

export const EmploymentType = z.enum(employmentTypes).meta({ id: 'EmploymentType' })
export const EmployeeStatus = z.enum(['active', 'on_leave', 'terminated']).meta({ id: 'EmployeeStatus' })
const View = z
  .enum(['directory', 'team', 'full'])
  .meta({ id: 'EmployeeView', description: 'How much of it you see; the rest is null' })

const phone = () => text(40).nullable()

/** What colleagues see. */
const directory = {
  first_name: nameText(80).meta({ description: 'Given name, or the only one', example: 'Ada' }),
  last_name: nameText(80).nullable().meta({ description: 'Family name', example: 'Lovelace' }),
  work_email: email().nullable().describe('The address at work'),
  work_phone: phone().meta({ description: 'The number at work', 'x-brief': null }),
  user_id: id().nullable().meta({ description: 'The account of a member, if the employee has one' }),
  time_zone: timezone().nullable().meta({
    description: 'Whose days count; null for that of the schedule or the organization',
    'x-brief': null,
  }),
}
/** The place in the organization, by date. */
export const position = {
  job_title: text(120).nullable().meta({ description: 'What the person does', example: 'Analyst' }),
  department_id: id().nullable().describe('The department'),
  manager_employee_id: id()
    .nullable()
    .meta({ description: 'Whom the person reports to', 'x-names': 'employee' }),
  work_schedule_id: id().nullable().meta({
    description: 'The hours; null for the default',
    'x-names': 'work_schedule',
  }),
  holiday_country: addressFields.country.meta({
    description: 'Whose holidays count; null for the organization’s',
  }),
  holiday_region: text(16).nullable().meta({ description: 'A region of that country', example: 'BY' }),
}
export const employment = {
  employee_number: text(20)
    .refine(
      (value) => /^[\p{L}\p{N}][\p{L}\p{N}./-]*$/u.test(value),
      'must be letters, digits, dots, hyphens and slashes',
    )
    .meta({ description: 'The next free number unless sent', example: '0042' }),
  employment_type: EmploymentType.describe('How the person is employed'),
  hire_date: day().meta({ description: 'The first day employed', example: '2026-09-01' }),
  termination_date: day().nullable().describe('The last day employed'),
  probation_end: day().nullable().meta({ description: 'The last day of probation', 'x-brief': null }),
}
const contact = z
  .strictObject({
    name: nameText(120).meta({ description: 'Whom to call', example: 'Anne Byron' }),
    phone: text(40).meta({ description: 'With its country code', example: '+34 600 000 000' }),
    relation: text(60).nullable().optional().meta({ description: 'Such as partner', example: 'mother' }),
  })
  .meta({ id: 'EmergencyContact' })
/** Not for tools: what is personal need not pass through a model. */
const forPeople = { 'x-brief': null }
/** What the person may change too. */
export const ownFields = {
  personal_email: email()
    .nullable()
    .meta({ description: 'The private address', ...forPeople }),
  phone: phone().meta({ description: 'The private number, with its country code', ...forPeople }),
  address: z
    .strictObject(addressFields)
    .partial()
    .nullable()
    .meta({ id: 'HomeAddress', description: 'Where the person lives', ...forPeople }),
  emergency_contact: contact.nullable().meta({ description: 'Whom to call in an emergency', ...forPeople }),
}
const confidential = {
  birth_date: day()
    .nullable()
    .meta({ description: 'The day of birth', ...forPeople }),
  notes: longText(20_000)
    .nullable()
    .meta({ description: 'Of admins, for admins alone', ...forPeople }),
}
const secrets = {
  national_id: text(40)
    .transform((value) => value.toUpperCase().replaceAll(/[ .-]/g, ''))
    .refine((value) => value.length >= 4, 'at least 4 characters')
    .nullable()
    .meta({ description: 'Kept sealed; only its end is shown again', example: '12345678Z', ...forPeople }),
  iban: iban()
    .nullable()
    .meta({
      description: 'Kept sealed; only its end is shown again',
      example: 'ES9121000418450200051332',
      ...forPeople,
    }),
}

const sent = { ...directory, ...employment, ...position, ...ownFields, ...confidential, ...secrets }
/** What a table of people has, besides what it names otherwise; secrets are entered one by one. */
export const importable = {
  employee_number: employment.employee_number,
  first_name: directory.first_name,
  last_name: directory.last_name,
  work_email: directory.work_email,
  work_phone: directory.work_phone,
  job_title: position.job_title,
  employment_type: employment.employment_type,
  hire_date: employment.hire_date,
  termination_date: employment.termination_date,
  probation_end: employment.probation_end,
  holiday_country: position.holiday_country,
  holiday_region: position.holiday_region,
  time_zone: directory.time_zone,
  birth_date: confidential.birth_date,
  personal_email: ownFields.personal_email,
  phone: ownFields.phone,
  notes: confidential.notes,
}
const inOrder = ordered('hire_date', 'termination_date')
const onProbation = ordered('hire_date', 'probation_end')

export const EmployeeDraft = z
  .strictObject(sent)
  .partial()
  .required({ first_name: true, hire_date: true })
  .refine(...inOrder)
  .refine(...onProbation)
  .meta({ id: 'EmployeeDraft' })
export const EmployeeChange = change({
  ...sent,
  effective_from: day().meta({
    description: 'From when job, department, manager, hours and holidays change; today unless sent',
  }),
  recalculate: recalculate(),
})
  .refine(...inOrder)
  .refine(...onProbation)
  .meta({ id: 'EmployeeChange' })

export const Department = z
  .object({
    department_id: idOut().describe('Which one'),
    name: z.string().nullable().describe('What it is called'),
  })
  .meta({ id: 'DepartmentRef' })

export const Employee = z
  .object({
    id: ownId,
    view: View,
    name: z.string().describe('First and last name'),
    ...directory,
    job_title: position.job_title,
    department: Department.nullable().describe('The department today'),
    manager: EmployeeRef.nullable().describe('Whom the person reports to today'),
    employee_number: employment.employee_number.nullable(),
    status: EmployeeStatus.nullable().describe('Whether employed, and at work or on leave today'),
    employment_type: employment.employment_type.nullable(),
    hire_date: employment.hire_date.nullable(),
    termination_date: employment.termination_date,
    probation_end: employment.probation_end,
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Employee',
    'x-row': 'id name* job_title department=department.name manager=manager.name work_email status!active',
  })

const Employment = z
  .object({
    hire_date: employment.hire_date,
    termination_date: employment.termination_date,
    employment_type: employment.employment_type,
    seniority_from: day().describe('Since when it counts as service'),
    reason: z.string().nullable().describe('Why it ended'),
  })
  .meta({ id: 'Employment' })

export const EmployeeDetail = Employee.extend({
  department_id: position.department_id,
  manager_employee_id: position.manager_employee_id,
  work_schedule_id: position.work_schedule_id,
  holiday_country: position.holiday_country,
  holiday_region: position.holiday_region,
  weekly_minutes: count().nullable().describe('The minutes of an average week'),
  ...ownFields,
  ...confidential,
  national_id_last4: z.string().nullable().describe('The end of the national id'),
  iban_last4: z.string().nullable().describe('The end of the account number'),
  employments: z.array(Employment).nullable().describe('Every time employed, the latest first'),
  suggested_account: z
    .object({ user_id: idOut().describe('Who it is'), name: z.string().describe("The person's name") })
    .nullable()
    .meta({ id: 'SuggestedAccount', description: 'A member with the same address, to link by user_id' }),
}).meta({ id: 'EmployeeDetail' })

export const EmployeeFilter = z.strictObject({
  q: text(100).optional().describe('Part of a name, title, address or number'),
  department_id: id().optional().describe('People of a department and those below it'),
  manager_employee_id: id()
    .optional()
    .meta({ description: 'Who report to this employee', 'x-names': 'employee' }),
  status: csv(EmployeeStatus)
    .default(['active', 'on_leave'])
    .meta({ type: 'string', description: 'active, on_leave, terminated; several with commas' }),
  has_account: boolParam().optional().meta({ description: 'Whether linked to an account', 'x-brief': null }),
  ...paging,
  sort: sorting(['name', 'job_title', 'created_at'], 'name'),
})
