import * as z from 'zod'
import { count, csv, boolParam, id, idOut, moment, text, intParam } from '../../kit/fields.ts'

export const Kind = z.enum([
  'task',
  'project',
  'sprint',
  'milestone',
  'document',
  'comment',
  'note',
  'member',
  'client',
  'lead',
  'deal',
  'supplier',
  'invoice',
  'contract',
  'ticket',
])
const q = () => text(200).meta({ description: 'Words, or a key such as ABC-123', example: 'login' })
const types = () => csv(Kind).optional().meta({ description: 'Comma-separated; all by default' })

export const SearchFilter = z.strictObject({
  q: q(),
  types: types(),
  project_id: id().optional(),
  updated_since: moment().optional(),
  archived: boolParam().optional().meta({ description: 'Archived ones too' }),
  limit: intParam(1, 50).default(20),
  offset: intParam(0, 1000).default(0),
})
export const SuggestFilter = z.strictObject({ q: q(), types: types(), limit: intParam(1, 10).default(8) })
export const RecentFilter = z.strictObject({ limit: intParam(1, 50).default(20) })

const named = {
  type: Kind,
  id: idOut(),
  key: z.string().nullable().meta({ example: 'ABC-123' }),
  title: z.string(),
  project: z.object({ id: idOut(), key: z.string(), name: z.string() }).nullable(),
}

const Hit = z
  .object({
    ...named,
    subject: z
      .object({ type: Kind, id: idOut(), key: z.string().nullable() })
      .nullable()
      .meta({ description: 'What a comment is on' }),
    snippet: z.string().meta({ description: 'Plain text, the part of it that shows what was found' }),
    highlights: z
      .array(z.tuple([count(), count()]))
      .meta({ description: 'Start and end of the found words in the snippet, in UTF-16 units' }),
    score: z.number(),
    updated_at: moment(),
  })
  .meta({ id: 'SearchHit' })

export const SearchResult = z
  .object({
    items: z.array(Hit),
    total: count().meta({ description: 'At most 1000' }),
    limit: z.int(),
    offset: z.int(),
    counts_by_type: z.record(z.string(), count()).meta({ example: { task: 3 } }),
  })
  .meta({ id: 'SearchResult' })
export const Suggestions = z
  .object({ items: z.array(z.object({ ...named })) })
  .meta({ id: 'SearchSuggestions' })
export const RecentItems = z
  .object({ items: z.array(z.object({ ...named, opened_at: moment() })) })
  .meta({ id: 'RecentItems' })
