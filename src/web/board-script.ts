/**
 * Moves the cards of a board by dragging and by the arrow keys. A card stands in its new place at once; then the answer
 * of the service decides: a move that it refuses is taken back, and the status line below the board says why.
 */
export const boardScript = `
for (const board of document.querySelectorAll('[data-board]')) {
  const said = document.getElementById(board.id + '-said')
  document.getElementById(board.id + '-how').hidden = false
  const tiles = (list) => [...list.children]
  const laneOf = (tile) => tile.closest('[data-column]')
  const listOf = (lane) => lane.querySelector('ol')
  const nameOf = (tile) => tile.querySelector('.mono, .title').textContent.trim()
  let queue = Promise.resolve()
  let waiting = 0

  const put = (tile, list, next) => {
    const focused = document.activeElement
    list.insertBefore(tile, next && next.parentNode === list ? next : null)
    if (tile.contains(focused)) focused.focus({ preventScroll: true })
  }
  const settle = (columns) => {
    for (const { id, held, over, ids, sums } of columns) {
      const lane = board.querySelector('[data-column="' + id + '"]')
      if (!lane) continue
      const number = lane.querySelector('.number')
      number.firstChild.textContent = held
      number.classList.toggle('over', over)
      if (sums !== undefined) lane.querySelector('.sums').textContent = sums
      let after = null
      for (const one of ids.toReversed()) {
        const tile = board.querySelector('[data-id="' + one + '"]')
        if (!tile) continue
        if (tile.parentNode !== listOf(lane) || tile.nextElementSibling !== after) put(tile, listOf(lane), after)
        after = tile
      }
    }
  }
  const ask = async (body) => {
    try {
      const headers = { accept: 'application/json' }
      const answer = await fetch(board.dataset.board, { method: 'POST', body, headers })
      return { ok: answer.ok, ...(await answer.json()) }
    } catch {
      return { ok: false, said: 'The service could not be reached. Try again.' }
    }
  }
  const save = (tile, list, next) => {
    const [lane, above, below] = [laneOf(tile), tile.previousElementSibling, tile.nextElementSibling]
    const body = new URLSearchParams({ id: tile.dataset.id, column_id: lane.dataset.column })
    if (below) body.set('before_id', below.dataset.id)
    else if (above) body.set('after_id', above.dataset.id)
    const where = lane.querySelector('h3 span').textContent
    const place = tiles(listOf(lane)).indexOf(tile) + 1
    said.textContent = nameOf(tile) + ': ' + where + ', ' + place + ' of ' + tiles(listOf(lane)).length
    waiting++
    queue = queue.then(async () => {
      const answer = await ask(body)
      waiting--
      if (!answer.ok && !answer.columns) put(tile, list, next)
      if (answer.columns && !waiting) settle(answer.columns)
      if (!answer.ok) said.textContent = nameOf(tile) + ' stays where it was. ' + answer.said
      else if (answer.said) said.textContent = nameOf(tile) + ': ' + answer.said
    })
  }

  board.addEventListener('keydown', (event) => {
    const grip = event.target.closest('.grip')
    const tile = grip && grip.closest('.tile')
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return
    const [list, next, lane] = [tile.parentNode, tile.nextElementSibling, laneOf(tile)]
    const beside = { ArrowLeft: lane.previousElementSibling, ArrowRight: lane.nextElementSibling }[event.key]
    if (!/^Arrow/.test(event.key)) return
    event.preventDefault()
    if (beside) {
      const at = tiles(list).indexOf(tile)
      put(tile, listOf(beside), tiles(listOf(beside))[at])
    } else if (event.key === 'ArrowUp' && tile.previousElementSibling) put(tile, list, tile.previousElementSibling)
    else if (event.key === 'ArrowDown' && next) put(tile, list, next.nextElementSibling)
    else return
    tile.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    save(tile, list, next)
  })

  let held = null
  const drop = (saved) => {
    if (!held) return
    const { tile, list, next, moving, pointer } = held
    held = null
    tile.classList.remove('lifted')
    if (board.hasPointerCapture(pointer)) board.releasePointerCapture(pointer)
    if (!moving) return
    board.addEventListener('click', (event) => { event.preventDefault(); event.stopPropagation() }, { capture: true, once: true })
    setTimeout(() => board.dispatchEvent(new Event('click')))
    if (!saved) put(tile, list, next)
    else if (tile.parentNode !== list || tile.nextElementSibling !== next) save(tile, list, next)
  }
  board.addEventListener('pointerdown', (event) => {
    const tile = event.target.closest('.tile')
    if (!tile || event.button || event.target.closest('form')) return
    if (event.pointerType !== 'mouse' && !event.target.closest('.grip')) return
    const { clientX: x, clientY: y, pointerId: pointer } = event
    held = { tile, x, y, pointer, list: tile.parentNode, next: tile.nextElementSibling, moving: false }
  })
  board.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.pointer) return
    const { clientX: x, clientY: y } = event
    if (!held.moving) {
      if (Math.hypot(x - held.x, y - held.y) < 6) return
      held.moving = true
      held.tile.classList.add('lifted')
      board.setPointerCapture(held.pointer)
    }
    event.preventDefault()
    const frame = board.parentNode.getBoundingClientRect()
    if (x > frame.right - 32) board.parentNode.scrollLeft += 16
    if (x < frame.left + 32) board.parentNode.scrollLeft -= 16
    const lane = [...board.children].find((one) => {
      const { left, right } = one.getBoundingClientRect()
      return x >= left && x <= right
    })
    if (!lane) return
    const below = tiles(listOf(lane)).find((one) => {
      const { top, height } = one.getBoundingClientRect()
      return one !== held.tile && y < top + height / 2
    })
    if (held.tile.parentNode !== listOf(lane) || held.tile.nextElementSibling !== (below || null))
      listOf(lane).insertBefore(held.tile, below || null)
  })
  board.addEventListener('pointerup', () => drop(true))
  board.addEventListener('pointercancel', () => drop(false))
  board.addEventListener('dragstart', (event) => event.preventDefault())
  addEventListener('keydown', (event) => event.key === 'Escape' && drop(false))
}
`
