import { area, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { PipelineRemoval, StageOrder, StageRemoval } from './schemas.ts'
import { addStage, dropStage, lockPipeline, orderStages, stage } from './stages.ts'

const { pipeline } = queries
const manager = { role: 'manager' } as const
const targets = { pipeline_id: pipeline.target, stage_id: stage.target }

export default area('pipelines', 'Pipelines', targets, [
  pipeline.list('listPipelines', 'List pipelines with their stages', {
    role: 'member',
    tool: 'list_pipelines',
    details: 'The organization begins with none; a manager creates the first, which is the default one.',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: 'position',
  }),
  pipeline.create('createPipeline', 'Create a pipeline with its stages', {
    ...manager,
    details: 'The first pipeline of an organization is the default one.',
    example: {
      name: 'Partners',
      stages: [
        { name: 'Qualified', probability: 20 },
        { name: 'Proposal sent', probability: 50, rotting_days: 14 },
        { name: 'Negotiation', probability: 80 },
      ],
    },
    run: ({ body, id }) => queries.addPipeline(id(), body),
  }),
  pipeline.change('updatePipeline', 'Rename, archive or restore a pipeline, or make it the default one', {
    ...manager,
    example: { name: 'New clients' },
    locks: queries.lockPipelines,
    run: ({ params: { pipeline_id }, body: { version, ...change } }) =>
      queries.changePipeline(pipeline_id, version, change),
  }),
  write({
    id: 'deletePipeline',
    summary: 'Delete a pipeline; its deals go to another',
    at: 'DELETE /pipelines/{pipeline_id}',
    ...manager,
    audit: 'pipeline.deleted',
    query: PipelineRemoval,
    status: 204,
    details:
      'The only pipeline stays. Where it was the default one, that is the one that takes its deals, or else the next.',
    example: { query: 'move_to={other_pipeline_id}' },
    locks: queries.lockPipelines,
    run: ({ params: { pipeline_id }, query: { move_to } }) => queries.dropPipeline(pipeline_id, move_to),
  }),
  stage.create('createPipelineStage', 'Add a stage to a pipeline', {
    ...manager,
    example: { name: 'Demonstration', probability: 30, position: 2 },
    run: ({ params: { pipeline_id }, body, id }) => addStage(pipeline_id, id(), body),
  }),
  stage.change('updatePipelineStage', 'Change the name, probability or rotting days of a stage', {
    ...manager,
    example: { probability: 60 },
  }),
  write({
    id: 'deletePipelineStage',
    summary: 'Delete a stage; its deals go to another',
    at: 'DELETE /pipelines/{pipeline_id}/stages/{stage_id}',
    ...manager,
    audit: 'pipeline_stage.deleted',
    query: StageRemoval,
    status: 204,
    details: 'The only stage of a pipeline stays. Closed deals move too; that counts as no time in a stage.',
    example: {},
    locks: lockPipeline,
    run: ({ params: { stage_id }, query: { move_to } }) => dropStage(stage_id, move_to),
  }),
  write({
    id: 'orderPipelineStages',
    summary: 'Put the stages of a pipeline into an order',
    at: 'PUT /pipelines/{pipeline_id}/stages/order',
    ...manager,
    audit: 'pipeline_stage.ordered',
    body: StageOrder,
    returns: pipeline.Detail,
    example: { body: { stage_ids: '{stage_ids}' } },
    run: ({ params: { pipeline_id }, body: { stage_ids } }) => [
      ...orderStages(pipeline_id, stage_ids),
      pipeline.get(pipeline_id),
    ],
  }),
])
