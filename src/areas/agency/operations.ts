import { area, read } from '../../kit/operation.ts'
import { clients } from '../../../db/schema/clients.ts'
import { targetOf } from '../../kit/targets.ts'
import { costRateOperations } from './cost-rates.ts'
import * as queries from './queries.ts'
import { AgencyClientSummary, AgencySummary, ClientFilter, SummaryFilter } from './schemas.ts'

const getSummary = {
  id: 'getAgencySummary',
  summary: 'Tell how work for each client is going: hours, tasks, tickets, health, and for managers money',
  at: 'GET /agency/summary',
  role: 'member',
  tool: 'get_agency_summary',
  heavy: true,
  details:
    'Currencies are never added up. Members see their own hours and no money. What has no client comes last.',
  query: SummaryFilter,
  returns: AgencySummary,
  example: { query: 'from=2026-01-01&to=2026-03-31' },
} as const

export default area(
  'agency',
  'Agency',
  { client_id: targetOf(clients, { noun: 'client' }) },
  [
    read({ ...getSummary, run: ({ query }) => queries.summary(query, true) }),
    read({
      id: 'getAgencyClientSummary',
      summary: 'Tell how work for a client is going, by project and over twelve months',
      at: 'GET /agency/clients/{client_id}/summary',
      role: 'member',
      heavy: true,
      noun: 'client',
      query: ClientFilter,
      returns: AgencyClientSummary,
      example: { query: 'from=2026-01-01&to=2026-03-31' },
      run: ({ params: { client_id }, query }) => queries.clientSummary(client_id, query),
    }),
    ...costRateOperations,
  ],
  [read({ ...getSummary, run: ({ query, outside }) => queries.summary(query, outside.exposesSensitive) })],
)
