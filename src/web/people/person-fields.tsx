import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { mayCall, type Read, type Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type Employee = Schemas['Employee']

/** The fields of an employee: what colleagues see, the place, the employment, and what is personal. */
export const personFields = (body: 'EmployeeDraft' | 'EmployeeChange') =>
  bodyFields(body, {
    first_name: 'First name',
    last_name: 'Last name',
    job_title: 'Title',
    department_id: { label: 'Department', none: 'None' },
    manager_employee_id: { label: 'Reports to', none: 'Nobody' },
    user_id: { label: 'Account', none: 'None', hint: 'A member of the organization.' },
    work_email: 'Work e-mail address',
    work_phone: 'Work phone',
    hire_date: 'First day',
    employment_type: 'Employed',
    employee_number: { label: 'Number', hint: 'The next free one unless you enter another.' },
    probation_end: 'Probation until',
    work_schedule_id: { label: 'Work schedule', none: 'The default one' },
    holiday_country: {
      label: 'Holidays of',
      hint: 'A country such as DE; that of the organization if empty.',
    },
    holiday_region: { label: 'Region', hint: 'Such as BY.' },
    birth_date: 'Born on',
    personal_email: 'Private e-mail address',
    phone: 'Private phone',
    national_id: { label: 'National id', hint: 'Kept sealed; only its end is shown again.' },
    iban: { label: 'Bank account (IBAN)', hint: 'Kept sealed; only its end is shown again.' },
    notes: { label: 'Notes', hint: 'For admins alone.' },
  })

/** Everybody who works here, to choose from. */
export const peopleOf = async (read: Read) =>
  (await readAll(read, 'listEmployees')).map(({ id, name }) => ({ id, name }))

/** What the place of a person can be, for whoever may change it. */
export const placesOf = async (read: Read, organization: MemberOrganization) =>
  mayCall(organization, 'createEmployee')
    ? together({
        department_id: readAll(read, 'listDepartments'),
        manager_employee_id: peopleOf(read),
        work_schedule_id: readAll(read, 'listWorkSchedules'),
        members: readAll(read, 'listMembers'),
      }).then(({ members, ...rest }) => ({
        ...rest,
        user_id: members.map(({ user_id, name }) => ({ id: user_id, name })),
      }))
    : null

export const stateOfPerson = ({ status }: Pick<Employee, 'status'>) =>
  status === 'terminated' ? (
    <Badge>{say('left')}</Badge>
  ) : status === 'on_leave' ? (
    <Badge>{say('on leave')}</Badge>
  ) : null
