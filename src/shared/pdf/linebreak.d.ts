declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** Where a line may end next, or must; null at the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
