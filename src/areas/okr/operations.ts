import { openDepartment } from '../../shared/departments.ts'
import { area, read, write } from '../../kit/operation.ts'
import { pageOf } from '../../kit/fields.ts'
import { ensureFields } from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { member, project } from '../../shared/references.ts'
import { CheckInEffect, CheckIns, KeyResult, Objective, ObjectiveDetail, ObjectiveTree } from './answers.ts'
import * as queries from './queries.ts'
import {
  CheckInDraft,
  Closing,
  KeyResultChange,
  KeyResultDraft,
  ObjectiveChange,
  ObjectiveDraft,
  ObjectiveFilter,
  Pages,
  Removal,
  TreeFilter,
} from './schemas.ts'

const manager = { role: 'manager' } as const
const refers = {
  owner_id: member,
  department_id: openDepartment,
  project_id: project,
  copy_from: queries.objectiveTarget,
}
const named = (body: object) => ensureFields(referencesIn(refers, body))
const targets = { objective_id: queries.objectiveTarget, key_result_id: queries.keyResultTarget }

export default area('okr', 'Objectives', targets, [
  read({
    id: 'listObjectives',
    summary: 'List objectives with progress, what is expected by today, and health',
    at: 'GET /okr/objectives',
    role: 'member',
    tool: 'list_objectives',
    query: ObjectiveFilter,
    returns: pageOf(Objective),
    run: ({ query, settings }) => queries.list(query, settings.closedBlocks),
  }),
  write({
    id: 'createObjective',
    summary: 'Create an objective with its key results, or carry one over to another period',
    at: 'POST /okr/objectives',
    ...manager,
    tool: 'create_objective',
    details:
      'What is carried over begins at its last values, without check-ins; what was reached stays behind.',
    audit: 'objective.created',
    body: ObjectiveDraft,
    returns: ObjectiveDetail,
    status: 201,
    refuses: [409],
    example: {
      body: { title: 'Be found by more people', period_start: '2026-10-01', period_end: '2026-12-31' },
    },
    run: ({ body, id, settings }) => [...named(body), ...queries.create(id(), body, settings.closedBlocks)],
  }),
  read({
    id: 'getObjective',
    summary: 'Get an objective with its key results, what is below it, and why its progress is what it is',
    at: 'GET /okr/objectives/{objective_id}',
    role: 'member',
    tool: 'get_objective',
    returns: ObjectiveDetail,
    run: ({ params: { objective_id }, settings }) => queries.get(objective_id, settings.closedBlocks),
  }),
  write({
    id: 'updateObjective',
    summary: 'Change or move an objective; the status active reopens a closed one',
    at: 'PATCH /okr/objectives/{objective_id}',
    ...manager,
    tool: 'update_objective',
    audit: 'objective.updated',
    body: ObjectiveChange,
    returns: ObjectiveDetail,
    refuses: [409],
    example: { body: { confidence: 'at_risk' } },
    run: ({ params: { objective_id }, body, settings }) => [
      ...named(body),
      ...queries.change(objective_id, body, settings.closedBlocks),
    ],
  }),
  write({
    id: 'closeObjective',
    summary: 'Close an objective with a final score; what is computed live is kept as it is',
    at: 'POST /okr/objectives/{objective_id}/close',
    ...manager,
    partOf: [{ tool: 'update_objective', argument: 'close', says: 'Ends it with a score' }],
    audit: 'objective.closed',
    body: Closing,
    returns: ObjectiveDetail,
    refuses: [409],
    example: { body: { status: 'achieved', score: '0.8' } },
    run: ({ params: { objective_id }, body, settings }) =>
      queries.close(objective_id, body, settings.closedBlocks),
  }),
  write({
    id: 'deleteObjective',
    summary: 'Delete an objective with its key results; what is below it stays unless it is to go along',
    at: 'DELETE /okr/objectives/{objective_id}',
    ...manager,
    tool: 'delete_objective',
    audit: 'objective.deleted',
    query: Removal,
    status: 204,
    example: {},
    run: ({ params: { objective_id }, query: { children } }) => queries.remove(objective_id, children),
  }),
  write({
    id: 'restoreObjective',
    summary: 'Bring an objective back from the trash, with what went there with it',
    at: 'POST /okr/objectives/{objective_id}/restore',
    ...manager,
    details: 'Where its parent is gone, it hangs under the nearest objective above that is there.',
    audit: 'objective.restored',
    returns: ObjectiveDetail,
    trashed: true,
    setup: ['deleteObjective'],
    refuses: [409],
    example: {},
    run: ({ params: { objective_id }, settings }) => queries.restore(objective_id, settings.closedBlocks),
  }),
  read({
    id: 'getObjectiveTree',
    summary: 'Get the objectives as a tree: each one, followed by those below it',
    at: 'GET /okr/tree',
    role: 'member',
    query: TreeFilter,
    returns: ObjectiveTree,
    run: ({ query }) => queries.tree(query),
  }),
  write({
    id: 'createKeyResult',
    summary: 'Add a key result to an objective',
    at: 'POST /okr/objectives/{objective_id}/key-results',
    ...manager,
    tool: 'create_key_result',
    details:
      'Binding one to tasks publishes that figure to whoever may read the objective. Tasks of private projects count ' +
      'for private objectives alone.',
    audit: 'key_result.created',
    body: KeyResultDraft,
    returns: KeyResult,
    status: 201,
    refuses: [409],
    example: { body: { title: 'Monthly visitors', metric_type: 'number', target_value: '1000' } },
    run: ({ params: { objective_id }, body, id, settings }) =>
      queries.addKeyResult(objective_id, id(), body, settings.closedBlocks),
  }),
  read({
    id: 'getKeyResult',
    summary: 'Get a key result with its value of now and how its definition changed',
    at: 'GET /okr/key-results/{key_result_id}',
    role: 'member',
    returns: KeyResult,
    run: ({ params: { key_result_id }, settings }) =>
      queries.getKeyResult(key_result_id, settings.closedBlocks),
  }),
  write({
    id: 'updateKeyResult',
    summary: 'Change the definition of a key result, and say why; values are checked in',
    at: 'PATCH /okr/key-results/{key_result_id}',
    ...manager,
    tool: 'update_key_result',
    audit: 'key_result.updated',
    body: KeyResultChange,
    returns: KeyResult,
    refuses: [409],
    example: { body: { target_value: '800', reason: 'The campaign was cut' } },
    run: ({ params: { key_result_id }, body, settings }) => [
      ...named({ owner_id: body.owner_id }),
      ...queries.changeKeyResult(key_result_id, body, settings.closedBlocks),
    ],
  }),
  write({
    id: 'deleteKeyResult',
    summary: 'Delete a key result with its check-ins',
    at: 'DELETE /okr/key-results/{key_result_id}',
    ...manager,
    tool: 'delete_key_result',
    audit: 'key_result.deleted',
    status: 204,
    refuses: [409],
    example: {},
    run: ({ params: { key_result_id } }) => queries.removeKeyResult(key_result_id),
  }),
  write({
    id: 'checkIn',
    summary: 'Check in the value of a key result, or how confident you are',
    at: 'POST /okr/key-results/{key_result_id}/check-ins',
    ...manager,
    tool: 'create_key_result_check_in',
    details:
      'The latest by day, then by when it was made, is the value. One of the same day corrects another.',
    audit: 'key_result.checked_in',
    body: CheckInDraft,
    returns: CheckInEffect,
    status: 201,
    refuses: [409],
    example: { body: { value: '400', confidence: 'on_track', comment: 'The campaign works' } },
    run: ({ params: { key_result_id }, body, id }) => queries.checkIn(key_result_id, id(), body),
  }),
  read({
    id: 'listCheckIns',
    summary: 'List the check-ins of a key result, the latest first',
    at: 'GET /okr/key-results/{key_result_id}/check-ins',
    role: 'member',
    query: Pages,
    returns: CheckIns,
    run: ({ params: { key_result_id }, query }) => queries.checkIns(key_result_id, query),
  }),
])
