import type { Body, Schemas } from '../kit/operations.ts'

type Placed = Pick<Schemas['BiWidget'], 'id' | 'x' | 'y' | 'w' | 'h'>
type Items = Body<'updateBiLayout'>['items']

/** The widths that figures have on pages, in columns of twelve. */
const widths = [3, 4, 6, 8, 12]
export const moves = { earlier: 'Earlier', later: 'Later', wider: 'Wider', narrower: 'Narrower' } as const
export type Move = keyof typeof moves

/** The places of all figures after one was moved: from left to right in their order, as many beside each other as fit. */
export function arranged(widgets: Placed[], id: string | undefined, move: Move): Items {
  const order = widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const at = order.findIndex((one) => one.id === id)
  const one = order[at]
  if (one && (move === 'earlier' || move === 'later')) {
    const to = Math.min(Math.max(at + (move === 'later' ? 1 : -1), 0), order.length - 1)
    order.splice(at, 1)
    order.splice(to, 0, one)
  } else if (one) order[at] = { ...one, w: resized(one.w, move) }
  return packed(order)
}

const resized = (w: number, move: Move) =>
  (move === 'wider' ? widths.find((one) => one > w) : widths.findLast((one) => one < w)) ?? w

function packed(order: Placed[]): Items {
  let [x, y, height] = [0, 0, 0]
  return order.map(({ id, w, h }) => {
    if (x + w > 12) [x, y, height] = [0, y + height, 0]
    const item = { widget_id: id, x, y, w, h }
    x += w
    height = Math.max(height, h)
    return item
  })
}
