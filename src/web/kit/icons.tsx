import { raw } from 'hono/html'
import type { FC } from 'hono/jsx'
import shapes from './icons.json' with { type: 'json' }

export type IconName = keyof typeof shapes
/** An icon of the one set that all pages take theirs from, beside the text that says the same. */
export const Icon: FC<{ name: IconName }> = ({ name }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {raw(shapes[name])}
  </svg>
)
