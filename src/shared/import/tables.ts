import { csvRecords, textOf, UnclosedQuote, withoutGuard } from '../csv-table.ts'
import { ordersOf } from './dates.ts'
import {
  type Column,
  type DayOrder,
  type ImportField,
  type Row,
  type Table,
  UnreadableFile,
} from './model.ts'

export const mostRows = 20_000
const mostColumns = 500
const sampleLength = 100

/** Columns of a source by their names in lower case. */
export type Names = Record<string, ImportField>

const folded = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

/** What Postgres cannot store. */
export const clean = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

/** The table of a CSV file. Columns of the same name are one that says several things. */
export function tableOf(bytes: Uint8Array, fieldOf: (title: string) => ImportField | null): Table {
  try {
    return readTable(clean(textOf(bytes)), fieldOf)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw new UnreadableFile(`line ${error.line}: a quotation mark is never closed`)
  }
}

function readTable(text: string, fieldOf: (title: string) => ImportField | null): Table {
  const records = csvRecords(text)
  const header = nextOf(records)
  if (!header) throw new UnreadableFile('it has no header')
  const titles = header.cells.map((title) => title.trim())
  if (titles.length > mostColumns) throw new UnreadableFile(`it has more than ${mostColumns} columns`)
  const names = titles.map((title) => titles.find((other) => folded(other) === folded(title))!)
  const rows: Row[] = []
  const widest = { line: 0 }
  for (const { line, cells } of records) {
    if (!cells.some((cell) => cell.trim())) continue
    if (rows.length === mostRows)
      throw new UnreadableFile(`it has more than ${mostRows} rows; split it into several files`)
    if (cells.length > names.length && !widest.line) widest.line = line
    rows.push({ line, cells: cellsOf(names, cells) })
  }
  if (!rows.length) throw new UnreadableFile('it has a header and no rows')
  const columns = [...new Set(names)]
    .filter(Boolean)
    .map((name) => columnOf(name, fieldOf(folded(name)), rows))
  return {
    columns,
    rows,
    warnings: widest.line
      ? [`line ${widest.line} has more cells than the header; the rest was left out`]
      : [],
  }
}

function nextOf(records: Iterator<{ line: number; cells: string[] }>) {
  for (let next = records.next(); !next.done; next = records.next())
    if (next.value.cells.some((cell) => cell.trim())) return next.value
  return undefined
}

function cellsOf(names: string[], cells: string[]): Row['cells'] {
  const found: Row['cells'] = Object.create(null) as Row['cells']
  for (const [place, name] of names.entries()) {
    const value = withoutGuard(cells[place] ?? '')
    if (name && value.trim()) (found[name] ??= []).push(value)
  }
  return found
}

/** A column with the orders that all its days fit, and its first values. */
export function columnOf(name: string, field: ImportField | null, rows: Row[]): Column {
  const samples: string[] = []
  let orders: DayOrder[] | null = null
  for (const { cells } of rows)
    for (const value of cells[name] ?? []) {
      if (samples.length < 3) samples.push(value.slice(0, sampleLength).toWellFormed())
      const fits = value.length < 60 || field === 'comments' ? ordersOf(value.split(';', 1)[0]!) : null
      if (fits) orders = (orders ?? fits).filter((order) => fits.includes(order))
    }
  return { name, field, orders: orders ?? [], samples }
}

/** A value of a JSON file as text. */
export const textIn = (value: unknown): string => {
  if (typeof value === 'string') return clean(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const recordIn = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** The cells of a row, without those that are empty. */
export function cellsFrom(values: Record<string, string | string[]>): Row['cells'] {
  const cells: Row['cells'] = Object.create(null) as Row['cells']
  for (const [name, value] of Object.entries(values)) {
    const list = [value].flat().filter((one) => one.trim())
    if (list.length) cells[name] = list
  }
  return cells
}
