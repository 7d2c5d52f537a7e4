import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { assignmentRules, assignmentStrategies } from '../../../db/schema/support.ts'
import { id, idOut, text } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { inOrg, insert, type Ref, ensure } from '../../kit/sql.ts'
import { TaskPriority } from '../../shared/task/schema.ts'
import { Channel } from './schemas.ts'
import { nameText } from '../../shared/names.ts'
import { agent, openClient } from '../../shared/references.ts'

const anyOf = <T extends z.ZodType>(item: T, max: number, description: string) =>
  z
    .array(item)
    .min(1, 'at least one; leave it out for all')
    .max(max, `at most ${max}`)
    .optional()
    .meta({ description })

const rule = resource(assignmentRules, {
  noun: 'assignment rule',
  name: 'AssignmentRule',
  at: '/support/assignment-rules',
  item: '/support/assignment-rules/{rule_id}',
  fields: {
    name: nameText(120).meta({ description: 'What it is called', example: 'Urgent ones in turn' }),
    position: z.int('must be a whole number').min(1, 'must be 1 to 100').max(100, 'must be 1 to 100').meta({
      description: 'Its place, 1 for the first; of several that match, the first one counts',
      example: 1,
    }),
    active: z.boolean().describe('Whether it is in use'),
    filter: z
      .strictObject({
        channels: anyOf(Channel, 4, 'Any of these ways in'),
        priorities: anyOf(TaskPriority, 4, 'Any of these priorities'),
        types: anyOf(text(40), 20, 'Any of these types'),
        client_ids: anyOf(id(), 100, 'Of any of these clients'),
        tags: anyOf(text(40), 20, 'With any of these tags'),
        words: anyOf(text(80), 20, 'With any of these in its subject or text'),
      })
      .meta({ description: 'Which tickets it is for: those to which all of it applies; {} for all' }),
    assignee_ids: z
      .array(id())
      .min(1, 'at least one')
      .max(50, 'at most 50')
      .refine((ids) => new Set(ids).size === ids.length, 'each member once')
      .meta({ description: 'The members who take turns' }),
    strategy: z.enum(assignmentStrategies).meta({
      description: 'Each in turn, or the one with the fewest unresolved tickets',
    }),
  },
  required: ['name', 'assignee_ids'],
  refers: { assignee_ids: agent, 'filter.client_ids': openClient },
  shown: { created_by: idOut().describe('Who created it') },
})
export const ruleTarget = rule.target

const max = 100
/** Serializes changes of the list, as each one moves others. */
const lock = sql`select pg_advisory_xact_lock(hashtextextended('assignment_rules ' || app.org_id(), 0))`
type Rule = { assignee_ids?: string[] | undefined }
const place = (ruleId: Ref, position: number | undefined) =>
  sql`select app.move_to_position('assignment_rules', ${ruleId}::uuid, ${position ?? null}::int)`
const asArray = ({ assignee_ids, ...rest }: Rule) =>
  assignee_ids ? { ...rest, assignee_ids: sql`${`{${assignee_ids.join(',')}}`}::uuid[]` } : rest

const manager = { role: 'manager' } as const
export const ruleOperations = [
  rule.list('listAssignmentRules', 'List the rules that assign new tickets, in their order', {
    role: 'member',
    sort: 'position',
  }),
  rule.create('createAssignmentRule', 'Assign new tickets by a rule, where nobody is named', {
    ...manager,
    example: { name: 'All in turn', assignee_ids: ['{user_id}'] },
    run: ({ body: { position, ...draft }, id: nextId }) => {
      const newId = nextId()
      return [
        lock,
        ensure(
          sql`(select count(*) from ${assignmentRules} where ${inOrg(assignmentRules)}) < ${max}`,
          'WM409',
          `an organization has at most ${max} assignment rules; delete one first`,
        ),
        insert(assignmentRules, { id: newId, ...draft, ...asArray(draft), position: max + 1 }),
        place(newId, position),
        rule.get(newId),
      ]
    },
  }),
  rule.change('updateAssignmentRule', 'Change an assignment rule, or its place', {
    ...manager,
    example: { strategy: 'least_open' },
    run: ({ params: { rule_id }, body: { version, position, ...change } }) => [
      lock,
      ...rule.apply(
        rule_id,
        version,
        { ...change, ...asArray(change) },
        ...(position === undefined ? [] : [place(rule_id, position)]),
      ),
    ],
  }),
  rule.remove('deleteAssignmentRule', 'Delete an assignment rule', {
    ...manager,
    run: ({ params: { rule_id } }) => [
      lock,
      sql`delete from ${assignmentRules} where ${rule.row(rule_id)}`,
      sql`select app.move_to_position('assignment_rules', null, null)`,
    ],
  }),
]
