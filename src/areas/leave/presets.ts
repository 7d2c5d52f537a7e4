import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { leaveTypes } from '../../../db/schema/leave.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { read } from '../../kit/operation.ts'
import { answer, inOrg, json } from '../../kit/sql.ts'
import { presetsOf } from './preset-types.ts'
import { typeFields } from './type-schemas.ts'

const Filter = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code')
    .optional()
    .meta({ description: 'ISO 3166-1; that of the organization by default', example: 'ES' }),
})
const Presets = z
  .object({
    country: z.string().nullable().describe('The country that they are for'),
    items: z
      .array(
        z
          .object({
            draft: z
              .object(typeFields)
              .partial()
              .required({ name: true })
              .meta({ id: 'LeaveTypeProposal', description: 'What createLeaveType takes' }),
            source: z.string().nullable().describe('Where the law says so; have it checked'),
            is_there: z.boolean().describe('Whether a type of this name exists already'),
          })
          .meta({ id: 'LeaveTypePreset' }),
      )
      .describe('Vacation, sickness and unpaid leave'),
  })
  .meta({ id: 'LeaveTypePresets' })

type Found = { country: string | null; names: string[] }

function chosen(text: string): string {
  const { country, names } = JSON.parse(text) as Found
  const items = presetsOf(country).map((preset) => ({
    ...preset,
    is_there: names.includes(preset.draft.name.toLowerCase()),
  }))
  return JSON.stringify({ country, items })
}

export const presetOperation = read({
  id: 'listLeaveTypePresets',
  summary: 'List types of leave to begin with in a country, with their source',
  at: 'GET /leave-types/presets',
  role: 'admin',
  details: 'Nothing is created: send what you want to createLeaveType.',
  query: Filter,
  returns: Presets,
  transform: chosen,
  run: ({ query: { country } }) =>
    answer(
      json({
        country: sql`coalesce(${country ?? null}, (select ${organizations.country} from ${organizations}
          where ${organizations.id} = (select app.org_id())))`,
        names: sql`(select coalesce(json_agg(lower(${leaveTypes.name})), '[]') from ${leaveTypes}
          where ${inOrg(leaveTypes)})`,
      }),
    ),
})
