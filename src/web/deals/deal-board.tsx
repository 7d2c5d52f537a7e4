import type { FC } from 'hono/jsx'
import { BoardFrame, Grip, initials, Lane, MoveForm } from '../kit/board.tsx'
import { type Deal, dealLine, dealsAt, localeOf, type Pipeline, sumsText, sumsOf } from './deal-parts.tsx'
import { withQuery, withoutEmpty, offsetOf } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { offsetIn, Pager } from '../kit/pager.tsx'
import { Figures, Section } from '../kit/parts.tsx'
import type { MemberOrganization, Person } from '../kit/organization-context.ts'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'

export type Listed = { items: Deal[]; total: number }
export type Board = { pipeline: Pipeline; open: Listed; closed: Listed }

/** Cards shown in a column, and closed deals on one page. */
export const perColumn = 50
export const perPage = 20
/** Open deals on one board. */
const perBoard = 1000

export const mineOf = ({ query }: PageRequest) => query.mine && 'yes'
const paramsOf = (request: PageRequest, { pipeline }: Board) => ({
  pipeline: pipeline.id,
  mine: mineOf(request),
  open_from: request.query.open_from,
})
type Props = { request: PageRequest; person: Person; organization: MemberOrganization; board: Board }
type BoardProps = Props & { may: boolean }
/** The stages of a pipeline with their open deals and totals. */
export const Stages: FC<BoardProps> = (shown) => {
  const { request, organization, board, may } = shown
  const { pipeline, open } = board
  return (
    <Section id="board" title={open.total ? count(open.total, 'open deal') : say('No open deal')}>
      <Sums {...shown} />
      {open.total > open.items.length ? (
        <p class="hint">
          {say('{counted} of them are shown and summed up here.', {
            counted: count(open.items.length, 'deal'),
          })}
        </p>
      ) : null}
      <Pager
        at={dealsAt(organization)}
        query={withoutEmpty({ ...paramsOf(request, board), open_from: undefined })}
        name="open_from"
        offset={offsetIn(request, 'open_from')}
        size={perBoard}
        total={open.total}
      />
      <BoardFrame
        id={`board-${pipeline.id}`}
        name={pipeline.name}
        moves={may ? withQuery(`${dealsAt(organization)}/move`, paramsOf(request, board)) : undefined}
      >
        {pipeline.stages.map((stage) => (
          <Stage {...shown} stage={stage} />
        ))}
      </BoardFrame>
    </Section>
  )
}

const Stage: FC<BoardProps & { stage: Pipeline['stages'][number] }> = ({ stage, ...shown }) => {
  const { request, person, organization, board } = shown
  const items = board.open.items.filter((deal) => deal.stage.id === stage.id)
  const most = request.query.all === stage.id ? items.length : perColumn
  return (
    <Lane
      board={`board-${board.pipeline.id}`}
      id={stage.id}
      name={stage.name}
      number={String(items.length)}
      unit={say('in this stage')}
      sums={sumsText(items, localeOf(person))}
      more={items.length - most}
      rest={withQuery(dealsAt(organization), { ...paramsOf(request, board), all: stage.id })}
    >
      {items.slice(0, most).map((deal) => (
        <Card {...shown} deal={deal} />
      ))}
    </Lane>
  )
}

const Sums: FC<BoardProps> = ({ board: { open } }) => (
  <Figures
    of={sumsOf(open.items).map(({ currency, value, weighted }) => [
      currency,
      <Money minor={value} currency={currency} />,
      say('weighted {amount}', { amount: <Money minor={weighted} currency={currency} /> }),
    ])}
  />
)

const Card: FC<BoardProps & { deal: Deal }> = ({ request, organization, board, may, deal }) => {
  const { id, title, client, owner, value_minor, currency, effective_probability, rotten, stage } = deal
  const here = paramsOf(request, board)
  const moving = (request.query.move ?? request.form.id) === id
  return (
    <li class={rotten ? 'tile high' : 'tile'} data-id={id}>
      <a class="title" href={`/deals/${id}?org=${organization.slug}`} draggable="false">
        {title}
      </a>
      <p class="facts">
        {client ? <span>{client.name}</span> : null}
        {rotten ? <strong>{say('rotten')}</strong> : null}
      </p>
      <p class="facts">
        <Money minor={value_minor} currency={currency} />
        <span>{`${effective_probability} %`}</span>
        {owner ? <span title={owner.name}>{initials(owner.name)}</span> : null}
        {may ? (
          <Grip id={id} href={withQuery(dealsAt(organization), { ...here, move: id })} what={title} />
        ) : null}
      </p>
      {may && moving ? (
        <MoveForm
          to={withQuery(`${dealsAt(organization)}/move`, here)}
          fields={{ id }}
          label={say('Stage')}
          columns={board.pipeline.stages}
          current={stage.id}
          back={`${withQuery(dealsAt(organization), here)}#card-${id}`}
        />
      ) : null}
    </li>
  )
}

/** The won and lost deals of a pipeline, newest first. */
export const Closed: FC<Props> = ({ request, organization, board }) =>
  board.closed.total || offsetOf(request) ? (
    <ListSection
      id="closed"
      title={count(board.closed.total, 'closed deal')}
      of={board.closed.items}
      line={(deal) => dealLine(deal, organization.slug)}
    >
      <Pager
        at={dealsAt(organization)}
        query={withoutEmpty(paramsOf(request, board))}
        offset={offsetOf(request)}
        size={perPage}
        total={board.closed.total}
      />
    </ListSection>
  ) : null
