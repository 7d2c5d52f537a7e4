import { paper, type Sheet } from './sheet.ts'

/** Where the next thing goes on a sheet whose pages begin and end alike. */
export class Flow {
  y = paper.margin
  readonly sheet: Sheet
  private readonly bottom: number
  private readonly begin: (sheet: Sheet) => void

  /** `foot` is the height that each page leaves to its foot; `begin` draws what a page begins with. */
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
