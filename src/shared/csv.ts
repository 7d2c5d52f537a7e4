/** A cell that begins like this is interpreted as a formula by spreadsheets. */
const formula = /^[=+\-@\t\r]/

/**
 * A cell per RFC 4180; one that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
 */
export function cell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const line = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`
