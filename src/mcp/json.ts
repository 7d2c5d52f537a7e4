export type Json = Record<string, unknown>

/** A text that a stranger wrote, until the answer is complete. */
export class OutsideText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** True for what has fields: no list, and no text of a stranger. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof OutsideText)
