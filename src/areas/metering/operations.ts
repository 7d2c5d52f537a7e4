import { area, read, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import {
  EventFilter,
  Meters,
  MetersFilter,
  SummaryFilter,
  Usage,
  UsageEvents,
  UsageFilter,
  UsageOutcomes,
  UsageReport,
  UsageSummary,
} from './schemas.ts'

export default area('metering', 'Usage', {}, [
  read({
    id: 'listMeters',
    summary: 'List what is measured',
    at: 'GET /metering/meters',
    role: 'admin',
    tool: 'list_meters',
    query: MetersFilter,
    returns: Meters,
    run: ({ query }) => queries.listMeters(query),
  }),
  read({
    id: 'getUsageSummary',
    summary: 'Tell what was used of each limit in a period, and until when it runs',
    at: 'GET /metering/summary',
    role: 'admin',
    tool: 'get_usage_summary',
    query: SummaryFilter,
    returns: UsageSummary,
    details:
      'Periods begin on a day of the month, in the time zone that the organization had then. One that is over does not ' +
      'change: what becomes known later is `late_quantity`, and charged in the period that is open by then.',
    run: ({ query }) => queries.getSummary(query),
  }),
  read({
    id: 'queryUsage',
    summary: 'Tell what was used over time, by hour, day or month',
    at: 'GET /metering/usage',
    role: 'admin',
    tool: 'query_usage',
    query: UsageFilter,
    returns: Usage,
    details: 'By when it happened, also where it became known later. Months are those of the calendar.',
    example: { query: 'meter=requests' },
    run: ({ query }) => queries.getUsage(query),
  }),
  read({
    id: 'listUsageEvents',
    summary: 'List events of usage, newest first',
    at: 'GET /metering/events',
    role: 'admin',
    query: EventFilter,
    returns: UsageEvents,
    details:
      'They are kept for 40 days. What is derived from other records, such as mails, and gauges have none.',
    run: ({ query }) => queries.listEvents(query),
  }),
  // The events are their own record.
  write({
    id: 'recordUsageEvent',
    summary: 'Report usage that happened outside of the service',
    at: 'POST /metering/events',
    role: 'admin',
    audit: null,
    body: UsageReport,
    returns: UsageOutcomes,
    details:
      'Call again with the same arguments if the answer is lost: an event counts once by `source` and `event_id`. What is ' +
      'malformed refuses the call; what does not fit the events that are known has a status of its own.',
    example: {
      body: { events: [{ source: 'assistant', event_id: 'run-4711', meter: 'ai_tokens', quantity: 1200 }] },
    },
    run: ({ body }) => queries.recordEvents(body),
  }),
])
