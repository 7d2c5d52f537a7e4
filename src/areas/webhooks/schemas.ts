import * as z from 'zod'
import { announcedKinds } from '../../../db/schema/kinds.ts'
import {
  attemptOutcomes,
  disabledReasons,
  messageStates,
  webhookFormats,
  webhookPayloads,
  webhookStates,
} from '../../../db/schema/webhooks.ts'
import { change, count, csv, id, idOut, moment, pageOf, paging } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { nameText } from '../../shared/names.ts'

const kinds = announcedKinds()
const events = 'created, updated, deleted and, where there is a trash, restored'
/** What is told that is no change of an object: the kind, and the event. */
export const specialEvents = [
  ['import', 'completed'],
  ['app', 'uninstalled'],
] as const
const known = new Set([
  '*',
  ...specialEvents.flatMap(([kind, event]) => [`${kind}.*`, `${kind}.${event}`]),
  ...kinds.flatMap(({ kind, hasTrash }) =>
    ['*', 'created', 'updated', 'deleted', ...(hasTrash ? ['restored'] : [])].map(
      (event) => `${kind}.${event}`,
    ),
  ),
])
const unknownType = `unknown type; use *, or .* , ${events} of ${kinds.map(({ kind }) => kind).join(', ')}`
/** One that `listWebhookEventTypes` shows, or the same with `.*`, or `*`. */
const type = () =>
  z
    .string()
    .max(60, 'at most 60 characters')
    .refine((value) => known.has(value), unknownType)
    .meta({ example: 'task.updated' })
const types = () =>
  z
    .array(type())
    .min(1, 'must not be empty')
    .max(200, 'at most 200')
    .transform((list) => [...new Set(list)])
    .meta({
      description: `What it is told of, such as task.created, task.* or * for all but what is sensitive: ${events}`,
      example: ['task.*', 'deal.updated'],
    })

export const State = z.enum(webhookStates).meta({ id: 'WebhookState' })
export const Format = z.enum(webhookFormats).meta({ id: 'WebhookFormat' })
const Payload = z.enum(webhookPayloads).meta({ id: 'WebhookPayload' })

export const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Our CRM' }),
  types: types(),
  project_ids: z
    .array(id())
    .min(1, 'must not be empty')
    .max(50, 'at most 50')
    .nullable()
    .meta({ description: 'Only what belongs to these projects; null for everything' }),
  payload: Payload.describe(
    'What messages hold: thin says what changed, object adds the object as admins read it, and its values before',
  ),
  format: Format.describe('standard, or slack: a sentence for chats that understand such messages'),
  sensitive: z.boolean().meta({
    description: 'Whether it may be told of finance, pay, people and suppliers; set by owners alone',
  }),
}

/** The names that the service or the way there sets. */
const closedHeader =
  /^(?:host|content-.*|webhook-.*|cookie|transfer-encoding|proxy-.*|cf-.*|connection|user-agent)$/
const headers = () =>
  z
    .record(z.string(), z.string().regex(/^[\x20-\x7e]{1,500}$/, 'must be 1 to 500 printable signs'))
    .superRefine((value, context) => {
      const problem = (name: string) => {
        if (!/^[A-Za-z0-9-]{1,60}$/.test(name)) return 'must be named by letters, digits and hyphens'
        return closedHeader.test(name.toLowerCase()) ? 'is set by the service itself' : undefined
      }
      for (const name of Object.keys(value)) {
        const message = problem(name)
        if (message) context.addIssue({ code: 'custom', path: [name], message })
      }
      if (Object.keys(value).length > 5) context.addIssue({ code: 'custom', message: 'at most 5' })
    })
    .transform((value) =>
      Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one])),
    )
    .meta({
      description: 'Sent with each message, such as a key of the receiver; only their names are shown again',
      'x-brief': null,
      example: { authorization: 'Bearer of-the-receiver' },
    })
const url = () =>
  z.string().min(1, 'must not be empty').max(1000, 'at most 1000 characters').meta({
    description: 'Where messages are posted to: an https address of the public internet, kept sealed',
    example: 'https://hooks.example.com/in?key=1',
  })

export const WebhookDraft = z
  .strictObject({ ...fields, url: url(), headers: headers() })
  .partial()
  .required({ name: true, url: true, types: true })
  .meta({ id: 'WebhookDraft' })
export const WebhookChange = change({
  ...fields,
  url: url(),
  headers: headers(),
  status: z.enum(['active', 'paused']).meta({
    description: 'active sends a test first; what came while it was paused is not sent, and can be replayed',
  }),
}).meta({ id: 'WebhookChange' })

export const Attempt = z
  .object({
    delivery_id: idOut().describe('The message'),
    n: z.int().describe('Which attempt it was'),
    at: moment().describe('When it was made'),
    ms: z.int().describe('How long it took'),
    status: z.int().nullable().describe('The status of the answer'),
    outcome: z.enum(attemptOutcomes).describe('What came of it: ok is a status from 200 to 299'),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of what the receiver answered', 'x-outside': true }),
  })
  .meta({ id: 'WebhookAttempt' })

const SetUpBy = z
  .object({
    user_id: idOut().describe('Who it is'),
    name: z.string().describe("The person's name"),
    has_left: z.boolean().describe('Whether the person is no member any more'),
  })
  .meta({ id: 'WebhookCreator' })

/** What is shown of an endpoint beside what was sent. */
export const shownSchemas = {
  url_hint: z.string().meta({ description: 'Where it leads: the origin, and the end of the rest' }),
  header_names: z.array(z.string()).describe('The headers that are sent with each message'),
  status: State.describe('paused by a person, or disabled by the service'),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'Why: the receiver is gone (410), nothing arrived for three days, its name is unsafe, or the plan',
    ),
  failing_since: moment().nullable().describe('Since when nothing arrives'),
  last_success_at: moment().nullable().describe('When a message last arrived'),
  waiting: count().describe('How many messages wait'),
  previous_secret_until: moment()
    .nullable()
    .describe('Until when messages are signed with the former secret, too'),
  app: z.string().nullable().describe('The app that it belongs to; null for what people set up'),
  created_by: SetUpBy.nullable().describe('Who set it up'),
  last_attempt: Attempt.nullable().describe('The newest attempt'),
}

const secret = z.string().nullable().meta({
  description: 'What signs its messages, by Standard Webhooks; shown once',
  example: 'whsec_AQIDBAUGBwg',
})
export const withSecret = (Webhook: z.ZodObject) =>
  Webhook.extend({ secret }).meta({ id: 'WebhookWithSecret' })

export const Rotation = z
  .strictObject({
    keep_previous_hours: z
      .int()
      .min(0, 'must be 0 to 72')
      .max(72, 'must be 0 to 72')
      .default(24)
      .meta({ description: 'How long messages are signed with the former secret, too' }),
    end_previous: z
      .boolean()
      .default(false)
      .meta({ description: 'Ends an overlap that still lasts, which is refused otherwise' }),
  })
  .meta({ id: 'WebhookRotation' })
export const Trial = z
  .strictObject({
    type: z
      .string()
      .refine((value) => known.has(value) && !value.endsWith('*'), unknownType)
      .optional()
      .meta({ description: 'As if this had happened; webhook.test if absent', example: 'task.updated' }),
  })
  .meta({ id: 'WebhookTrial' })

export const Delivery = z
  .object({
    id: ownId,
    type: z.string().describe('What it tells of'),
    object_id: idOut().describe('What changed'),
    state: z
      .enum(messageStates)
      .describe('skipped came while the webhook was paused or disabled; failed was given up'),
    attempts: count().describe('How often it was sent'),
    next_at: moment().nullable().describe('When it is sent next'),
    replayed: z.boolean().describe('Whether it was sent again in a range'),
    has_body: z.boolean().describe('Whether its content is still kept'),
    last_status: z.int().nullable().describe('The status of the last answer'),
    last_outcome: z.enum(attemptOutcomes).nullable().describe('What came of the last attempt'),
    created_at: createdAt,
    ended_at: moment().nullable().describe('When it arrived, was given up or skipped'),
  })
  .meta({
    id: 'WebhookDelivery',
    'x-row': 'id type state attempts last_status last_outcome next_at created_at replayed!false',
  })
export const DeliveryDetail = Delivery.extend({
  body: z.string().nullable().describe('As it is sent, to the byte; null once it was erased'),
  tries: z.array(Attempt).describe('Its attempts, the newest first'),
}).meta({ id: 'WebhookDeliveryDetail' })
export const Deliveries = pageOf(Delivery)
export const DeliveryFilter = z
  .strictObject({
    state: csv(z.enum(messageStates)).optional(),
    type: z.string().max(60).optional().describe('Only of this type'),
    object_id: id().optional().meta({ description: 'Only about this object', 'x-brief': null }),
    from: moment().optional().describe('Only those made from this moment on'),
    to: moment().optional().describe('Only those made up to this moment'),
    ...paging,
  })
  .refine(({ from, to }) => !from || !to || Date.parse(to) >= Date.parse(from), {
    message: 'must not be before from',
    path: ['to'],
  })

export const Replay = z
  .strictObject({
    from: moment().describe('From this moment on, at most 14 days back'),
    to: moment().describe('Up to this moment'),
    types: z
      .array(type())
      .min(1, 'must not be empty')
      .max(200, 'at most 200')
      .optional()
      .describe('Only these types'),
    only: z.enum(['failed', 'skipped', 'all']).default('failed').describe('Which of them'),
  })
  .refine(({ from, to }) => Date.parse(to) >= Date.parse(from), {
    message: 'must not be before from',
    path: ['to'],
  })
  .meta({ id: 'WebhookReplay' })
export const Replayed = z
  .object({ count: count().describe('How many messages are sent again') })
  .meta({ id: 'WebhookReplayed' })

const EventType = z
  .object({
    type: z.string().describe('As webhooks name it'),
    kind: z.string().describe('The kind of object'),
    event: z.string().describe('What happens to it'),
    sensitive: z.boolean().describe('Whether an owner has to open the webhook for it'),
    block: z.string().nullable().describe('The block of tools that it belongs to'),
    sample: z.string().describe('A message, as it is sent'),
  })
  .meta({ id: 'WebhookEventType' })
export const EventTypes = z
  .object({
    items: z.array(EventType).describe('All of them'),
    schema: z
      .record(z.string(), z.unknown())
      .describe('The JSON Schema of a message; fields that do not apply are absent'),
  })
  .meta({ id: 'WebhookEventTypes' })
