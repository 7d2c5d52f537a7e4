import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import {
  RecentFilter,
  RecentItems,
  SearchFilter,
  SearchResult,
  SuggestFilter,
  Suggestions,
} from './schemas.ts'
import { withSnippets } from './snippets.ts'

const text = (value: object) => sql`${JSON.stringify(value)}::jsonb`

export default area('search', 'Search', {}, [
  read({
    id: 'search',
    does: 'Search tasks, documents, comments, projects, sprints and people',
    at: 'GET /search',
    role: 'viewer',
    reach: 'any',
    tool: 'search',
    query: SearchFilter,
    returns: SearchResult,
    details:
      'Keys first, as they are or were, with or without the hyphen; then all words, the last of which may go on; ' +
      'then titles that are nearly it. Accents and case do not matter.',
    example: { query: 'q=task' },
    finish: withSnippets,
    run: ({ query: asked }) => answer(sql`app.search(${text(asked)})`),
  }),
  read({
    id: 'suggest',
    does: 'Suggest titles and keys while typing',
    at: 'GET /search/suggest',
    role: 'viewer',
    reach: 'any',
    query: SuggestFilter,
    returns: Suggestions,
    example: { query: 'q=ta' },
    run: ({ query: asked }) => answer(sql`app.suggest(${text({ ...asked, offset: 0 })})`),
  }),
  read({
    id: 'listRecentItems',
    does: 'List the tasks, projects and documents that I opened lately',
    at: 'GET /recent',
    role: 'signed_in',
    reach: 'any',
    query: RecentFilter,
    returns: RecentItems,
    details: 'Noted when a person opens one with the session cookie; the last fifty of each person.',
    run: ({ query: { limit } }) => answer(sql`app.recent(${limit})`),
  }),
])
