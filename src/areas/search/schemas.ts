import * as z from 'zod'
import { foundKinds } from '../../../db/schema/kinds.ts'
import { count, csv, boolParam, id, moment, text, intParam } from '../../kit/fields.ts'
import { ownId, projectKey, updatedAt } from '../../shared/common-fields.ts'

export const Kind = z.enum(foundKinds())
const q = () => text(200).meta({ description: 'Words, or a key such as ABC-123', example: 'login' })
const types = () => csv(Kind).optional().meta({ description: 'Comma-separated; all by default' })

/** What search finds only where it is asked for: tasks that other organizations share. */
export const sharedTask = 'shared_task'
const Found = z.enum([...foundKinds(), sharedTask])
export const SearchFilter = z
  .strictObject({
    q: q(),
    types: csv(Found)
      .optional()
      .meta({ description: 'Comma-separated; all by default, but shared_task, which is asked for alone' }),
    project_id: id().optional().describe('Only in this project'),
    updated_since: moment().optional().describe('Only changed since then'),
    archived: boolParam().optional().meta({ description: 'Archived ones too' }),
    limit: intParam(1, 50).default(20).meta({ description: 'At most so many', 'x-brief': '25 if absent' }),
    offset: intParam(0, 1000).default(0).meta({ description: 'Hits to skip', 'x-brief': 'To skip' }),
  })
  .refine(({ types }) => !types?.includes(sharedTask) || types.length === 1, {
    message: 'ask for shared_task alone',
    path: ['types'],
  })
export const SuggestFilter = z.strictObject({
  q: q(),
  types: types(),
  limit: intParam(1, 10).default(8).describe('At most so many'),
})
export const RecentFilter = z.strictObject({ limit: intParam(1, 50).default(20).describe('At most so many') })

const named = {
  type: Kind.describe('The kind of object'),
  id: ownId,
  key: z.string().nullable().meta({ description: 'Its key, if it has one', example: 'ABC-123' }),
  title: z.string().meta({ description: 'What it is called', 'x-outside': 'origin' }),
  origin: z
    .string()
    .nullable()
    .meta({ description: 'Where a stranger wrote it, or the system that a task was imported from' }),
  project: z
    .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
    .nullable()
    .describe('The project that it belongs to'),
}

const Hit = z
  .object({
    ...named,
    type: Found.describe('The kind of object'),
    subject: z
      .object({
        type: z.enum([...foundKinds(), 'share']).describe('The kind of object'),
        id: ownId,
        key: z.string().nullable().describe('Its key, if it has one'),
      })
      .nullable()
      .meta({
        description: 'What a comment is on, or the share that shows the task of another organization',
      }),
    snippet: z.string().meta({
      description: 'Plain text, the part of it that shows what was found',
      'x-outside': 'origin,type=ticket',
    }),
    highlights: z
      .array(z.tuple([count(), count()]))
      .meta({ description: 'Start and end of the found words in the snippet, in UTF-16 units' }),
    score: z.number().describe('The higher, the better it fits'),
    updated_at: updatedAt,
  })
  .meta({ id: 'SearchHit', 'x-row': 'type id~key key title* project subject snippet updated_at' })

export const SearchResult = z
  .object({
    items: z.array(Hit).describe('The best first'),
    total: count().meta({ description: 'At most 1000' }),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
    counts_by_type: z
      .record(z.string(), count())
      .meta({ description: 'How many of each kind', example: { task: 3 } }),
  })
  .meta({ id: 'SearchResult' })
export const Suggestions = z
  .object({ items: z.array(z.object({ ...named })).describe('The best first') })
  .meta({ id: 'SearchSuggestions' })
export const RecentItems = z
  .object({
    items: z
      .array(z.object({ ...named, opened_at: moment().describe('When the caller opened it') }))
      .describe('The latest first'),
  })
  .meta({ id: 'RecentItems' })
