import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget } from '../../kit/targets.ts'
import {
  applySchedule,
  getEarnedValue,
  getEarnedValueSeries,
  getPortfolioEarnedValue,
  previewSchedule,
} from './planning.ts'
import { Roadmap, RoadmapFilter } from './plan-schemas.ts'
import * as query from './queries.ts'
import {
  Baseline,
  BaselineDraft,
  BaselineFilter,
  Milestone,
  MilestoneChange,
  MilestoneDetail,
  MilestoneDraft,
  MilestoneFilter,
} from './schemas.ts'

conflicts({ milestones_name: 'a milestone of this name already exists in the project' })

const targets = {
  project_id: projectTarget,
  milestone_id: query.milestoneTarget,
  baseline_id: query.baselineTarget,
}

export default area('roadmap', 'Roadmap', targets, [
  read({
    id: 'getRoadmap',
    does: 'Show projects, milestones, epics and sprints as bars over time',
    at: 'GET /roadmap',
    role: 'viewer',
    tool: 'get_roadmap',
    query: RoadmapFilter,
    returns: Roadmap,
    details:
      'A bar is late by the days past its end, or by which its open work ends after it. An epic without days of its ' +
      'own has those of the tasks under it.',
    run: ({ query: asked }) => query.roadmap(asked),
  }),
  read({
    id: 'listMilestones',
    does: 'List the milestones of a project by due day',
    at: 'GET /projects/{project_id}/milestones',
    role: 'viewer',
    tool: 'list_milestones',
    query: MilestoneFilter,
    returns: pageOf(Milestone),
    run: ({ params: { project_id }, query: asked }) => query.listMilestones(project_id, asked),
  }),
  write({
    id: 'createMilestone',
    does: 'Create a milestone',
    at: 'POST /projects/{project_id}/milestones',
    role: 'manager',
    or: 'lead',
    tool: 'create_milestone',
    audit: 'milestone.created',
    body: MilestoneDraft,
    returns: MilestoneDetail,
    status: 201,
    refuses: [409],
    example: { body: { name: 'Beta', due_date: '2026-12-18' } },
    run: ({ params: { project_id }, body, id }) => query.addMilestone(project_id, id(), body),
  }),
  read({
    id: 'getMilestone',
    does: 'Get a milestone with its progress and what is left',
    at: 'GET /milestones/{milestone_id}',
    role: 'viewer',
    returns: MilestoneDetail,
    run: ({ params: { milestone_id } }) => query.getMilestone(milestone_id),
  }),
  write({
    id: 'updateMilestone',
    does: 'Change or complete a milestone',
    at: 'PATCH /milestones/{milestone_id}',
    role: 'manager',
    or: 'lead',
    tool: 'update_milestone',
    audit: 'milestone.updated',
    body: MilestoneChange,
    returns: MilestoneDetail,
    refuses: [409],
    example: { body: { completed: true } },
    run: ({ params: { milestone_id }, body }) => query.changeMilestone(milestone_id, body),
  }),
  write({
    id: 'deleteMilestone',
    does: 'Delete a milestone; its tasks stay',
    at: 'DELETE /milestones/{milestone_id}',
    role: 'manager',
    or: 'lead',
    audit: 'milestone.deleted',
    status: 204,
    example: {},
    first: query.holdMilestone,
    run: ({ params: { milestone_id } }) => query.deleteMilestone(milestone_id),
  }),
  read({
    id: 'listBaselines',
    does: 'List the baselines of a project, the newest first',
    at: 'GET /projects/{project_id}/baselines',
    role: 'viewer',
    query: BaselineFilter,
    returns: pageOf(Baseline),
    run: ({ params: { project_id }, query: asked }) => query.listBaselines(project_id, asked),
  }),
  write({
    id: 'createBaseline',
    does: 'Freeze the plan of a project as a baseline',
    at: 'POST /projects/{project_id}/baselines',
    role: 'manager',
    tool: 'create_baseline',
    audit: 'baseline.created',
    body: BaselineDraft,
    returns: Baseline,
    status: 201,
    refuses: [409],
    details:
      'Copies of all tasks that are not cancelled. A baseline never changes; a project has at most 20.',
    example: { body: { name: 'Plan of November', make_current: false } },
    run: ({ params: { project_id }, body, id }) => query.addBaseline(project_id, id(), body),
  }),
  write({
    id: 'setCurrentBaseline',
    does: 'Choose the baseline that work is measured against',
    at: 'PUT /projects/{project_id}/baselines/{baseline_id}/current',
    role: 'manager',
    audit: 'baseline.chosen',
    returns: Baseline,
    example: {},
    first: query.holdBaseline,
    run: ({ params: { project_id, baseline_id } }) => query.chooseBaseline(project_id, baseline_id),
  }),
  write({
    id: 'deleteBaseline',
    does: 'Delete a baseline that is not the current one',
    at: 'DELETE /projects/{project_id}/baselines/{baseline_id}',
    role: 'admin',
    audit: 'baseline.deleted',
    status: 204,
    refuses: [409],
    example: {},
    first: query.holdBaseline,
    run: ({ params: { baseline_id } }) => query.deleteBaseline(baseline_id),
  }),
  getEarnedValue,
  getEarnedValueSeries,
  getPortfolioEarnedValue,
  previewSchedule,
  applySchedule,
])
