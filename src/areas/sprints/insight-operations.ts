import { read } from '../../kit/operation.ts'
import * as queries from './insight.ts'
import { Flow, FlowFilter, Forecast, ForecastFilter, Velocity, VelocityFilter } from './insight-schemas.ts'

export const getVelocity = read({
  id: 'getVelocity',
  summary: 'Tell what the last sprints of a project committed to and completed',
  at: 'GET /projects/{project_id}/velocity',
  role: 'viewer',
  query: VelocityFilter,
  returns: Velocity,
  details: 'What was done before it came into a sprint does not count.',
  run: ({ params: { project_id }, query }) => queries.velocity(project_id, query),
})

export const getFlowMetrics = read({
  id: 'getFlowMetrics',
  summary: 'Tell how work flows through a project: statuses over time, throughput and cycle times',
  at: 'GET /projects/{project_id}/flow',
  role: 'viewer',
  heavy: true,
  query: FlowFilter,
  returns: Flow,
  details: 'Over the tasks that the project has now, without epics.',
  run: ({ params: { project_id }, query }) => queries.flow(project_id, query),
})

export const getDeliveryForecast = read({
  id: 'getDeliveryForecast',
  summary: 'Forecast when tasks will be done, or how many by a day',
  at: 'GET /projects/{project_id}/forecast',
  role: 'viewer',
  heavy: true,
  query: ForecastFilter,
  returns: Forecast,
  details: 'Monte-Carlo over the daily throughput of the past; p85 is what 85 of 100 trials keep.',
  run: ({ params: { project_id }, query }) => queries.history(project_id, query),
  transform: queries.withForecast,
})
