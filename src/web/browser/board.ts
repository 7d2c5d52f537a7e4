import { laneOf, listOf, moveTo, type Position, type Save, savingOn, tilesIn } from './board-save.ts'

/**
 * Moves the cards of a board by dragging and with the arrow keys. A card is moved at once; if the service rejects the move,
 * it is undone, and the status line below the board says why.
 */
export function makeMovable(board: HTMLElement) {
  document.getElementById(`${board.id}-help`)!.hidden = false
  const save = savingOn(board)
  board.addEventListener('keydown', (event) => moveByKey(event, save))
  makeDraggable(board, save)
}

function moveByKey(event: KeyboardEvent, save: Save) {
  const tile = (event.target as Element).closest('.grip')?.closest<HTMLElement>('.tile')
  if (!tile || event.ctrlKey || event.altKey || event.metaKey || !event.key.startsWith('Arrow')) return
  event.preventDefault()
  const [list, next, lane] = [tile.parentElement!, tile.nextElementSibling, laneOf(tile)]
  const to = destinationOf(event.key, tile, lane)
  if (!to) return
  moveTo(tile, to)
  tile.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  save(tile, { list, next })
}

function destinationOf(key: string, tile: HTMLElement, lane: Element): Position | null {
  const [list, next, previous] = [tile.parentElement!, tile.nextElementSibling, tile.previousElementSibling]
  if (key === 'ArrowUp') return previous && { list, next: previous }
  if (key === 'ArrowDown') return next && { list, next: next.nextElementSibling }
  const neighbour = key === 'ArrowLeft' ? lane.previousElementSibling : lane.nextElementSibling
  if (!neighbour) return null
  return { list: listOf(neighbour), next: tilesIn(listOf(neighbour))[tilesIn(list).indexOf(tile)] ?? null }
}

type Drag = Position & { tile: HTMLElement; x: number; y: number; pointer: number; moving: boolean }
/** How far a pointer moves before it drags, and how near to the edge it scrolls the board, in pixels. */
const [slack, edge] = [6, 32]

function makeDraggable(board: HTMLElement, save: Save) {
  let drag: Drag | null = null
  const drop = (saved: boolean) => {
    const dropped = drag
    drag = null
    if (dropped) finishDrag(board, dropped, saved, save)
  }
  board.addEventListener('pointerdown', (event) => (drag = dragFrom(event)))
  board.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return
    if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return
    if (!drag.moving) {
      drag.moving = true
      drag.tile.classList.add('lifted')
      board.setPointerCapture(drag.pointer)
    }
    event.preventDefault()
    followPointer(board, drag.tile, event)
  })
  board.addEventListener('pointerup', () => drop(true))
  board.addEventListener('pointercancel', () => drop(false))
  board.addEventListener('dragstart', (event) => event.preventDefault())
  addEventListener('keydown', (event) => event.key === 'Escape' && drop(false))
}

/** A drag begins on the whole card by mouse, and on its grip by touch, so that the page still scrolls. */
function dragFrom(event: PointerEvent): Drag | null {
  const target = event.target as Element
  const tile = target.closest<HTMLElement>('.tile')
  if (!tile || event.button || target.closest('form')) return null
  if (event.pointerType !== 'mouse' && !target.closest('.grip')) return null
  const { clientX: x, clientY: y, pointerId: pointer } = event
  return { tile, x, y, pointer, list: tile.parentElement!, next: tile.nextElementSibling, moving: false }
}

function followPointer(board: HTMLElement, tile: HTMLElement, { clientX: x, clientY: y }: PointerEvent) {
  const view = board.parentElement!
  const frame = view.getBoundingClientRect()
  if (x > frame.right - edge) view.scrollLeft += edge / 2
  if (x < frame.left + edge) view.scrollLeft -= edge / 2
  const lane = [...board.children].find((one) => {
    const { left, right } = one.getBoundingClientRect()
    return x >= left && x <= right
  })
  if (!lane) return
  const list = listOf(lane)
  const below = tilesIn(list).find((one) => {
    const { top, height } = one.getBoundingClientRect()
    return one !== tile && y < top + height / 2
  })
  if (tile.parentNode !== list || tile.nextElementSibling !== (below ?? null))
    list.insertBefore(tile, below ?? null)
}

function finishDrag(board: HTMLElement, drag: Drag, saved: boolean, save: Save) {
  const { tile, list, next, moving, pointer } = drag
  tile.classList.remove('lifted')
  if (board.hasPointerCapture(pointer)) board.releasePointerCapture(pointer)
  if (!moving) return
  swallowClick(board)
  if (!saved) moveTo(tile, { list, next })
  else if (tile.parentNode !== list || tile.nextElementSibling !== next) save(tile, { list, next })
}

/** The click that ends a drag opens nothing. */
function swallowClick(board: HTMLElement) {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  board.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => board.dispatchEvent(new Event('click')))
}
