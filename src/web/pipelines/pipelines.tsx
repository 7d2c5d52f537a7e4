import type { FC } from 'hono/jsx'
import { type Pipeline, pipelinesOf } from '../deals/deal-parts.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { RowForms } from '../kit/list-page.tsx'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { Badge, count } from '../kit/parts.tsx'
import { firstStages, stageLines, stagesIn } from './stage-lines.ts'

type Parts = { pipelines: Pipeline[] }
type ShownPipelines = Shown<null, Parts>

const pipelineFields = bodyFields('PipelineChange', {
  name: 'Name',
  currency: { label: 'Currency', hint: 'Of new deals in it; otherwise that of the organization.' },
  is_default: { label: 'The one that the board shows first' },
})
const stageFields = bodyFields('PipelineStageChange', {
  name: 'Name',
  probability: { label: 'Chance in percent', hint: 'Of winning the deals in it.' },
  rotting_days: { label: 'Days until a deal is rotten', hint: 'Without one, deals may stay.' },
})
const moving = { move_to: { label: 'Its deals move to' } }

/** The pipelines of deals and their stages. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/pipelines',
  title: 'Pipelines',
  lead: 'The stages that a deal goes through, each with the chance of winning it.',
  under: (home) => [
    ['Settings', addressIn(home, 'settings')],
    ['Deals', addressIn(home, 'deals')],
  ],
  parts: async ({ read }) => ({ pipelines: await pipelinesOf(read) }),
  forms: {
    '': calling('createPipeline', {
      title: 'New pipeline',
      verb: 'Create pipeline',
      fields: bodyFields('PipelineDraft', { name: 'Name' }, { stages: stageLines }),
      also: ({ stages = '' }) => stagesIn(stages),
    }),
    change: calling('updatePipeline', { title: 'Change the pipeline', verb: 'Save', fields: pipelineFields }),
    archive: calling('updatePipeline', {
      verb: 'Archive',
      also: () => ({ archived: true }),
      warning: 'It is no longer shown. Its deals stay.',
    }),
    'add-stage': calling('createPipelineStage', {
      title: 'Add a stage',
      verb: 'Add stage',
      fields: bodyFields('PipelineStageAddition', {
        name: 'Name',
        probability: { label: 'Chance in percent', hint: 'Of winning the deals in it.' },
      }),
    }),
    'change-stage': calling('updatePipelineStage', { verb: 'Save', fields: stageFields }),
    'drop-stage': calling('deletePipelineStage', {
      title: 'Delete the stage',
      verb: 'Delete stage',
      fields: bodyFields('PipelineStageChange', {}, moving),
      query: ['move_to'],
    }),
  },
  Content: (shown) => (
    <>
      <div class="card">{shown.form('', { values: { stages: firstStages } })}</div>
      {shown.parts.pipelines.map((one) => (
        <OnePipeline {...shown} pipeline={one} />
      ))}
    </>
  ),
})

type OneProps = ShownPipelines & { pipeline: Pipeline }
const OnePipeline: FC<OneProps> = (shown) => {
  const { form, pipeline } = shown
  const { id, name, stages, is_default } = pipeline
  return (
    <section class="card stack" aria-labelledby={`pipeline-${id}`}>
      <h2 id={`pipeline-${id}`}>
        {name} {is_default ? <Badge kind="accent">default</Badge> : null}
      </h2>
      <ul class="rows">
        {stages.map((stage) => (
          <OneStage {...shown} stage={stage} />
        ))}
      </ul>
      {form('add-stage', { of: pipeline })}
      {form('change', { of: pipeline })}
      {is_default ? null : form('archive', { of: pipeline, about: name })}
    </section>
  )
}

const OneStage: FC<OneProps & { stage: Pipeline['stages'][number] }> = ({ stage, pipeline, ...shown }) => {
  const hidden = { pipeline_id: pipeline.id }
  const others = pipeline.stages.filter(({ id }) => id !== stage.id)
  const forms = [
    shown.form('change-stage', { of: stage, hidden }),
    shown.form('drop-stage', { of: stage, hidden, choices: { move_to: others } }),
  ]
  return (
    <li class="row" id={stage.id}>
      <div class="grow">
        <p class="title">{stage.name}</p>
        <p class="facts">
          <span>{`${stage.probability} %`}</span>
          {stage.rotting_days ? <span>{`rotten after ${count(stage.rotting_days, 'day')}`}</span> : null}
        </p>
      </div>
      <RowForms id={stage.id} about={stage.name} shown={shown} forms={forms.filter(Boolean)} />
    </li>
  )
}
