import { area, read, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { DepartmentFilter, DepartmentMerger, DepartmentRemoval, Departments } from './schemas.ts'

const { department } = queries

export default area('departments', 'Departments', { department_id: department.target }, [
  read({
    id: 'listDepartments',
    summary: 'List the departments, or the tree of them',
    at: 'GET /departments',
    role: 'member',
    tool: 'list_departments',
    details: 'A tree has all of them.',
    query: DepartmentFilter,
    returns: Departments,
    run: ({ query }) => queries.list(query),
  }),
  department.create('createDepartment', 'Create a department', {
    role: 'admin',
    tool: 'create_department',
    example: { name: 'Engineering' },
    run: ({ body, id }) => queries.create(id(), body),
  }),
  department.find('getDepartment', 'Get a department', { role: 'member' }),
  department.change('updateDepartment', 'Change, move, archive or restore a department', {
    role: 'admin',
    tool: 'update_department',
    example: { cost_center: '4100' },
    run: ({ params: { department_id }, body: { version, ...change } }) =>
      queries.change(department_id, version, change),
  }),
  write({
    id: 'mergeDepartment',
    summary: 'Merge a department into another, from today on, and archive it',
    at: 'POST /departments/{department_id}/merge',
    role: 'admin',
    details: 'People, departments below it and open payroll runs move along. What was before stays.',
    audit: 'department.merged',
    body: DepartmentMerger,
    returns: department.Detail,
    refuses: [409],
    example: { body: { into: '{other_department_id}' } },
    run: ({ params: { department_id }, body: { into } }) => queries.merge(department_id, into),
  }),
  write({
    id: 'deleteDepartment',
    summary: 'Delete a department; its people move to another if you name one',
    at: 'DELETE /departments/{department_id}',
    role: 'admin',
    tool: 'delete_department',
    audit: 'department.deleted',
    query: DepartmentRemoval,
    status: 204,
    refuses: [409],
    example: {},
    run: ({ params: { department_id }, query: { reassign_to } }) =>
      queries.remove(department_id, reassign_to),
  }),
])
