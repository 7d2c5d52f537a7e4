import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import {
  RecentFilter,
  RecentItems,
  SearchFilter,
  SearchResult,
  SuggestFilter,
  sharedTask,
  Suggestions,
} from './schemas.ts'
import { withSnippets } from './snippets.ts'

export default area('search', 'Search', {}, [
  read({
    id: 'search',
    summary:
      'Search tasks, documents, comments, projects, people, clients, leads, deals, invoices, contracts, suppliers, tickets and more',
    at: 'GET /search',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'search',
    query: SearchFilter,
    returns: SearchResult,
    details:
      'Keys first, as they are or were, with or without the hyphen; then all words, the last of which may go on; ' +
      'titles that are nearly it; then any word. A ticket is found by what is said in it, a client by its contacts too.',
    example: { query: 'q=task' },
    // What matches is ranked by each of its words.
    heavy: ({ q, types }) => String(q).length > 60 || String(types) === sharedTask,
    transform: withSnippets,
    run: ({ query }) =>
      answer(
        query.types?.includes(sharedTask)
          ? sql`app.search_shared(${jsonb(query)})`
          : sql`app.search(${jsonb(query)})`,
      ),
  }),
  read({
    id: 'suggest',
    summary: 'Suggest titles and keys while typing',
    at: 'GET /search/suggest',
    role: 'viewer',
    allowsProjectKeys: true,
    query: SuggestFilter,
    returns: Suggestions,
    example: { query: 'q=ta' },
    run: ({ query }) => answer(sql`app.suggest(${jsonb({ ...query, offset: 0 })})`),
  }),
  read({
    id: 'listRecentItems',
    summary: 'List the tasks, projects and documents that I opened lately',
    at: 'GET /recent',
    role: 'signed_in',
    allowsProjectKeys: true,
    query: RecentFilter,
    returns: RecentItems,
    details: 'Noted when a person opens one with the session cookie; the last fifty of each person.',
    run: ({ query: { limit } }) => answer(sql`app.recently_opened(${limit})`),
  }),
])
