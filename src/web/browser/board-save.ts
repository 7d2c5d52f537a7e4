export type Column = { id: string; count: string; over: boolean; ids: string[]; sums?: string }
type Answer = { ok: boolean; message?: string; columns?: Column[] }
/** Where a card stood: in this list, before this card. */
export type Position = { list: Element; next: Element | null }

export const tilesIn = (list: Element) => [...list.children] as HTMLElement[]
export const laneOf = (tile: Element) => tile.closest<HTMLElement>('[data-column]')!
export const listOf = (lane: Element) => lane.querySelector('ol')!
const nameOf = (tile: Element) => tile.querySelector('.mono, .title')!.textContent.trim()

/** Moves a card, keeping the focus in it. */
export function moveTo(tile: Element, { list, next }: Position) {
  const focused = document.activeElement
  list.insertBefore(tile, next?.parentNode === list ? next : null)
  if (focused instanceof HTMLElement && tile.contains(focused)) focused.focus({ preventScroll: true })
}

/** Shows the columns as the service has them. */
function applyColumns(board: Element, columns: Column[]) {
  for (const { id, count, over, ids, sums } of columns) {
    const lane = board.querySelector(`[data-column="${id}"]`)
    if (!lane) continue
    const number = lane.querySelector('.number')!
    number.firstChild!.textContent = count
    number.classList.toggle('over', over)
    if (sums !== undefined) lane.querySelector('.sums')!.textContent = sums
    let after: Element | null = null
    for (const one of ids.toReversed()) {
      const tile: Element | null = board.querySelector(`[data-id="${one}"]`)
      if (!tile) continue
      if (tile.parentNode !== listOf(lane) || tile.nextElementSibling !== after)
        moveTo(tile, { list: listOf(lane), next: after })
      after = tile
    }
  }
}

async function post(to: string, body: URLSearchParams): Promise<Answer> {
  try {
    const response = await fetch(to, { method: 'POST', body, headers: { accept: 'application/json' } })
    return { ok: response.ok, ...((await response.json()) as object) }
  } catch {
    return { ok: false, message: 'The service could not be reached. Try again.' }
  }
}

/** The request that puts a card where it stands now. */
function moveOf(tile: HTMLElement): URLSearchParams {
  const above = tile.previousElementSibling as HTMLElement | null
  const below = tile.nextElementSibling as HTMLElement | null
  const body = new URLSearchParams({ id: tile.dataset.id!, column_id: laneOf(tile).dataset.column! })
  if (below) body.set('before_id', below.dataset.id!)
  else if (above) body.set('after_id', above.dataset.id!)
  return body
}

/** Saves moves one after the other. One that the service rejects is undone, and the status line says why. */
export function savingOn(board: HTMLElement) {
  const status = document.getElementById(`${board.id}-status`)!
  let queue = Promise.resolve()
  let pending = 0
  const save = async (tile: HTMLElement, body: URLSearchParams, before: Position) => {
    const { ok, message = '', columns } = await post(board.dataset.board!, body)
    pending--
    if (!ok && !columns) moveTo(tile, before)
    if (columns && !pending) applyColumns(board, columns)
    if (!ok) status.textContent = `${nameOf(tile)} stays where it was. ${message}`
    else if (message) status.textContent = `${nameOf(tile)}: ${message}`
  }
  return (tile: HTMLElement, before: Position) => {
    const lane = laneOf(tile)
    const tiles = tilesIn(listOf(lane))
    const laneName = lane.querySelector('h3 span')!.textContent
    status.textContent = `${nameOf(tile)}: ${laneName}, ${tiles.indexOf(tile) + 1} of ${tiles.length}`
    const body = moveOf(tile)
    pending++
    queue = queue.then(() => save(tile, body, before))
  }
}
export type Save = ReturnType<typeof savingOn>
