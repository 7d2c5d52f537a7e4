import type { FC } from 'hono/jsx'
import { type Pipeline, pipelinesOf } from '../deals/deal-parts.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type ShowForm } from '../kit/forms.tsx'
import { organizationPage, type Shown, within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { firstStages, stageLines, stagesIn } from './stage-lines.ts'
import { type Line, ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'

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
  under: within(['Settings', 'settings'], ['Deals', 'deals']),
  parts: async ({ read }) => ({ pipelines: await pipelinesOf(read) }),
  forms: {
    '': calling('createPipeline', {
      title: 'New pipeline',
      verb: 'Create pipeline',
      fields: bodyFields('PipelineDraft', { name: 'Name' }, { stages: stageLines }),
      also: ({ stages = '' }) => stagesIn(stages),
    }),
    change: calling('updatePipeline', { title: 'Change the pipeline', fields: pipelineFields }),
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
    'change-stage': calling('updatePipelineStage', { fields: stageFields }),
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

const OnePipeline: FC<ShownPipelines & { pipeline: Pipeline }> = ({ pipeline, ...shown }) => {
  const { form } = shown
  const { id, name, stages, is_default } = pipeline
  return (
    <ListSection
      id={`pipeline-${id}`}
      title={[`${name} `, is_default ? <Badge kind="accent">{say('default')}</Badge> : null]}
      of={stages}
      line={(stage) => stageLine(stage, pipeline, form)}
      shown={shown}
    >
      {form('add-stage', { of: pipeline })}
      {form('change', { of: pipeline })}
      {is_default ? null : form('archive', { of: pipeline, about: name })}
    </ListSection>
  )
}

function stageLine(stage: Pipeline['stages'][number], { id, stages }: Pipeline, form: ShowForm): Line {
  const hidden = { pipeline_id: id }
  const others = stages.filter((one) => one.id !== stage.id)
  return {
    title: stage.name,
    facts: [
      `${stage.probability} %`,
      stage.rotting_days && say('rotten after {counted}', { counted: count(stage.rotting_days, 'day') }),
    ],
    forms: [
      form('change-stage', { of: stage, hidden }),
      form('drop-stage', { of: stage, hidden, choices: { move_to: others } }),
    ],
  }
}
