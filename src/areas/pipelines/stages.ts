import { sql } from 'drizzle-orm'
import { pipelineStages, pipelines } from '../../../db/schema/pipelines.ts'
import { idOut } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  targetId,
  inOrg,
  insert,
  jsonList,
  type Ref,
  ensure,
  ensureFields,
  update,
  uuids,
} from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { maxStages, stagePosition, StageAddition, stageFields, StageRef } from './schemas.ts'

const target = targetOf(pipelineStages, { noun: 'stage' })

export const stage = resource(pipelineStages, {
  noun: 'stage',
  name: 'PipelineStage',
  at: '/pipelines/{pipeline_id}/stages',
  item: '/pipelines/{pipeline_id}/stages/{stage_id}',
  fields: stageFields,
  required: ['name', 'probability'],
  draft: StageAddition,
  shown: {
    pipeline_id: idOut().meta({ description: 'The pipeline that it is a stage of' }),
    position: stagePosition(),
  },
  target: {
    ...target,
    notDeleted: all(target.notDeleted, sql`${pipelineStages.pipeline_id} = ${targetId('pipeline')}`),
  },
})

const shown = Object.keys(StageRef.shape) as (keyof typeof StageRef.shape)[]
/** The stages of the pipeline in the row, in their order. */
export const stagesOf = jsonList(
  Object.fromEntries(shown.map((name) => [name, pipelineStages[name]])),
  sql`from ${pipelineStages} where ${inOrg(pipelineStages)} and ${pipelineStages.pipeline_id} = ${pipelines.id}`,
  sql`${pipelineStages.position}`,
)

const ofPipeline = (pipeline: Ref) =>
  all(inOrg(pipelineStages), sql`${pipelineStages.pipeline_id} = ${pipeline}`)

/** Changes of stages lock their pipeline. */
export const lockPipeline = (row: ReturnType<typeof sql>) =>
  sql`select from ${pipelines} where ${inOrg(pipelines)} and ${pipelines.id} = (select ${pipelineStages.pipeline_id}
    from ${pipelineStages} where ${inOrg(pipelineStages)} and ${row}) for no key update`

type Addition = (typeof stage.Draft)['_output']

/** Stages from its position on move up by one. */
export const addStage = (pipeline_id: Ref, id: string, { position, ...draft }: Addition) => [
  ensure(
    sql`(select count(*) from ${pipelineStages} where ${ofPipeline(pipeline_id)}) < ${maxStages}`,
    'WM409',
    `a pipeline has at most ${maxStages} stages; delete one first`,
  ),
  update(
    pipelineStages,
    { position: sql`${pipelineStages.position} + 1` },
    sql`${ofPipeline(pipeline_id)} and ${pipelineStages.position} >= ${position ?? null}::int`,
  ),
  insert(pipelineStages, {
    id,
    pipeline_id,
    ...draft,
    position: sql`(select least(coalesce(max(s.position), 0) + 1, ${position ?? null}::int) from ${pipelineStages} s
      where s.org_id = (select app.org_id()) and s.pipeline_id = ${pipeline_id})`,
  }),
  stage.get(id),
]

export const dropStage = (id: Ref, target: string | undefined) =>
  sql`select app.delete_stage(${id}::uuid, ${target ?? null}::uuid)`

export const orderStages = (pipeline: Ref, ids: string[]) => [
  ...ensureFields({
    'body.stage_ids': [
      sql`(select array_agg(${pipelineStages.id} order by ${pipelineStages.id}) from ${pipelineStages}
        where ${ofPipeline(pipeline)}) = (select array_agg(i order by i) from unnest(${uuids(ids)}) i)`,
      'must be every stage of the pipeline, each once',
    ],
  }),
  sql`update ${pipelineStages} set position = o.place from unnest(${uuids(ids)}) with ordinality o(id, place)
    where ${ofPipeline(pipeline)} and ${pipelineStages.id} = o.id`,
]
