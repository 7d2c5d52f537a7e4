import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { Answer } from './operations.ts'
import { Hidden } from './parts.tsx'
import { Choice } from './inputs.tsx'
import { say } from './say.ts'
import { noProblems } from './page-request.ts'

type BoardColumn = Answer<'getBoard'>['columns'][number]
type BoardCard = BoardColumn['items'][number]
export type Board = { columns: BoardColumn[] }

/** Cards shown in a column when the board is part of another page; the rest are only counted. */
export const shownCards = 5

/** The forms of the board, which belong to the page of its project. */
export type BoardActions = {
  /** The path of the project's page, which prefixes the form actions. */
  at: string
  /** The key of the card whose move form is open. */
  open?: string | undefined
  /** The form for a new task in a column. */
  create: (column: BoardColumn) => Child
}
type Props = {
  id: string
  name: string
  board: Board
  org: string
  /** The key or id of the project, and the filter of its tasks that the board shows. */
  project: string
  filter?: string
  actions?: BoardActions | undefined
}

export const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => Array.from(part)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The number of cards in a column, with its limit if there is one. */
export const countText = ({ count: all, wip_limit }: Pick<BoardColumn, 'count' | 'wip_limit'>) =>
  wip_limit ? say('{all} of {wip_limit}', { all, wip_limit }) : all.toLocaleString('en')

type FrameProps = PropsWithChildren<{ id: string; name: string; moves: string | undefined }>
/**
 * A board; on a narrow screen it scrolls inside its frame. Cards are moved by a form and, if scripts run, by dragging and with
 * the arrow keys, which post to `moves`.
 */
export const BoardFrame: FC<FrameProps> = ({ id, name, moves, children }) => (
  <>
    <div class="board" tabindex={0} role="region" aria-label={say('Board of {name}', { name })}>
      <div class="lanes" id={id} data-board={moves}>
        {children}
      </div>
    </div>
    {moves ? (
      <>
        <p class="hint" id={`${id}-help`} hidden>
          {say(
            'Drag a card, or move it with the arrow keys when its Move link is focused; Enter opens a form.',
          )}
        </p>
        <p class="hint" role="status" id={`${id}-status`} />
      </>
    ) : null}
  </>
)

type LaneProps = PropsWithChildren<{
  board: string
  id: string
  name: string
  number: string
  /** What the number counts, for screen readers. */
  unit: string
  over?: boolean
  /** The totals of the cards, which the script keeps up to date. */
  sums?: string
  /** The number of cards that are not shown, and where they are. */
  more: number
  rest: string
  foot?: Child
}>
/** A column of a board with its cards. */
export const Lane: FC<LaneProps> = ({
  board,
  id,
  name,
  number,
  unit,
  over,
  sums,
  more,
  rest,
  foot,
  children,
}) => (
  <section class="lane" aria-labelledby={`${board}-${id}`} data-column={id}>
    <h3 class="head" id={`${board}-${id}`}>
      <span>{name}</span>
      <span class={over ? 'number over' : 'number'}>
        {number}
        <span class="hidden">{` ${unit}`}</span>
      </span>
    </h3>
    {sums === undefined ? null : <p class="hint sums">{sums}</p>}
    <ol>{children}</ol>
    {more > 0 ? (
      <p class="hint">
        <a href={rest}>{say('and {more} more', { more: more.toLocaleString('en') })}</a>
      </p>
    ) : null}
    {foot}
  </section>
)

type GripProps = { id: string; href: string; what: string }
/** Moves a card: a link to its form, and a drag handle if scripts run. */
export const Grip: FC<GripProps> = ({ id, href, what }) => (
  <a class="grip" id={`card-${id}`} href={`${href}#card-${id}`}>
    {say('Move')}
    <span class="hidden">{` ${what}`}</span>
  </a>
)

type MoveProps = {
  to: string
  fields: Record<string, string>
  label: string
  columns: { id: string; name: string }[]
  current: string
  back: string
}
/** The form that moves a card to the top or bottom of a column. */
export const MoveForm: FC<MoveProps> = ({ to, fields, label, columns, current, back }) => (
  <form class="close" method="post" action={to}>
    <Hidden fields={fields} />
    <Choice
      name="column_id"
      label={label}
      choices={columns.map(({ id, name }) => [id, name])}
      values={{ column_id: current }}
      problems={noProblems}
    />
    <Choice
      name="position"
      label={say('Place')}
      choices={[
        ['top', 'first'],
        ['bottom', 'last'],
      ]}
      values={{}}
      problems={noProblems}
    />
    <div class="buttons">
      <button class="primary slim">{say('Move')}</button>
      <a href={back}>{say('Cancel')}</a>
    </div>
  </form>
)

/** The list of a project's tasks that meet all filters. */
const listAt = (project: string, org: string, filters: (string | undefined)[]) =>
  `/projects/${project}?${new URLSearchParams({ org, q: filters.filter(Boolean).join(' and ') })}#tasks`

/** The board of a project. */
export const BoardView: FC<Props> = ({ id, name, board: { columns }, org, project, filter, actions }) => (
  <BoardFrame id={id} name={name} moves={actions && `${actions.at}/move?org=${org}`}>
    {columns.map((one) => (
      <Lane
        board={id}
        id={one.id}
        name={one.name}
        number={countText(one)}
        unit={say('in this column')}
        over={one.over_limit}
        more={one.count - one.items.length}
        rest={listAt(project, org, [`column:${one.id}`, filter])}
        foot={actions?.create(one)}
      >
        {one.items.map((item) => (
          <Tile item={item} column={one} columns={columns} org={org} actions={actions} />
        ))}
      </Lane>
    ))}
  </BoardFrame>
)

type TileProps = Pick<Props, 'org' | 'actions'> & {
  item: BoardCard
  column: BoardColumn
  columns: BoardColumn[]
}
const Tile: FC<TileProps> = ({ item, column, columns, org, actions }) => (
  <li class={['high', 'urgent'].includes(item.priority) ? `tile ${item.priority}` : 'tile'} data-id={item.id}>
    <p class="facts">
      <span class="mono">{item.key}</span>
      {item.is_blocked ? (
        <strong>{say('blocked')}</strong>
      ) : item.is_overdue ? (
        <strong>{say('overdue')}</strong>
      ) : null}
    </p>
    <a class="title" href={`/tasks/${item.key}?org=${org}`} draggable="false">
      {item.title}
    </a>
    <p class="facts">
      {item.estimate_points === null ? null : (
        <span>{say('{estimate_points} pt', { estimate_points: item.estimate_points })}</span>
      )}
      {item.assignee ? <span title={item.assignee.name}>{initials(item.assignee.name)}</span> : null}
      {actions ? (
        <Grip id={item.key} href={`${actions.at}?org=${org}&move=${item.key}`} what={item.key} />
      ) : null}
    </p>
    {actions?.open === item.key ? (
      <MoveForm
        to={`${actions.at}/move?org=${org}`}
        fields={{ id: item.id, move: item.key }}
        label={say('Column')}
        columns={columns}
        current={column.id}
        back={`${actions.at}?org=${org}#card-${item.key}`}
      />
    ) : null}
  </li>
)
