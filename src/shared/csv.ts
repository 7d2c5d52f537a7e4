/**
 * Where a spreadsheet would read a formula: at the beginning of a cell, and after what begins a cell in programs that
 * separate cells by semicolons or tabs, which ignore quotes inside a cell.
 */
const formula = /(^|[;\t\r\n])(?="*[=+\-@\t\r])/g

/** A cell per RFC 4180; an apostrophe precedes what a spreadsheet would interpret as a formula. */
export function cell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const safe = typeof value === 'string' ? text.replace(formula, "$1'") : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const line = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`
