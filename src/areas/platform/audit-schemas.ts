import * as z from 'zod'
import { count, id, idOut, moment, paging, text } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

export const AuditFilter = z
  .strictObject({
    actor_id: id().optional().meta({ description: 'Who did it, or impersonated the person who did' }),
    action: z
      .string()
      .regex(/^[a-z_]+(\.[a-z_]*)*$/, 'such as member.removed, or member. for all of these')
      .max(80, 'at most 80 characters')
      .optional()
      .describe('One action, or all that begin so'),
    entity_type: text(80).optional().describe('Only about this kind of object'),
    entity_id: text(80).optional().describe('Only about this'),
    org_id: id().optional().meta({ description: 'In this organization, or by operators about it' }),
    from: moment().optional().describe('This moment or later'),
    to: moment().optional().describe('This moment or earlier'),
    ip: text(45).optional().describe('Only from this address'),
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
    id: ownId,
    action: z.string().describe('What was done, a word with dots'),
    org_id: idOut().nullable().describe('The organization that it was about'),
    actor_type: z
      .enum(['user', 'api_key', 'oauth', 'automation', 'portal', 'system'])
      .describe('What acted: a person, a key, an application, an automation or the service'),
    actor_id: idOut().nullable().describe('The person, key, application or automation'),
    actor_label: z.string().nullable().meta({
      description: 'Null for customers and automations of an organization, as are ip and user_agent',
    }),
    impersonator_id: idOut().nullable().describe('The operator who acted as the person'),
    entity_type: z.string().describe('The kind of object'),
    entity_id: z.string().describe('The object'),
    entity_label: z
      .string()
      .nullable()
      .meta({ description: 'For organizations, projects and the platform itself' }),
    fields: z.array(z.string()).meta({ description: 'What changed, by name' }),
    changes: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'For actions of the platform itself; what tenants write is not shown' }),
    ip: z.string().nullable().describe('The network address that it was done from'),
    user_agent: z.string().nullable().describe('The browser or program, as it names itself'),
    request_id: z.string().nullable().describe('The request that it was done by'),
    created_at: createdAt,
  })
  .meta({ id: 'PlatformAuditEntry' })

export const AuditPage = z
  .object({
    items: z.array(AuditEntry).describe('Newest first'),
    total: count().meta({ description: 'At most 10 000 are counted' }),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
    next_cursor: idOut().nullable().describe('Send it as `cursor` for the next page; null on the last'),
  })
  .meta({ id: 'PlatformAuditPage' })
