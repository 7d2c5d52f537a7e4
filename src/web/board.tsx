import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { Choice, Hidden } from './parts.tsx'
import { noProblems } from './visit.ts'

export type BoardCard = {
  id: string
  key: string
  title: string
  priority: string
  assignee: { name: string } | null
  estimate_points: number | null
  is_overdue: boolean
  is_blocked: boolean
}
export type BoardColumn = {
  id: string
  name: string
  wip_limit: number | null
  over_limit: boolean
  count: number
  items: BoardCard[]
}
export type Board = { columns: BoardColumn[] }

/** Cards that a column shows where the board is a part of another page; the rest is a count. */
export const shownCards = 5

/** What can be done on the board, by forms of the page of its project. */
export type Doing = {
  /** The address of the project's page, to which the forms are relative. */
  at: string
  once: string
  /** The card whose form stands open, by its key. */
  open?: string | undefined
  /** The column whose form for a new task stands open, with what was typed and what is wrong with it. */
  begun?: { column: string; title: string; problem: string | undefined } | undefined
}
type Props = { id: string; name: string; board: Board; org: string; doing?: Doing | undefined }

export const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => Array.from(part)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The cards of a column by its limit, as people say it. */
export const held = ({ count: all, wip_limit }: Pick<BoardColumn, 'count' | 'wip_limit'>) =>
  wip_limit ? `${all} of ${wip_limit}` : all.toLocaleString('en')

type FrameProps = PropsWithChildren<{ id: string; name: string; moves: string | undefined }>
/**
 * A board, read from left to right; on a narrow screen it scrolls inside its frame. Cards are moved by a form; where
 * scripts run also by dragging and by the arrow keys, which `moves` is told of.
 */
export const BoardFrame: FC<FrameProps> = ({ id, name, moves, children }) => (
  <>
    <div class="board" tabindex={0} role="region" aria-label={`Board of ${name}`}>
      <div class="lanes" id={id} data-board={moves}>
        {children}
      </div>
    </div>
    {moves ? (
      <>
        <p class="hint" id={`${id}-how`} hidden>
          Drag a card, or move it with the arrow keys when its Move is focused; Enter opens a form.
        </p>
        <p class="hint" role="status" id={`${id}-said`} />
      </>
    ) : null}
  </>
)

type LaneProps = PropsWithChildren<{
  board: string
  id: string
  name: string
  number: string
  /** What the number counts, for those who hear it. */
  unit: string
  over?: boolean
  /** What the cards come to, which the script keeps up to date. */
  sums?: string
  /** Cards that are there and not shown. */
  more: number
  foot?: Child
}>
/** A column of a board with its cards. */
export const Lane: FC<LaneProps> = ({ board, id, name, number, unit, over, sums, more, foot, children }) => (
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
    {more > 0 ? <p class="hint">{`and ${more.toLocaleString('en')} more`}</p> : null}
    {foot}
  </section>
)

type GripProps = { id: string; href: string; what: string }
/** What a card is moved by: a link to its form, and where scripts run a handle. */
export const Grip: FC<GripProps> = ({ id, href, what }) => (
  <a class="grip" id={`card-${id}`} href={`${href}#card-${id}`}>
    Move<span class="hidden">{` ${what}`}</span>
  </a>
)

type MoveProps = {
  to: string
  fields: Record<string, string>
  label: string
  columns: { id: string; name: string }[]
  now: string
  back: string
}
/** The form that moves a card into a column, to its top or its bottom. */
export const MoveForm: FC<MoveProps> = ({ to, fields, label, columns, now, back }) => (
  <form class="close" method="post" action={to}>
    <Hidden fields={fields} />
    <Choice
      name="column_id"
      label={label}
      choices={columns.map(({ id, name }) => [id, name])}
      values={{ column_id: now }}
      problems={noProblems}
    />
    <Choice
      name="position"
      label="Place"
      choices={[
        ['top', 'first'],
        ['bottom', 'last'],
      ]}
      values={{}}
      problems={noProblems}
    />
    <div class="doings">
      <button class="primary slim">Move</button>
      <a href={back}>Leave it</a>
    </div>
  </form>
)

/** The board of a project. */
export const BoardView: FC<Props> = ({ id, name, board: { columns }, org, doing }) => (
  <BoardFrame id={id} name={name} moves={doing && `${doing.at}/move?org=${org}`}>
    {columns.map((one) => (
      <Lane
        board={id}
        id={one.id}
        name={one.name}
        number={held(one)}
        unit={one.wip_limit ? 'cards at most' : one.count === 1 ? 'card' : 'cards'}
        over={one.over_limit}
        more={one.count - one.items.length}
        foot={doing ? <NewCard column={one} org={org} doing={doing} /> : null}
      >
        {one.items.map((item) => (
          <Tile item={item} column={one} columns={columns} org={org} doing={doing} />
        ))}
      </Lane>
    ))}
  </BoardFrame>
)

type TileProps = Pick<Props, 'org' | 'doing'> & {
  item: BoardCard
  column: BoardColumn
  columns: BoardColumn[]
}
const Tile: FC<TileProps> = ({ item, column, columns, org, doing }) => (
  <li class={['high', 'urgent'].includes(item.priority) ? `tile ${item.priority}` : 'tile'} data-id={item.id}>
    <p class="facts">
      <span class="mono">{item.key}</span>
      {item.is_blocked ? <strong>blocked</strong> : item.is_overdue ? <strong>overdue</strong> : null}
    </p>
    <a class="title" href={`/tasks/${item.key}?org=${org}`} draggable="false">
      {item.title}
    </a>
    <p class="facts">
      {item.estimate_points === null ? null : <span>{`${item.estimate_points} pt`}</span>}
      {item.assignee ? <span title={item.assignee.name}>{initials(item.assignee.name)}</span> : null}
      {doing ? <Grip id={item.key} href={`${doing.at}?org=${org}&move=${item.key}`} what={item.key} /> : null}
    </p>
    {doing?.open === item.key ? (
      <MoveForm
        to={`${doing.at}/move?org=${org}`}
        fields={{ id: item.id, move: item.key }}
        label="Column"
        columns={columns}
        now={column.id}
        back={`${doing.at}?org=${org}#card-${item.key}`}
      />
    ) : null}
  </li>
)

const NewCard: FC<{ column: BoardColumn; org: string; doing: Doing }> = ({
  column: { id, name },
  org,
  doing: { at, once, begun },
}) => {
  const mine = begun?.column === id ? begun : undefined
  return (
    <details class="more small" open={mine !== undefined}>
      <summary>
        New task<span class="hidden">{` in ${name}`}</span>
      </summary>
      <form class="close" method="post" action={`${at}?org=${org}`} novalidate>
        <Hidden fields={{ once: `${once}-${id.slice(-8)}`, column_id: id }} />
        <label for={`title-${id}`}>Title</label>
        {mine?.problem ? (
          <p class="problem" id={`title-${id}-problem`}>
            {mine.problem}
          </p>
        ) : null}
        <input
          type="text"
          id={`title-${id}`}
          name="title"
          maxlength={255}
          value={mine?.title}
          aria-invalid={mine?.problem ? 'true' : undefined}
          aria-describedby={mine?.problem ? `title-${id}-problem` : undefined}
        />
        <button class="slim">Create task</button>
      </form>
    </details>
  )
}
