import * as z from 'zod'
import { count, id, idOut, moment, paging, text } from '../../kit/fields.ts'

export const AuditFilter = z
  .strictObject({
    actor_id: id().optional().meta({ description: 'Who did it, or impersonated the person who did' }),
    action: z
      .string()
      .regex(/^[a-z_]+(\.[a-z_]*)*$/, 'such as member.removed, or member. for all of these')
      .max(80, 'at most 80 characters')
      .optional(),
    entity_type: text(80).optional(),
    entity_id: text(80).optional(),
    org_id: id().optional().meta({ description: 'In this organization, or by operators about it' }),
    from: moment().optional(),
    to: moment().optional(),
    ip: text(45).optional(),
    q: text(100).optional().meta({ description: 'A request id, or a part of action, actor or name' }),
    ...paging,
    cursor: id().optional().meta({ description: 'The next_cursor of the page before' }),
  })
  .refine(({ from, to }) => !from || !to || Date.parse(from) <= Date.parse(to), {
    message: 'must not be after to',
    path: ['from'],
  })

const AuditEntry = z
  .object({
    id: idOut(),
    action: z.string(),
    org_id: idOut().nullable(),
    actor_type: z.enum(['user', 'api_key', 'oauth', 'automation', 'portal', 'system']),
    actor_id: idOut().nullable(),
    actor_label: z.string().nullable().meta({
      description: 'Null for customers and automations of an organization, as are ip and user_agent',
    }),
    impersonator_id: idOut().nullable(),
    entity_type: z.string(),
    entity_id: z.string(),
    entity_label: z
      .string()
      .nullable()
      .meta({ description: 'For organizations, projects and the platform itself' }),
    fields: z.array(z.string()).meta({ description: 'What changed, by name' }),
    changes: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'For actions of the platform itself; what tenants write is not shown' }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    created_at: moment(),
  })
  .meta({ id: 'PlatformAuditEntry' })

export const AuditPage = z
  .object({
    items: z.array(AuditEntry),
    total: count().meta({ description: 'At most 10 000 are counted' }),
    limit: z.int(),
    offset: z.int(),
    next_cursor: idOut().nullable(),
  })
  .meta({ id: 'PlatformAuditPage' })
