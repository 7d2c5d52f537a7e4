import { read, write } from '../../kit/operation.ts'
import * as evm from './evm-queries.ts'
import {
  EarnedValue,
  EarnedValueFilter,
  EarnedValueSeries,
  Portfolio,
  PortfolioFilter,
  SeriesFilter,
} from './evm-schemas.ts'
import { Schedule, ScheduleApplied, ScheduleApply, ScheduleDraft } from './plan-schemas.ts'
import * as queries from './queries.ts'

export const getEarnedValue = read({
  id: 'getEarnedValue',
  summary: 'Tell the earned value of a project on a day: PV, EV, AC, SPI, CPI, forecasts',
  at: 'GET /projects/{project_id}/earned-value',
  role: 'viewer',
  heavy: true,
  tool: 'get_earned_value',
  query: EarnedValueFilter,
  returns: EarnedValue,
  refuses: [409],
  details:
    'Against the current baseline, in minutes or in money (managers). What tasks stood at on a past day comes from ' +
    'their history. A metric without a value is null, with the reason in `undefined`. ETC and VAC are of the typical ' +
    'estimate.',
  run: ({ params: { project_id }, query }) => evm.sumsOf(project_id, query),
  transform: evm.metricsOf,
})

export const getEarnedValueSeries = read({
  id: 'getEarnedValueSeries',
  summary: 'Show planned value, earned value and cost of a project over time',
  at: 'GET /projects/{project_id}/earned-value/series',
  role: 'viewer',
  heavy: true,
  query: SeriesFilter,
  returns: EarnedValueSeries,
  refuses: [409],
  run: ({ params: { project_id }, query, now }) => evm.seriesOf(project_id, query, now),
})

export const getPortfolioEarnedValue = read({
  id: 'getPortfolioEarnedValue',
  summary: 'Tell the earned value of all projects I can see, and their sum',
  at: 'GET /earned-value',
  role: 'manager',
  heavy: true,
  query: PortfolioFilter,
  returns: Portfolio,
  run: ({ query }) => evm.portfolioSums(query),
  transform: evm.portfolioOf,
})

const scheduleDetails =
  'Tasks keep their days unless they are changed or a blocker that ends later pushes them; lag days count. A started ' +
  'task is not pushed, nor is one of another project: that is reported as a conflict. Tasks that move go around the ' +
  'days on which their assignee does not work, and keep as many days of work.'

export const previewSchedule = read({
  id: 'previewSchedule',
  summary: 'Show what moves in a project when tasks are moved, without moving them',
  at: 'POST /projects/{project_id}/schedule/preview',
  role: 'member',
  heavy: true,
  body: ScheduleDraft,
  returns: Schedule,
  refuses: [409],
  details: scheduleDetails,
  example: {
    body: { changes: [{ task_id: '{task_id}', start_date: '2026-12-01', due_date: '2026-12-03' }] },
  },
  run: ({ params: { project_id }, body }) => queries.previewSchedule(project_id, body),
})

export const applySchedule = write({
  id: 'applySchedule',
  summary: 'Move tasks and what waits for them',
  at: 'POST /projects/{project_id}/schedule/apply',
  role: 'manager',
  or: 'lead',
  audit: 'schedule.applied',
  body: ScheduleApply,
  returns: ScheduleApplied,
  details: scheduleDetails,
  example: {
    body: { changes: [{ task_id: '{task_id}', start_date: '2026-12-01', due_date: '2026-12-03' }] },
  },
  run: ({ params: { project_id }, body }) => queries.applySchedule(project_id, body),
})
