import * as z from 'zod'
import { organizationExportStates } from '../../../db/schema/organization-exports.ts'
import { count, moment, paging, Person } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { knownPassword } from '../../shared/passwords.ts'
import { code } from '../../shared/second-factor/schemas.ts'

const [, , , ...none] = organizationExportStates
const State = z.enum(organizationExportStates).exclude(none).meta({ id: 'OrganizationExportState' })

export const OrganizationExportDraft = z
  .strictObject({
    kinds: z
      .array(z.string().max(60, 'at most 60 characters'))
      .min(1, 'at least one')
      .max(300, 'at most 300')
      .optional()
      .meta({ description: 'Only these kinds; all of them unless given', example: ['task', 'comment'] }),
    files: z.boolean().default(true).describe('Whether the bytes of attachments are part of it'),
    password: knownPassword().optional().describe('Your password, if you signed in more than 15 minutes ago'),
    code: code().optional(),
  })
  .meta({ id: 'OrganizationExportDraft' })

export const OrganizationExport = z
  .object({
    id: ownId,
    state: State.describe('How far it is'),
    problem: z.string().nullable().describe('Why it failed'),
    requested_kinds: z.array(z.string()).nullable().describe('The kinds that were asked for; null for all'),
    files: z.boolean().describe('Whether the bytes of attachments are part of it'),
    line_count: count().describe('How many rows it has so far'),
    size_bytes: count().describe('How many bytes it has so far'),
    part_count: count().describe('How many parts it has so far; number 0 is its manifest'),
    created_by: Person.describe('Who asked for it'),
    ready_at: moment().nullable().describe('When it was ready'),
    expires_at: moment().nullable().describe('When it is erased'),
    page: z.string().describe('The path of its page'),
    created_at: createdAt,
  })
  .meta({ id: 'OrganizationExport', 'x-row': 'id state line_count size_bytes part_count problem page' })

export const OrganizationExportDetail = OrganizationExport.extend({
  progress: z
    .array(
      z
        .object({
          kind: z.string().describe('What its lines are'),
          line_count: count().describe('How many rows it has, or files'),
          size_bytes: count().describe('How many bytes that is'),
          first_part: count().describe('The first of its parts'),
          part_count: count().describe('How many parts it has; they follow each other'),
        })
        .meta({ id: 'OrganizationExportKind' }),
    )
    .describe('What was written so far, by kind'),
  archive_path: z
    .string()
    .nullable()
    .describe('The path of all of it as one file, for a browser session; null until it is ready'),
}).meta({ id: 'OrganizationExportDetail' })

export const ExportFilter = z.strictObject(paging)
