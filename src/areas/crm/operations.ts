import { area, read } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Analytics, AnalyticsFilter, Forecast, ForecastFilter } from './schemas.ts'

export default area('crm', 'CRM', {}, [
  read({
    id: 'getCrmAnalytics',
    summary: 'Tell how deals and leads went: funnel, win rate, cycle, values, lost reasons, slippage',
    at: 'GET /crm/analytics',
    role: 'member',
    tool: 'get_crm_analytics',
    heavy: true,
    details: 'At most 400 days, in the organization’s time zone. Deleted deals do not count.',
    query: AnalyticsFilter,
    returns: Analytics,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ query }) => queries.analytics(query),
  }),
  read({
    id: 'getCrmForecast',
    summary: 'Forecast what deals will bring, by month and currency',
    at: 'GET /crm/forecast',
    role: 'manager',
    heavy: true,
    details: 'The weighted value of a deal is its value times its probability, rounded half away from zero.',
    query: ForecastFilter,
    returns: Forecast,
    run: ({ query }) => queries.forecast(query),
  }),
])
