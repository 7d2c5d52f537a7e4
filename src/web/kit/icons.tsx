import type { FC } from 'hono/jsx'
import { icons } from './assets.ts'
import type shapes from './icons.json'

export type IconName = keyof typeof shapes
/** An icon of the one set that all pages take theirs from, beside the text that says the same. */
export const Icon: FC<{ name: IconName }> = ({ name }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${icons.address}#${name}`} />
  </svg>
)
