import { text } from '../kit/fields.ts'

/** Control characters with line breaks, halves of signs, and what changes the direction of the text around it. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

const isVisible = (name: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)

/** A name as others read it, in a line with other words. */
export const nameText = (maxLength: number) =>
  text(maxLength)
    .refine((name) => !name || isVisible(name), 'must have a visible sign')
    .refine((name) => name.search(unfit) < 0, 'no line breaks, control characters or changes of direction')

/** A name from elsewhere, without what no name may have; empty if nothing is left to see. */
export const plainName = (name: string | null) =>
  name && isVisible(name) ? name.replace(unfit, ' ').trim() : ''
