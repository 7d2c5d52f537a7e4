/**
 * Moves the cards of a board by dragging and with the arrow keys. A card is moved at once; if the service rejects the move,
 * it is undone, and the status line below the board says why.
 */
export const boardScript = `
for (const board of document.querySelectorAll('[data-board]')) {
  const status = document.getElementById(board.id + '-status')
  document.getElementById(board.id + '-help').hidden = false
  const tiles = (list) => [...list.children]
  const laneOf = (tile) => tile.closest('[data-column]')
  const listOf = (lane) => lane.querySelector('ol')
  const nameOf = (tile) => tile.querySelector('.mono, .title').textContent.trim()
  let queue = Promise.resolve()
  let pending = 0

  const place = (tile, list, next) => {
    const focused = document.activeElement
    list.insertBefore(tile, next && next.parentNode === list ? next : null)
    if (tile.contains(focused)) focused.focus({ preventScroll: true })
  }
  const applyColumns = (columns) => {
    for (const { id, count, over, ids, sums } of columns) {
      const lane = board.querySelector('[data-column="' + id + '"]')
      if (!lane) continue
      const number = lane.querySelector('.number')
      number.firstChild.textContent = count
      number.classList.toggle('over', over)
      if (sums !== undefined) lane.querySelector('.sums').textContent = sums
      let after = null
      for (const one of ids.toReversed()) {
        const tile = board.querySelector('[data-id="' + one + '"]')
        if (!tile) continue
        if (tile.parentNode !== listOf(lane) || tile.nextElementSibling !== after) place(tile, listOf(lane), after)
        after = tile
      }
    }
  }
  const post = async (body) => {
    try {
      const headers = { accept: 'application/json' }
      const response = await fetch(board.dataset.board, { method: 'POST', body, headers })
      return { ok: response.ok, ...(await response.json()) }
    } catch {
      return { ok: false, message: 'The service could not be reached. Try again.' }
    }
  }
  const save = (tile, list, next) => {
    const [lane, above, below] = [laneOf(tile), tile.previousElementSibling, tile.nextElementSibling]
    const body = new URLSearchParams({ id: tile.dataset.id, column_id: lane.dataset.column })
    if (below) body.set('before_id', below.dataset.id)
    else if (above) body.set('after_id', above.dataset.id)
    const laneName = lane.querySelector('h3 span').textContent
    const position = tiles(listOf(lane)).indexOf(tile) + 1
    status.textContent = nameOf(tile) + ': ' + laneName + ', ' + position + ' of ' + tiles(listOf(lane)).length
    pending++
    queue = queue.then(async () => {
      const response = await post(body)
      pending--
      if (!response.ok && !response.columns) place(tile, list, next)
      if (response.columns && !pending) applyColumns(response.columns)
      if (!response.ok) status.textContent = nameOf(tile) + ' stays where it was. ' + response.message
      else if (response.message) status.textContent = nameOf(tile) + ': ' + response.message
    })
  }

  board.addEventListener('keydown', (event) => {
    const grip = event.target.closest('.grip')
    const tile = grip && grip.closest('.tile')
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return
    const [list, next, lane] = [tile.parentNode, tile.nextElementSibling, laneOf(tile)]
    const neighbour = { ArrowLeft: lane.previousElementSibling, ArrowRight: lane.nextElementSibling }[event.key]
    if (!/^Arrow/.test(event.key)) return
    event.preventDefault()
    if (neighbour) {
      const at = tiles(list).indexOf(tile)
      place(tile, listOf(neighbour), tiles(listOf(neighbour))[at])
    } else if (event.key === 'ArrowUp' && tile.previousElementSibling) place(tile, list, tile.previousElementSibling)
    else if (event.key === 'ArrowDown' && next) place(tile, list, next.nextElementSibling)
    else return
    tile.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    save(tile, list, next)
  })

  let drag = null
  const drop = (saved) => {
    if (!drag) return
    const { tile, list, next, moving, pointer } = drag
    drag = null
    tile.classList.remove('lifted')
    if (board.hasPointerCapture(pointer)) board.releasePointerCapture(pointer)
    if (!moving) return
    board.addEventListener('click', (event) => { event.preventDefault(); event.stopPropagation() }, { capture: true, once: true })
    setTimeout(() => board.dispatchEvent(new Event('click')))
    if (!saved) place(tile, list, next)
    else if (tile.parentNode !== list || tile.nextElementSibling !== next) save(tile, list, next)
  }
  board.addEventListener('pointerdown', (event) => {
    const tile = event.target.closest('.tile')
    if (!tile || event.button || event.target.closest('form')) return
    if (event.pointerType !== 'mouse' && !event.target.closest('.grip')) return
    const { clientX: x, clientY: y, pointerId: pointer } = event
    drag = { tile, x, y, pointer, list: tile.parentNode, next: tile.nextElementSibling, moving: false }
  })
  board.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return
    const { clientX: x, clientY: y } = event
    if (!drag.moving) {
      if (Math.hypot(x - drag.x, y - drag.y) < 6) return
      drag.moving = true
      drag.tile.classList.add('lifted')
      board.setPointerCapture(drag.pointer)
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
      return one !== drag.tile && y < top + height / 2
    })
    if (drag.tile.parentNode !== listOf(lane) || drag.tile.nextElementSibling !== (below || null))
      listOf(lane).insertBefore(drag.tile, below || null)
  })
  board.addEventListener('pointerup', () => drop(true))
  board.addEventListener('pointercancel', () => drop(false))
  board.addEventListener('dragstart', (event) => event.preventDefault())
  addEventListener('keydown', (event) => event.key === 'Escape' && drop(false))
}
`
