export type Json = Record<string, unknown>

/** The kind and id of an object. */
export type Ref = { kind: string; id: string }
/**
 * A text that a stranger wrote, until the answer is complete; with `of` if it names an object of which only the database
 * knows who wrote it.
 */
export class OutsideText {
  readonly text: string
  readonly of: Ref | undefined
  constructor(text: string, of?: Ref) {
    this.text = text
    this.of = of
  }
}

/** True for what has fields: no list, and no text of a stranger. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof OutsideText)
