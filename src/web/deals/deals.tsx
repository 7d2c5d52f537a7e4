import type { FC } from 'hono/jsx'
import { readerAt, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { mineTab, offsetOf, send, Tabs, withoutEmpty, withQuery } from '../kit/lists.tsx'
import { mayCall, type Query, type Read } from '../kit/operations.ts'
import { organizationContext, type Person } from '../kit/organization-context.ts'
import { organizationPage, type Shown } from '../kit/page.tsx'
import { offsetIn } from '../kit/pager.tsx'
import { say } from '../kit/say.ts'
import {
  type Problems,
  jsonResponse,
  PageError,
  pageErrorOf,
  redirectTo,
  type PageRequest,
  wantsJson,
} from '../kit/page-request.ts'
import { firstStages, stageLines, stagesIn } from '../pipelines/stage-lines.ts'
import { type Board, Closed, type Listed, mineOf, perColumn, perPage, Stages } from './deal-board.tsx'
import {
  clientsOf,
  dealsAt,
  localeOf,
  newDealFields,
  type Pipeline,
  pipelinesOf,
  sumsText,
} from './deal-parts.tsx'

type Parts = {
  pipelines: Pipeline[]
  board: Board | null
  clients: { id: string; name: string }[]
  currency: string
}

const pipelineFields = bodyFields('PipelineDraft', { name: 'Name' }, { stages: stageLines })

/** The board of a pipeline: its stages with open deals, and closed deals below. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/deals',
  title: 'Deals',
  lead: 'Possible sales, stage by stage. A weighted sum multiplies the value of each deal by its chance.',
  keeps: ['pipeline', 'mine', 'open_from'],
  parts: async ({ request, read }) => {
    const [pipelines, clients, { currency }, prefetched] = await Promise.all([
      pipelinesOf(read),
      clientsOf(read),
      read('getOrganization'),
      request.query.pipeline
        ? dealsIn(request, read, request.query.pipeline).catch(() => undefined)
        : undefined,
    ])
    const pipeline = selectedPipeline(request, pipelines)
    const board = pipeline && { pipeline, ...(prefetched ?? (await dealsIn(request, read, pipeline.id))) }
    return { pipelines, board: board ?? null, clients, currency }
  },
  forms: {
    '': calling('createDeal', {
      title: 'New deal',
      verb: 'Create deal',
      fields: newDealFields,
      also: ({ pipeline_id }) => ({ pipeline_id }),
      to: ({ organization }, { id }) => `/deals/${id}?org=${organization.slug}&done=saved`,
    }),
    pipelines: calling('createPipeline', {
      verb: 'Create pipeline',
      fields: pipelineFields,
      also: ({ stages = '' }) => stagesIn(stages),
      to: ({ organization }, { id }) => `${dealsAt(organization)}?pipeline=${id}&done=saved`,
    }),
  },
  acts: { move: moveDeal },
  Content: (shown) => {
    const { request, organization, parts, form } = shown
    const { board, pipelines, clients, currency } = parts
    if (!board && !mayCall(organization, 'createPipeline'))
      return <p class="muted">{say('There is no pipeline yet. A manager creates the first one.')}</p>
    if (!board)
      return (
        <div class="card stack">
          <h2>{say('The first pipeline')}</h2>
          {form('pipelines', { values: { name: say('Sales'), stages: firstStages } })}
        </div>
      )
    const { pipeline } = board
    const draft = form('', {
      values: { currency: pipeline.currency ?? currency },
      choices: { client_id: clients, stage_id: pipeline.stages },
      hidden: { pipeline_id: pipeline.id },
    })
    return (
      <>
        <Choices request={request} organization={organization} pipelines={pipelines} board={board} />
        {draft ? <div class="card">{draft}</div> : null}
        <Stages {...shown} board={board} may={mayCall(organization, 'moveDeal')} />
        <Closed {...shown} board={board} />
      </>
    )
  },
})

type Again = (problems: Problems, status: number) => Promise<Response>
/** The pipeline in the query, or the default one; undefined if there is none. */
function selectedPipeline({ query }: PageRequest, pipelines: Pipeline[]): Pipeline | undefined {
  const named = pipelines.find(({ id }) => id === query.pipeline)
  if (query.pipeline && !named)
    throw new PageError(
      404,
      say('No such pipeline'),
      say('It was deleted or archived. Choose one of those in use.'),
    )
  return named ?? pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
}

async function dealsIn(request: PageRequest, read: Read, pipeline_id: string) {
  const filter: Query<'listDeals'> = { pipeline_id, owner_user_id: mineOf(request) && 'me' }
  return together({
    open: openDeals(request, read, filter),
    closed: read('listDeals', {
      ...filter,
      status: 'won,lost',
      sort: '-closed_at',
      limit: perPage,
      offset: offsetOf(request),
    }),
  })
}

/** The open deals of a pipeline in board order, a thousand at a time. */
async function openDeals(request: PageRequest, read: Read, filter: Query<'listDeals'>): Promise<Listed> {
  const part = (offset: number) =>
    read('listDeals', { ...filter, status: 'open', sort: 'position', limit: 200, offset })
  const from = offsetIn(request, 'open_from')
  const { items, total } = await part(from)
  const offsets = [200, 400, 600, 800].map((more) => from + more).filter((offset) => offset < total)
  const more = await Promise.all(offsets.map(part))
  return { items: [items, ...more.map((one) => one.items)].flat(), total }
}

/** Moves a deal, by its form or by the script of the board, which gets the new state of the board. */
async function moveDeal(request: PageRequest, again: Again): Promise<Response> {
  const { at, organization, person } = await organizationContext(request)
  const { id = '', column_id: stage_id, before_id, after_id, position } = request.form
  const path = `${at}/deals/${encodeURIComponent(id)}/move`
  const body = withoutEmpty({ stage_id, before_id, after_id, position })
  if (wantsJson(request.c)) {
    const reply = await request.api.call('POST', path, { body })
    const message = reply.status < 300 ? undefined : pageErrorOf(reply).message
    const result = { message, columns: await columnsNow(request, at, person) }
    return jsonResponse(reply.status < 300 ? 200 : reply.status, result)
  }
  const { rejected } = await send(request, { path, body })
  if (rejected) return again(...rejected)
  return redirectTo(
    withQuery(dealsAt(organization), {
      ...withoutEmpty({ ...request.query, move: undefined }),
      done: 'saved',
    }),
  )
}

async function columnsNow(request: PageRequest, at: string, person: Person) {
  const read = readerAt(request, at)
  const pipeline = selectedPipeline(request, await pipelinesOf(read))
  if (!pipeline) return undefined
  const { open } = await dealsIn(request, read, pipeline.id)
  return pipeline.stages.map(({ id }) => {
    const items = open.items.filter(({ stage }) => stage.id === id)
    const ids = items.slice(0, perColumn).map((one) => one.id)
    return { id, count: String(items.length), over: false, ids, sums: sumsText(items, localeOf(person)) }
  })
}

const Choices: FC<
  Pick<Shown<null, Parts>, 'request' | 'organization'> & { pipelines: Pipeline[]; board: Board }
> = ({ request, organization, pipelines, board: { pipeline } }) => {
  const mine = mineOf(request)
  const of = pipelines.map(({ id, name }) => ({
    label: name,
    to: withQuery(dealsAt(organization), { pipeline: id, mine }),
    current: id === pipeline.id,
  }))
  return (
    <Tabs
      of={[...of, mineTab(dealsAt(organization), Boolean(mine), { pipeline: pipeline.id })]}
      name={say('Pipelines')}
    />
  )
}
