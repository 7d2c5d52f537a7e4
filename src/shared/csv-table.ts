export type CsvTable = { header: string[]; rows: { row: number; cells: string[] }[] }
/** A record as it stands in the file, and the line that it begins on, from 1. */
export type CsvRecord = { line: number; cells: string[] }

/** A quotation mark is never closed: the line that it stands on. */
export class UnclosedQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super('a quotation mark is never closed')
    this.line = line
  }
}

const separators = [',', ';', '\t', '|']
const looksAt = 20

/**
 * The text of a file as programs write it: UTF-8, UTF-16 with a mark of its order, or Windows-1252 where it is no UTF-8.
 * Without the mark.
 */
export function textOf(bytes: Uint8Array): string {
  const decode = (label: string, fatal = false) => new TextDecoder(label, { fatal }).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be')
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-1252')
  }
}

/** The separator that a first line of `sep=;` names, and where the table begins. */
function announced(text: string): [string | undefined, number] {
  const [line, separator] = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text) ?? []
  return [separator, line?.length ?? 0]
}

/**
 * What separates the cells: what gives the first records equally many, and most of them, outside of quotes; otherwise what
 * is most frequent in the header.
 */
function separatorOf(text: string): string {
  const counted = separators.map((separator) => {
    const counts = firstCounts(text, separator)
    const isEven = counts.length > 1 && counts.every((count) => count === counts[0])
    return { separator, columns: counts[0] ?? 1, isEven }
  })
  const even = counted.filter(({ isEven, columns }) => isEven && columns > 1)
  return (even.length ? even : counted).toSorted((a, b) => b.columns - a.columns)[0]!.separator
}

function firstCounts(text: string, separator: string): number[] {
  const counts: number[] = []
  try {
    for (const { cells } of records(text, separator)) {
      if (cells.some(Boolean)) counts.push(cells.length)
      if (counts.length === looksAt) break
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
  }
  return counts
}

/**
 * The records of a table per RFC 4180, one after the other, as spreadsheets write it: separated by commas, semicolons, tabs or
 * bars, with line feeds inside quotes. Throws `UnclosedQuote`.
 */
export function csvRecords(text: string): Generator<CsvRecord> {
  const [separator, begins] = announced(text)
  const table = text.slice(begins)
  return records(table, separator ?? separatorOf(table), separator ? 2 : 1)
}

function* records(text: string, separator: string, firstLine = 1): Generator<CsvRecord> {
  let cells: string[] = []
  let [at, line, begins] = [0, firstLine, firstLine]
  while (at < text.length) {
    const [value, end] = cellAt(text, at, separator)
    if (end < 0) throw new UnclosedQuote(line)
    cells.push(value)
    line += linesIn(value)
    if (text[end] === separator && end < text.length) {
      at = end + 1
      if (at < text.length) continue
      cells.push('')
    }
    at = text.startsWith('\r\n', end) ? end + 2 : Math.max(at, end + 1)
    yield { line: begins, cells }
    cells = []
    begins = ++line
  }
}

const linesIn = (value: string) => (/[\r\n]/.test(value) ? value.split(/\r\n|\r|\n/).length - 1 : 0)

/**
 * A table whose cells are trimmed. Rows are numbered as spreadsheets show them, the header as 1; blank ones are left out.
 * Null if a quote is never closed.
 */
export function csvTable(csv: string): CsvTable | null {
  try {
    const rows = [...csvRecords(csv.replace(/^\uFEFF/, ''))].flatMap(({ cells }, place) =>
      cells.some((cell) => cell.trim()) ? [{ row: place + 1, cells: cells.map((cell) => cell.trim()) }] : [],
    )
    return { header: rows[0]?.cells ?? [], rows: rows.slice(1) }
  } catch (error) {
    if (error instanceof UnclosedQuote) return null
    throw error
  }
}

/** The cell that begins at a place, and where it ends; -1 if that is never. */
function cellAt(text: string, from: number, separator: string): [string, number] {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
    return [text.slice(from, end), end]
  }
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return ['', -1]
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') {
      let end = quote + 1
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
      return [parts.join('') + text.slice(quote + 1, end), end]
    }
    parts.push('"')
    at = quote + 2
  }
}

/** The cell without the apostrophes that keep a spreadsheet from reading formulas, as `cell` writes them. */
export const withoutGuard = (cell: string) => cell.replaceAll(/(^|[;\t\r\n])'(?="*[=+\-@\t\r])/g, '$1')
