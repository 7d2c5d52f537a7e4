import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget } from '../../shared/targets.ts'
import {
  applySchedule,
  getEarnedValue,
  getEarnedValueSeries,
  getPortfolioEarnedValue,
  previewSchedule,
} from './planning.ts'
import { Roadmap, RoadmapFilter } from './plan-schemas.ts'
import { milestoneOperations, milestoneTarget } from './milestones.ts'
import * as queries from './queries.ts'
import { Baseline, BaselineDraft, BaselineFilter } from './schemas.ts'

const targets = {
  project_id: projectTarget,
  milestone_id: milestoneTarget,
  baseline_id: queries.baselineTarget,
}

export default area('roadmap', 'Roadmap', targets, [
  read({
    id: 'getRoadmap',
    summary: 'Show projects, milestones, epics and sprints as bars over time',
    at: 'GET /roadmap',
    role: 'viewer',
    tool: 'get_roadmap',
    query: RoadmapFilter,
    returns: Roadmap,
    details:
      'A bar is late by the days past its end, or by which its open work ends after it. An epic without days of its ' +
      'own has those of the tasks under it.',
    run: ({ query }) => queries.roadmap(query),
  }),
  ...milestoneOperations,
  read({
    id: 'listBaselines',
    summary: 'List the baselines of a project, the newest first',
    at: 'GET /projects/{project_id}/baselines',
    role: 'viewer',
    query: BaselineFilter,
    returns: pageOf(Baseline),
    run: ({ params: { project_id }, query }) => queries.listBaselines(project_id, query),
  }),
  write({
    id: 'createBaseline',
    summary: 'Freeze the plan of a project as a baseline',
    at: 'POST /projects/{project_id}/baselines',
    role: 'manager',
    tool: 'create_baseline',
    audit: 'baseline.created',
    body: BaselineDraft,
    returns: Baseline,
    status: 201,
    details:
      'Copies of all tasks that are not cancelled. A baseline never changes; a project has at most 20.',
    example: { body: { name: 'Plan of November', make_current: false } },
    run: ({ params: { project_id }, body, id }) => queries.addBaseline(project_id, id(), body),
  }),
  write({
    id: 'setCurrentBaseline',
    summary: 'Choose the baseline that work is measured against',
    at: 'PUT /projects/{project_id}/baselines/{baseline_id}/current',
    role: 'manager',
    audit: 'baseline.chosen',
    returns: Baseline,
    example: {},
    locks: queries.lockBaseline,
    run: ({ params: { project_id, baseline_id } }) => queries.chooseBaseline(project_id, baseline_id),
  }),
  write({
    id: 'deleteBaseline',
    summary: 'Delete a baseline that is not the current one',
    at: 'DELETE /projects/{project_id}/baselines/{baseline_id}',
    role: 'admin',
    audit: 'baseline.deleted',
    status: 204,
    example: {},
    locks: queries.lockBaseline,
    run: ({ params: { baseline_id } }) => queries.deleteBaseline(baseline_id),
  }),
  getEarnedValue,
  getEarnedValueSeries,
  getPortfolioEarnedValue,
  previewSchedule,
  applySchedule,
])
