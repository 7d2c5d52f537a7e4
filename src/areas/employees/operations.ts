import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { birthdayOperations } from './birthdays.ts'
import { chartOperation } from './chart.ts'
import { compensationOperations } from './compensations.ts'
import { deputyOperations } from './deputies.ts'
import { exportOperation } from './exporting.ts'
import { importOperation } from './importing.ts'
import * as queries from './queries.ts'
import { scheduleOperations, scheduleTarget } from './schedules.ts'
import { EmployeeChanged, Rehiring, Terminated, Termination } from './ending-schemas.ts'
import { Employee, EmployeeChange, EmployeeDetail, EmployeeDraft, EmployeeFilter } from './schemas.ts'
import * as writes from './writes.ts'

const views = 'Members see the directory; managers also the employment of their team; admins all of it.'

export default area('employees', 'Employees', { employee_id: queries.target, schedule_id: scheduleTarget }, [
  read({
    id: 'listEmployees',
    summary: 'List the people who work here',
    at: 'GET /employees',
    role: 'member',
    tool: 'list_employees',
    details: views,
    query: EmployeeFilter,
    returns: pageOf(Employee),
    run: ({ query }) => queries.list(query),
  }),
  write({
    id: 'createEmployee',
    summary: 'Add somebody who works here',
    at: 'POST /employees',
    role: 'admin',
    tool: 'create_employee',
    details: 'No account is made, and nobody is invited.',
    audit: 'employee.created',
    body: EmployeeDraft,
    returns: EmployeeDetail,
    status: 201,
    refuses: [409],
    example: {
      body: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        job_title: 'Analyst',
        hire_date: '2026-09-01',
        birth_date: '1990-12-10',
      },
    },
    preflight: { authorize: queries.secrets.bindNew, perform: queries.secrets.seal },
    run: ({ body, id, preflightResult }) => writes.create(id(), body, preflightResult),
  }),
  importOperation,
  exportOperation,
  chartOperation,
  ...birthdayOperations,
  read({
    id: 'getMyEmployee',
    summary: 'Get my own record',
    at: 'GET /employees/me',
    role: 'member',
    not: ['impersonation'],
    returns: EmployeeDetail,
    noun: 'employee record',
    run: queries.mine,
  }),
  read({
    id: 'getEmployee',
    summary: 'Get an employee, as much of it as you may see',
    at: 'GET /employees/{employee_id}',
    role: 'member',
    tool: 'get_employee',
    toolDefaults: { employee_id: 'me' },
    returns: EmployeeDetail,
    run: ({ params: { employee_id } }) => queries.get(employee_id),
  }),
  write({
    id: 'updateEmployee',
    summary: 'Change an employee; place, hours and holidays from a day on',
    at: 'PATCH /employees/{employee_id}',
    role: 'admin',
    or: 'owner',
    tool: 'update_employee',
    details:
      'Everybody may change their own phone, private address and emergency contact. Null as termination_date undoes an end.',
    audit: 'employee.updated',
    body: EmployeeChange,
    returns: EmployeeChanged,
    refuses: [409],
    example: { body: { job_title: 'Lead analyst' } },
    preflight: { authorize: queries.secrets.bindExisting, perform: queries.secrets.seal },
    run: ({ params: { employee_id }, body: { version, ...change }, preflightResult }) => [
      ...writes.permitOwn(change),
      ...writes.change(employee_id, version, change, preflightResult),
    ],
  }),
  write({
    id: 'terminateEmployee',
    summary: 'End an employment with a day; the account stays as it is',
    at: 'POST /employees/{employee_id}/terminate',
    role: 'admin',
    tool: 'terminate_employee',
    details: 'Tells what it did to leave, allocations, reports, running time and balances.',
    audit: 'employee.terminated',
    body: Termination,
    returns: Terminated,
    refuses: [409],
    example: { body: { termination_date: '2026-10-31' } },
    run: ({ params: { employee_id }, body }) => writes.terminate(employee_id, body),
  }),
  write({
    id: 'rehireEmployee',
    summary: 'Hire somebody again who left',
    at: 'POST /employees/{employee_id}/rehire',
    role: 'admin',
    details: 'Number, records, payslips and compensation go on; leave is granted from the new day on.',
    audit: 'employee.rehired',
    body: Rehiring,
    returns: EmployeeDetail,
    refuses: [409],
    setup: ['terminateEmployee'],
    example: { body: { hire_date: '2027-01-11', keep_seniority: true } },
    run: ({ params: { employee_id }, body }) => writes.rehire(employee_id, body),
  }),
  write({
    id: 'deleteEmployee',
    summary: 'Delete an employee whom nothing refers to',
    at: 'DELETE /employees/{employee_id}',
    role: 'owner',
    audit: 'employee.deleted',
    status: 204,
    refuses: [409],
    example: {},
    run: ({ params: { employee_id } }) => writes.remove(employee_id),
  }),
  ...deputyOperations,
  ...compensationOperations,
  ...scheduleOperations,
])
