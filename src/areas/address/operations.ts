import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer, json, me, type Ref } from '../../kit/sql.ts'
import { AddressDetail, AddressFilter, Address, Suggestions } from './schemas.ts'
import { details, suggestions } from './suggesting.ts'

/** The database contributes only the identity of the caller. */
const asker = (query: object, place_id: Ref = '') =>
  answer(
    json({
      org_id: sql`app.org_id()`,
      user_id: me,
      query: sql`${JSON.stringify(query)}::json`,
      place_id: sql`${place_id}::text`,
    }),
  )

export default area('address', 'Addresses', {}, [
  read({
    id: 'autocompleteAddress',
    summary: 'Suggest addresses while typing',
    at: 'GET /addresses/autocomplete',
    role: 'member',
    query: AddressFilter,
    returns: Suggestions,
    refuses: [429],
    details:
      'At most 60 a minute for a person. Send one session for the keystrokes of one search. Without a provider, or where ' +
      'it fails, the answer is empty and says so.',
    example: { query: 'q=unter den linden' },
    run: ({ query }) => asker(query),
    transform: suggestions,
  }),
  read({
    id: 'getAddress',
    summary: 'Get the whole address of a suggestion',
    at: 'GET /addresses/{place_id}',
    role: 'member',
    noun: 'address',
    pathFormats: {
      place_id: {
        format: /^(?:[0-9a-f]{2}){30,1500}$/,
        problem: 'must be the id of a suggestion',
        example: '3f9a…',
      },
    },
    query: AddressDetail,
    returns: Address,
    refuses: [429, 502],
    run: ({ params: { place_id }, query }) => asker(query, place_id),
    transform: details,
  }),
])
