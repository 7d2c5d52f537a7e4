/** A spreadsheet takes a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/

/** A cell by RFC 4180; one that a spreadsheet would take for a formula begins with an apostrophe. */
export function cell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const tame = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

export const line = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`
