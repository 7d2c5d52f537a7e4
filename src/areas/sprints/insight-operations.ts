import { read } from '../../kit/operation.ts'
import * as query from './insight.ts'
import { Flow, FlowFilter, Forecast, ForecastFilter, Velocity, VelocityFilter } from './insight-schemas.ts'

export const getVelocity = read({
  id: 'getVelocity',
  does: 'Tell what the last sprints of a project committed to and completed',
  at: 'GET /projects/{project_id}/velocity',
  role: 'viewer',
  query: VelocityFilter,
  returns: Velocity,
  details: 'What was done before it came into a sprint does not count.',
  run: ({ params: { project_id }, query: asked }) => query.velocity(project_id, asked),
})

export const getFlowMetrics = read({
  id: 'getFlowMetrics',
  does: 'Tell how work flows through a project: statuses over time, throughput and cycle times',
  at: 'GET /projects/{project_id}/flow',
  role: 'viewer',
  query: FlowFilter,
  returns: Flow,
  details: 'Over the tasks that the project has now, without epics.',
  run: ({ params: { project_id }, query: asked }) => query.flow(project_id, asked),
})

export const getDeliveryForecast = read({
  id: 'getDeliveryForecast',
  does: 'Forecast when tasks will be done, or how many by a day',
  at: 'GET /projects/{project_id}/forecast',
  role: 'viewer',
  query: ForecastFilter,
  returns: Forecast,
  details: 'Monte-Carlo over the daily throughput of the past; p85 is what 85 of 100 trials keep.',
  run: ({ params: { project_id }, query: asked }) => query.history(project_id, asked),
  finish: query.forecasted,
})
