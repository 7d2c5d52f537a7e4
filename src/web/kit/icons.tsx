import { raw } from 'hono/html'
import type { FC } from 'hono/jsx'
import { icons } from './assets.ts'
import type shapes from './icons.json'

export type IconName = keyof typeof shapes
/** An icon of the one set that all pages take theirs from, beside the text that says the same; a page has some fifty. */
export const Icon: FC<{ name: IconName }> = ({ name }) => {
  const use = raw(`<use href="${icons.address}#${name}"/>`)
  return (
    <svg class="icon" aria-hidden="true">
      {use}
    </svg>
  )
}
