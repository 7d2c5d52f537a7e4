import { paper, type Sheet } from './sheet.ts'

/** The position of the next element on a sheet whose pages all have the same header and footer. */
export class Flow {
  y = paper.margin
  readonly sheet: Sheet
  private readonly bottom: number
  private readonly begin: (sheet: Sheet) => void

  /** `foot` is the height of the footer; `begin` draws the background of each page. */
  constructor(sheet: Sheet, foot: number, begin: (sheet: Sheet) => void) {
    this.sheet = sheet
    this.bottom = paper.height - paper.margin - foot
    this.begin = begin
    this.nextPage()
  }

  /** Goes on to another page if `height` does not fit on this one. */
  need(height: number, repeat?: () => void): void {
    if (this.y + height <= this.bottom || this.y === paper.margin) return
    this.nextPage()
    repeat?.()
  }

  private nextPage(): void {
    this.sheet.page()
    this.begin(this.sheet)
    this.y = paper.margin
  }
}
