export type CsvTable = { header: string[]; rows: { row: number; cells: string[] }[] }

/** What separates the cells of a header: the most frequent of comma, semicolon and tab outside of quotes. */
function separatorOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)![0].replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0]![0]
}

/**
 * A table per RFC 4180, as spreadsheets write it: with a mark of its encoding or without, separated by commas, semicolons or
 * tabs, with line feeds inside quotes. Rows are numbered as spreadsheets show them, the header as 1; blank ones are left out.
 * Null if a quote is never closed.
 */
export function csvTable(csv: string): CsvTable | null {
  const text = csv.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const [value, end] = cellAt(text, at, separator)
    if (end < 0) return null
    cells.push(value)
    if (text[end] === separator && end < text.length) {
      at = end + 1
      if (at < text.length) continue
      cells.push('')
    }
    at = text.startsWith('\r\n', end) ? end + 2 : Math.max(at, end + 1)
    records.push(cells)
    cells = []
  }
  const rows = records.flatMap((record, place) =>
    record.some((cell) => cell.trim()) ? [{ row: place + 1, cells: record.map((cell) => cell.trim()) }] : [],
  )
  return { header: rows[0]?.cells ?? [], rows: rows.slice(1) }
}

/** The cell that begins at a place, and where it ends; -1 if that is never. */
function cellAt(text: string, from: number, separator: string): [string, number] {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
    return [text.slice(from, end), end]
  }
  let value = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return ['', -1]
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      let end = quote + 1
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
      return [value + text.slice(quote + 1, end), end]
    }
    value += '"'
    at = quote + 2
  }
}

/** The cell without the apostrophes that keep a spreadsheet from reading formulas, as `cell` writes them. */
export const withoutGuard = (cell: string) => cell.replaceAll(/(^|[;\t\r\n])'(?="*[=+\-@\t\r])/g, '$1')
