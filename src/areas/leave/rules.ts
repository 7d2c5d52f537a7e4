import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { leaveBlocks } from '../../../db/schema/leave-rules.ts'
import { change, day, id, intParam } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { resource } from '../../kit/resource.ts'
import { answer } from '../../kit/sql.ts'
import { ordered } from '../../shared/day-range.ts'
import { openDepartment } from '../../shared/departments.ts'
import { nameText } from '../../shared/names.ts'

const fields = {
  name: nameText(80).meta({ description: 'Why', example: 'Stocktaking' }),
  first_day: day().describe('The first day'),
  last_day: day().describe('The last day'),
  department_id: id().nullable().describe('For this department and those below it; everybody without'),
  max_away: z
    .int('must be 1 to 1000')
    .min(1, 'must be 1 to 1000')
    .max(1000, 'must be 1 to 1000')
    .nullable()
    .meta({ description: 'How many may be away at once; nobody without', example: 2 }),
}
const inOrder = ordered('first_day', 'last_day')

export const block = resource(leaveBlocks, {
  noun: 'block of leave',
  name: 'LeaveBlock',
  at: '/leave-blocks',
  item: '/leave-blocks/{block_id}',
  fields,
  required: ['name', 'first_day', 'last_day'],
  draft: z
    .strictObject(fields)
    .partial()
    .required({ name: true, first_day: true, last_day: true })
    .refine(...inOrder)
    .meta({ id: 'LeaveBlockDraft' }),
  change: change(fields)
    .refine(...inOrder)
    .meta({ id: 'LeaveBlockChange' }),
  refers: { department_id: openDepartment },
})

const LeaveYear = z
  .object({
    year: z.int().describe('The year in which it begins, by which balances are named'),
    from: day().describe('The first day'),
    to: day().describe('The last day'),
  })
  .meta({ id: 'LeaveYear' })
const LeaveYears = z
  .object({
    starts: z.string().describe('The month and day on which this one began'),
    this_year: LeaveYear.describe('The one of today'),
    next_year: LeaveYear.describe('The one after it'),
    year_after: LeaveYear.describe('The one after that'),
  })
  .meta({ id: 'LeaveYears' })
const LeaveYearChange = z
  .strictObject({
    starts: z
      .string()
      .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, 'must be a month and day as 04-01, up to the 28th')
      .meta({ description: 'On which month and day leave years begin', example: '04-01' }),
    from_year: z
      .int('must be a year')
      .min(2000, 'must be 2000 to 2100')
      .max(2100, 'must be 2000 to 2100')
      .meta({ description: 'The year of the first that does', example: 2098 }),
  })
  .meta({ id: 'LeaveYearChange' })

const years = answer(sql`app.leave_year_json()`)

export const ruleOperations = [
  block.list('listLeaveBlocks', 'List the days on which leave is blocked', {
    role: 'member',
    filter: {
      year: [
        intParam(2000, 2100).meta({ type: 'integer', description: 'In one year' }),
        (year: number) =>
          sql`${leaveBlocks.first_day} <= make_date(${year}, 12, 31) and ${leaveBlocks.last_day} >= make_date(${year}, 1, 1)`,
      ],
    },
    sort: 'first_day',
  }),
  block.create('createLeaveBlock', 'Block leave on some days, or limit how many are away', {
    role: 'admin',
    details: 'Requests that are there already stay; who approves them is told.',
    example: { name: 'Stocktaking', first_day: '2027-01-04', last_day: '2027-01-05', max_away: 2 },
  }),
  block.change('updateLeaveBlock', 'Change a block of leave', { role: 'admin', example: { max_away: 3 } }),
  block.remove('deleteLeaveBlock', 'Delete a block of leave', { role: 'admin' }),
  read({
    id: 'getLeaveYear',
    summary: 'Tell when leave years begin',
    at: 'GET /leave-year',
    role: 'member',
    returns: LeaveYears,
    run: () => years,
  }),
  write({
    id: 'setLeaveYear',
    summary: 'Change when leave years begin, from a year to come',
    at: 'PUT /leave-year',
    role: 'admin',
    details:
      'The leave year before ends where the first new one begins: shorter, or longer if that is later in the year. It grants as much of a year.',
    audit: 'leave_year.changed',
    body: LeaveYearChange,
    returns: LeaveYears,
    refuses: [409],
    example: { body: { starts: '04-01', from_year: 2098 } },
    run: ({ body: { from_year, starts } }) => [
      sql`select app.set_leave_year(${from_year}, ${starts})`,
      years,
    ],
  }),
]
