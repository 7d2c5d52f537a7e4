import type { FC } from 'hono/jsx'
import { dealDraft, NewDeal, NewPipeline, pipelineDraft } from './deal-new.tsx'
import {
  type Board,
  Closed,
  boardUrl,
  type Listed,
  mineOf,
  perColumn,
  perPage,
  Stages,
} from './deal-board.tsx'
import {
  clientsOf,
  type Deal,
  dealLabels,
  dealsAt,
  localeOf,
  type Pipeline,
  pipelinesOf,
  sumsText,
} from './deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import { withQuery, withoutEmpty, mineTab, pageQuery, send, Tabs, ListHeader } from '../kit/lists.tsx'
import { offsetIn } from '../kit/pager.tsx'
import { type Home, isAtLeast, type Person, organizationContext } from '../kit/organization-context.ts'
import {
  bodyOf,
  type Form,
  redirectTo,
  jsonResponse,
  noProblems,
  type Page,
  type Problems,
  PageError,
  pageErrorOf,
  type Visit,
  wantsJson,
} from '../kit/visit.ts'

type Parts = {
  pipelines: Pipeline[]
  board: Board | null
  clients: { id: string; name: string }[]
  currency: string
}
type Shown = Parts & { visit: Visit; person: Person; home: Home; problems: Problems }

/** The board of a pipeline: its stages with open deals, and closed deals below. */
export const showDeals: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at): Promise<Parts> => {
    const [pipelines, clients, { currency }, prefetched] = await Promise.all([
      pipelinesOf(visit, at),
      clientsOf(visit, at),
      visit.api.call<{ currency: string }>('GET', at).then((reply) => bodyOf(reply, visit.here)),
      visit.query.pipeline ? dealsIn(visit, at, visit.query.pipeline) : undefined,
    ])
    const pipeline = selectedPipeline(visit, pipelines)
    const board = pipeline && { pipeline, ...(prefetched ?? (await dealsIn(visit, at, pipeline.id))) }
    return { pipelines, board: board ?? null, clients, currency }
  })
  return show(
    visit,
    { title: `Deals of ${home.name}`, me: person, zone: home.timezone, status },
    <Content {...parts} visit={visit} person={person} home={home} problems={problems} />,
  )
}

/** The pipeline in the query, or the default one; undefined if there is none. */
function selectedPipeline({ query }: Visit, pipelines: Pipeline[]): Pipeline | undefined {
  const named = pipelines.find(({ id }) => id === query.pipeline)
  if (query.pipeline && !named)
    throw new PageError(404, 'No such pipeline', 'It was deleted or archived. Choose one of those in use.')
  return named ?? pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
}

/** Deals as the API lists them; none if the query is invalid. */
async function listed({ api, here }: Visit, at: string, query: URLSearchParams | Form): Promise<Listed> {
  const reply = await api.call<Listed>('GET', `${at}/deals?${new URLSearchParams(query)}`)
  return reply.status === 422 ? { items: [], total: 0 } : bodyOf(reply, here)
}

async function dealsIn(visit: Visit, at: string, pipeline_id: string) {
  const params = withoutEmpty({ pipeline_id, owner_user_id: mineOf(visit) && 'me' })
  const [open, closed] = await Promise.all([
    openDeals(visit, at, params),
    listed(visit, at, pageQuery(visit, { ...params, status: 'won,lost', sort: '-closed_at' }, perPage)),
  ])
  return { open, closed }
}

/** The open deals of a pipeline in board order, a thousand at a time. */
async function openDeals(visit: Visit, at: string, params: Form): Promise<Listed> {
  const part = (offset: number) =>
    listed(visit, at, { ...params, status: 'open', sort: 'position', limit: '200', offset: String(offset) })
  const from = offsetIn(visit, 'open_from')
  const { items, total } = await part(from)
  const offsets = [200, 400, 600, 800].map((more) => from + more).filter((offset) => offset < total)
  const more = await Promise.all(offsets.map(part))
  return { items: [items, ...more.map((one) => one.items)].flat(), total }
}

export const createDeal: Page = async (visit) => {
  const { at, home, parts } = await organizationContext(visit, async (at) => {
    const [pipelines, organization] = await Promise.all([
      pipelinesOf(visit, at),
      visit.api.call<{ currency: string }>('GET', at),
    ])
    return selectedPipeline(visit, pipelines)?.currency ?? bodyOf(organization, visit.here).currency
  })
  const { body, problems } = dealDraft(visit.form, parts)
  if (problems) return page(visit, { fields: problems, general: [] }, 422)
  const draft = { ...body, ...(visit.query.pipeline && { pipeline_id: visit.query.pipeline }) }
  const fields = Object.keys(dealLabels)
  const { rejected, result } = await send<Deal>(visit, { path: `${at}/deals`, body: draft, fields })
  return rejected ? page(visit, ...rejected) : redirectTo(`/deals/${result.id}?org=${home.slug}&done=saved`)
}

export const createPipeline: Page = async (visit) => {
  const { at, home } = await organizationContext(visit)
  const { body, problems } = pipelineDraft(visit.form)
  if (problems) return page(visit, { fields: problems, general: [] }, 422)
  const request = { path: `${at}/pipelines`, body, fields: ['name', 'stages'] }
  const { rejected, result } = await send<Pipeline>(visit, request)
  return rejected ? page(visit, ...rejected) : redirectTo(`${dealsAt(home)}?pipeline=${result.id}&done=saved`)
}

/** Moves a deal, by its form or by the script of the board, which gets the new state of the board. */
export const moveDeal: Page = async (visit) => {
  const { at, home, person } = await organizationContext(visit)
  const { id = '', column_id: stage_id, before_id, after_id, position } = visit.form
  const path = `${at}/deals/${encodeURIComponent(id)}/move`
  const body = withoutEmpty({ stage_id, before_id, after_id, position })
  if (wantsJson(visit.c)) {
    const reply = await visit.api.call('POST', path, { body })
    const message = reply.status < 300 ? undefined : pageErrorOf(reply).message
    const result = { message, columns: await columnsNow(visit, at, person) }
    return jsonResponse(reply.status < 300 ? 200 : reply.status, result)
  }
  const { rejected } = await send(visit, { path, body })
  if (rejected) return page(visit, ...rejected)
  return redirectTo(
    withQuery(dealsAt(home), { ...withoutEmpty({ ...visit.query, move: undefined }), done: 'saved' }),
  )
}

async function columnsNow(visit: Visit, at: string, person: Person) {
  const pipeline = selectedPipeline(visit, await pipelinesOf(visit, at))
  if (!pipeline) return undefined
  const { open } = await dealsIn(visit, at, pipeline.id)
  return pipeline.stages.map(({ id }) => {
    const items = open.items.filter(({ stage }) => stage.id === id)
    const ids = items.slice(0, perColumn).map((one) => one.id)
    return { id, count: String(items.length), over: false, ids, sums: sumsText(items, localeOf(person)) }
  })
}

const Content: FC<Shown> = (shown) => {
  const { visit, home, pipelines, board, problems } = shown
  const may = isAtLeast(home, 'member')
  const manager = isAtLeast(home, 'manager')
  return (
    <>
      <ListHeader
        {...shown}
        title="Deals"
        lead="Possible sales, stage by stage. A weighted sum multiplies the value of each deal by its chance."
        labels={{ ...dealLabels, name: 'Name', stages: 'Stages' }}
      />
      {board ? <Choices {...shown} board={board} /> : <p class="muted">There is no pipeline yet.</p>}
      {board && may ? (
        <NewDeal {...shown} pipeline={board.pipeline} to={boardUrl(visit, home, board)} />
      ) : null}
      {board ? <Stages {...shown} board={board} may={may} /> : null}
      {board ? <Closed {...shown} board={board} /> : null}
      {manager && !pipelines.length ? (
        <NewPipeline to={`${dealsAt(home)}/pipelines`} values={visit.form} problems={problems} />
      ) : null}
      {board || manager ? null : <p>A manager creates the first one.</p>}
    </>
  )
}

const Choices: FC<Shown & { board: Board }> = ({ visit, home, pipelines, board: { pipeline } }) => {
  const mine = mineOf(visit)
  const of = pipelines.map(({ id, name }) => ({
    label: name,
    to: withQuery(dealsAt(home), { pipeline: id, mine }),
    current: id === pipeline.id,
  }))
  return (
    <Tabs of={[...of, mineTab(dealsAt(home), Boolean(mine), { pipeline: pipeline.id })]} name="Pipelines" />
  )
}
