import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { slaPolicies } from '../../../db/schema/sla.ts'
import { boolParam, idOut } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { inOrg, insert, jsonb, type Ref, ensure } from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { policyFields, SlaPolicyChange, SlaPolicyDraft, SubjectType } from './schemas.ts'
import { calendar } from './calendars.ts'
import { openClient, project } from '../../shared/references.ts'

const target = targetOf(slaPolicies, { noun: 'policy' })

export const policy = resource(slaPolicies, {
  noun: 'policy',
  name: 'SlaPolicy',
  row: 'id name* applies_to position warn_percent active',
  at: '/sla/policies',
  item: '/sla/policies/{policy_id}',
  fields: policyFields,
  required: [],
  draft: SlaPolicyDraft,
  change: SlaPolicyChange,
  refers: {
    calendar_id: calendar.target,
    'filter.client_ids': openClient,
    'filter.project_ids': project,
  },
  shown: {
    applies_to: SubjectType.meta({ description: 'What it gives clocks to' }),
    filter: [policyFields.filter, sql`app.visible_filter(${slaPolicies.filter})`],
    created_by: idOut().describe('Who created it'),
  },
  target: { ...target, notDeleted: sql`${target.notDeleted} and ${slaPolicies.archived_at} is null` },
})

export const policyFilter = {
  applies_to: [
    SubjectType.meta({ description: 'Only those for tasks, or for tickets' }),
    (kind: string) => sql`${slaPolicies.applies_to} = ${kind}`,
  ],
  active: [
    boolParam().meta({ type: 'boolean', description: 'Only those that start clocks, or only the others' }),
    (active: boolean) => sql`${slaPolicies.active} = ${active}`,
  ],
} satisfies Filter

export const Application = z.strictObject({
  apply_to_open: boolParam().default(false).meta({
    type: 'boolean',
    description:
      'Its open clocks are matched and computed anew; where they are many, most of them within minutes',
  }),
})
export const Removal = z.strictObject({
  clocks: z.enum(['keep', 'cancel']).default('keep').meta({
    description:
      'Its open clocks go on by what they began with, or are cancelled; many of them within minutes',
  }),
})

const maxPolicies = 100
/** The clocks of this many tasks and tickets are updated within the request; src/jobs/sla.ts does the rest. */
const maxInRequest = 500
/** Serializes changes of the list, as each one moves others. */
const lockPolicies = sql`select pg_advisory_xact_lock(hashtextextended('sla_policies ' || app.org_id(), 0))`
type Rule = { filter?: object; targets?: object; pause_statuses?: string[]; calendar_id?: string | null }
const validate = (kind: SQL, rule: { [K in keyof Rule]: Rule[K] | undefined }) =>
  sql`select app.check_policy(${kind}, ${jsonb(rule.filter ?? {})}, ${jsonb(rule.targets ?? {})},
    ${`{${(rule.pause_statuses ?? []).join(',')}}`}::text[], ${rule.calendar_id ?? null}::uuid)`
const place = (id: Ref, position: number | undefined) =>
  sql`select app.move_to_position('sla_policies', ${id}::uuid, ${position ?? null}::int)`

const live = sql`${inOrg(slaPolicies)} and ${slaPolicies.archived_at} is null`
const defaultCalendar = sql`(select c.id from business_calendars c where c.org_id = (select app.org_id()) and c.is_default)`

export const addPolicy = (id: string, { position, ...draft }: z.output<typeof SlaPolicyDraft>) => [
  lockPolicies,
  ensure(
    sql`(select count(*) from ${slaPolicies} where ${live}) < ${maxPolicies}`,
    'WM409',
    `an organization has at most ${maxPolicies} policies; delete one first`,
  ),
  validate(sql`${draft.applies_to ?? 'task'}::text`, draft),
  insert(slaPolicies, { id, calendar_id: defaultCalendar, ...draft, position: maxPolicies + 1 }),
  place(id, position),
  policy.get(id),
]

type Change = Omit<z.output<typeof SlaPolicyChange>, 'version'>
export const changePolicy = (
  id: Ref,
  version: number | undefined,
  { position, ...change }: Change,
  applyToOpen: boolean,
) => [
  lockPolicies,
  ...policy.references(change),
  validate(sql`(select ${slaPolicies.applies_to} from ${slaPolicies} where ${policy.row(id)})`, change),
  ...policy.apply(
    id,
    version,
    change,
    ...(position === undefined ? [] : [place(id, position)]),
    ...(applyToOpen ? [sql`select app.apply_policy(${id}::uuid, ${maxInRequest})`] : []),
  ),
]

export const dropPolicy = (id: Ref, cancelClocks: boolean) => [
  lockPolicies,
  sql`select app.archive_policy(${id}::uuid, ${cancelClocks ? maxInRequest : 0})`,
]
