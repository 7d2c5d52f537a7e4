import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { pipelineStages, pipelines } from '../../../db/schema/pipelines.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { all, inOrg, insert, jsonb, type Ref, ensure, update } from '../../kit/sql.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { archived, PipelineChange, PipelineDraft, pipelineFields, shown, StageRef } from './schemas.ts'
import { stagesOf } from './stages.ts'

export const pipeline = resource(pipelines, {
  noun: 'pipeline',
  name: 'Pipeline',
  row: 'id name* is_default stages',
  at: '/pipelines',
  item: '/pipelines/{pipeline_id}',
  fields: pipelineFields,
  required: ['name'],
  draft: PipelineDraft,
  change: PipelineChange,
  shown: {
    ...shown,
    stages: [z.array(StageRef).meta({ description: 'In their order' }), stagesOf],
  },
})

export const filter = {
  archived: [archived, (isArchived: boolean) => sql`(${pipelines.archived_at} is not null) = ${isArchived}`],
} satisfies Filter

export const sorts = { position: pipelines.position, name: sql`app.folded(${pipelines.name})` }

/** Changes that concern several pipelines, such as the default, lock all of them. */
export const lockPipelines = () =>
  sql`select from ${pipelines} where ${inOrg(pipelines)} order by ${pipelines.id} for no key update`
/** Serializes creation, also of the first two pipelines. */
const lockCreation = sql`select pg_advisory_xact_lock(hashtextextended('pipelines ' || app.org_id(), 0))`

/** If this pipeline becomes the default, the former one stops being it. */
const unsetDefault = (id: Ref, isDefault: true | undefined) =>
  isDefault
    ? [
        update(
          pipelines,
          { is_default: false },
          all(inOrg(pipelines), sql`${pipelines.is_default} and ${pipelines.id} <> ${id}`),
        ),
      ]
    : []

const maxPipelines = 50

/** The first pipeline becomes the default. */
export const addPipeline = (id: string, { stages, is_default, ...draft }: z.output<typeof PipelineDraft>) => [
  lockCreation,
  ensure(
    sql`(select count(*) from ${pipelines} where ${inOrg(pipelines)}) < ${maxPipelines}`,
    'WM409',
    `an organization has at most ${maxPipelines} pipelines; delete one first`,
  ),
  ...unsetDefault(id, is_default),
  insert(pipelines, {
    id,
    ...draft,
    is_default: sql`not exists (select from ${pipelines} p where p.org_id = (select app.org_id()) and p.is_default)`,
    position: sql`(select coalesce(max(p.position), 0) + 1 from ${pipelines} p where p.org_id = (select app.org_id()))`,
  }),
  sql`insert into ${pipelineStages} (pipeline_id, name, position, probability, rotting_days)
    select ${id}, s.value->>'name', s.place, (s.value->>'probability')::int, (s.value->>'rotting_days')::int
      from jsonb_array_elements(${jsonb(stages)}) with ordinality s(value, place)`,
  pipeline.get(id),
]

type Change = Omit<z.output<typeof PipelineChange>, 'version'>

export const changePipeline = (
  id: Ref,
  version: number | undefined,
  { archived: isArchived, ...change }: Change,
) => [
  sql`select app.check_pipeline_change(${id}::uuid, ${jsonb({ ...change, archived: isArchived })})`,
  ...unsetDefault(id, change.is_default),
  ...pipeline.apply(id, version, {
    ...change,
    archived_at: stateTimestamp(pipelines.archived_at, isArchived),
  }),
]

export const dropPipeline = (id: Ref, target: string | undefined) =>
  sql`select app.delete_pipeline(${id}::uuid, ${target ?? null}::uuid)`
