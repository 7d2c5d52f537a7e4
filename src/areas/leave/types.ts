import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { leaveLedger, leaveRequests, leaveTypes } from '../../../db/schema/leave.ts'
import { boolParam, moment } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { ensure, inOrg, jsonb, roleLevel, type Ref } from '../../kit/sql.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { leastLeave } from './preset-types.ts'
import { LeaveTypeChange, typeFields } from './type-schemas.ts'
import { decimalText } from '../../shared/money/fields.ts'

export const type = resource(leaveTypes, {
  noun: 'leave type',
  name: 'LeaveType',
  row: 'id name* code unit!day annual_allowance',
  at: '/leave-types',
  item: '/leave-types/{leave_type_id}',
  fields: typeFields,
  required: ['name'],
  change: LeaveTypeChange,
  shown: {
    max_negative: [typeFields.max_negative, decimalText(leaveTypes.max_negative)],
    annual_allowance: [typeFields.annual_allowance, decimalText(leaveTypes.annual_allowance)],
    carryover_max: [typeFields.carryover_max, decimalText(leaveTypes.carryover_max)],
    archived_at: moment().nullable().describe('When it was archived'),
    warnings: [
      z.array(z.string()).describe('For admins: where all types together grant less paid leave than the law'),
      sql`array_remove(array[case when ${roleLevel} >= 40 and app.grants_leave(${leaveTypes})
        then (select app.leave_shortfall(${jsonb(leastLeave)})) end], null)`,
    ],
  },
})

/** Amounts of it are written: in days, or in minutes. */
const isUsed = (id: Ref) =>
  sql`(exists (select from ${leaveRequests} where ${inOrg(leaveRequests)} and ${leaveRequests.leave_type_id} = ${id})
    or exists (select from ${leaveLedger} where ${inOrg(leaveLedger)} and ${leaveLedger.leave_type_id} = ${id}))`

export const typeOperations = [
  type.list('listLeaveTypes', 'List the types of leave', {
    role: 'member',
    tool: 'list_leave_types',
    filter: {
      archived: [
        boolParam().default(false).meta({ type: 'boolean', description: 'The archived ones instead' }),
        (archived: boolean) => sql`(${leaveTypes.archived_at} is not null) = ${archived}`,
      ],
    },
    sort: 'name',
  }),
  type.create('createLeaveType', 'Create a type of leave', {
    role: 'admin',
    example: { name: 'Vacation', annual_allowance: '22', count_by: 'calendar' },
  }),
  type.change('updateLeaveType', 'Change, archive or restore a type of leave', {
    role: 'admin',
    example: { min_notice_days: 3 },
    run: ({ params: { leave_type_id }, body: { version, archived, ...changed } }) => [
      ...(changed.unit === undefined
        ? []
        : [
            ensure(
              sql`not ${isUsed(leave_type_id)} or (select ${leaveTypes.unit} from ${leaveTypes} where ${type.row(leave_type_id)})
                = ${changed.unit}`,
              'WM409',
              'the type is in use, so its unit stays',
            ),
          ]),
      ...type.apply(leave_type_id, version, {
        ...changed,
        archived_at: stateTimestamp(leaveTypes.archived_at, archived),
      }),
    ],
  }),
  type.remove('deleteLeaveType', 'Delete a type of leave, or archive one that is in use', {
    role: 'admin',
    run: ({ params: { leave_type_id } }) => [
      sql`select from ${leaveTypes} where ${type.row(leave_type_id)} for update`,
      sql`with gone as (delete from ${leaveTypes} where ${type.row(leave_type_id)}
          and not app.is_referenced('leave_types', ${leaveTypes.id}) returning 1)
        update ${leaveTypes} set archived_at = coalesce(archived_at, now())
          where ${type.row(leave_type_id)} and not exists (select from gone)`,
    ],
  }),
]
