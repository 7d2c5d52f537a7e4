import type { FC } from 'hono/jsx'
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

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => Array.from(part)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The cards of a column by its limit, as people say it. */
export const held = ({ count: all, wip_limit }: Pick<BoardColumn, 'count' | 'wip_limit'>) =>
  wip_limit ? `${all} of ${wip_limit}` : all.toLocaleString('en')

/**
 * The board of a project, read from left to right; on a narrow screen it scrolls inside its frame. Cards are moved by a
 * form; where scripts run also by dragging and by the arrow keys.
 */
export const BoardView: FC<Props> = ({ id, name, board: { columns }, org, doing }) => (
  <>
    <div class="board" tabindex={0} role="region" aria-label={`Board of ${name}`}>
      <div class="lanes" id={id} data-board={doing && `${doing.at}/move?org=${org}`}>
        {columns.map((one) => (
          <Lane column={one} columns={columns} board={id} org={org} doing={doing} />
        ))}
      </div>
    </div>
    {doing ? (
      <>
        <p class="hint" id={`${id}-how`} hidden>
          Drag a card, or move it with the arrow keys when its Move is focused; Enter opens a form.
        </p>
        <p class="hint" role="status" id={`${id}-said`} />
      </>
    ) : null}
  </>
)

type LaneProps = Pick<Props, 'org' | 'doing'> & { column: BoardColumn; columns: BoardColumn[]; board: string }
const Lane: FC<LaneProps> = ({ column: one, columns, board, org, doing }) => (
  <section class="lane" aria-labelledby={`${board}-${one.id}`} data-column={one.id}>
    <h3 class="head" id={`${board}-${one.id}`}>
      <span>{one.name}</span>
      <span class={one.over_limit ? 'number over' : 'number'}>
        {held(one)}
        <span class="hidden">{one.wip_limit ? ' cards at most' : one.count === 1 ? ' card' : ' cards'}</span>
      </span>
    </h3>
    <ol>
      {one.items.map((item) => (
        <Tile item={item} column={one} columns={columns} org={org} doing={doing} />
      ))}
    </ol>
    {one.count > one.items.length ? (
      <p class="hint">{`and ${(one.count - one.items.length).toLocaleString('en')} more`}</p>
    ) : null}
    {doing ? <NewCard column={one} org={org} doing={doing} /> : null}
  </section>
)

type TileProps = Omit<LaneProps, 'board'> & { item: BoardCard }
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
      {doing ? (
        <a
          class="grip"
          id={`card-${item.key}`}
          href={`${doing.at}?org=${org}&move=${item.key}#card-${item.key}`}
        >
          Move<span class="hidden">{` ${item.key}`}</span>
        </a>
      ) : null}
    </p>
    {doing?.open === item.key ? <MoveForm item={item} {...{ column, columns, org, doing }} /> : null}
  </li>
)

const MoveForm: FC<TileProps & { doing: Doing }> = ({ item, column, columns, org, doing }) => (
  <form class="close" method="post" action={`${doing.at}/move?org=${org}`}>
    <Hidden fields={{ id: item.id, move: item.key }} />
    <Choice
      name="column_id"
      label="Column"
      choices={columns.map(({ id, name }) => [id, name])}
      values={{ column_id: column.id }}
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
      <a href={`${doing.at}?org=${org}#card-${item.key}`}>Leave it</a>
    </div>
  </form>
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
