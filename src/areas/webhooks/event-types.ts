import { sql } from 'drizzle-orm'
import { announcedKinds } from '../../../db/schema/kinds.ts'
import { answer } from '../../kit/sql.ts'
import { specialEvents } from './schemas.ts'

/** A message as JSON Schema says it. */
const messageSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string' },
    timestamp: { type: 'string', format: 'date-time' },
    data: {
      type: 'object',
      required: ['id', 'kind', 'fields', 'actor', 'organization_id'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        kind: { type: 'string' },
        key: { type: 'string' },
        label: { type: 'string' },
        version: { type: 'integer' },
        fields: { type: 'array', items: { type: 'string' } },
        project_id: { type: 'string', format: 'uuid' },
        actor: {
          type: 'object',
          properties: { kind: { type: 'string' }, id: { type: 'string', format: 'uuid' } },
        },
        url: { type: 'string' },
        organization_id: { type: 'string', format: 'uuid' },
        change_set_id: { type: 'string', format: 'uuid' },
        object: { type: 'object' },
        previous: { type: 'object' },
        truncated: { const: true },
        counts: { type: 'object' },
      },
    },
  },
}

const sampleOf = (type: string, kind: string, webUrl: string | null) => ({
  type,
  timestamp: '2026-11-25T09:00:00.000Z',
  data: {
    id: '0193a5c0-0000-7000-8000-0000000000aa',
    kind,
    ...(type.endsWith('.deleted') && { label: 'What it was called' }),
    version: 4,
    fields: type.endsWith('.updated') ? ['name'] : [],
    actor: { kind: 'user', id: '0193a5c0-0000-7000-8000-0000000000b1' },
    ...(webUrl && { url: `${webUrl}/…` }),
    organization_id: '0193a5c0-0000-7000-8000-000000000001',
    change_set_id: '0193a5c0-0000-7000-8000-0000000000c1',
    ...(type === 'import.completed' && { counts: { created: 120, skipped: 3, refused: 1 } }),
  },
})

/** All types that webhooks can name, from the facts of the tables. */
export function eventTypes(webUrl: string | null) {
  const changes = announcedKinds().flatMap(({ kind, block, isSensitive, hasTrash }) =>
    ['created', 'updated', 'deleted', ...(hasTrash ? ['restored'] : [])].map((event) => ({
      kind,
      event,
      sensitive: isSensitive,
      block,
    })),
  )
  const special = specialEvents.map(([kind, event]) => ({
    kind,
    event,
    sensitive: false,
    block: kind === 'app' ? 'org' : null,
  }))
  const items = [...changes, ...special].map((one) => {
    const type = `${one.kind}.${one.event}`
    return { type, ...one, sample: JSON.stringify(sampleOf(type, one.kind, webUrl)) }
  })
  return answer(sql`${JSON.stringify({ items, schema: messageSchema })}::json`)
}
