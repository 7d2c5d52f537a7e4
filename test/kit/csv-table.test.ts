import { expect, test } from 'vitest'
import { cell } from '../../src/shared/csv.ts'
import { csvTable, withoutGuard } from '../../src/shared/csv-table.ts'

const row = (number: number, ...cells: string[]) => ({ row: number, cells })

test.each([
  ['a,b\n1,2', ['a', 'b'], [row(2, '1', '2')]],
  ['\uFEFFa;b\r\n1;2\r\n', ['a', 'b'], [row(2, '1', '2')]],
  ['a\tb\r1\t2', ['a', 'b'], [row(2, '1', '2')]],
  ['a,b\n\n , \n1,\n', ['a', 'b'], [row(4, '1', '')]],
  ['"a;x",b\n"1,\n""2""", 3 ', ['a;x', 'b'], [row(2, '1,\n"2"', '3')]],
  ['a\n"x"y', ['a'], [row(2, 'xy')]],
  ['', [], []],
])('%j is read as a spreadsheet reads it', (text, header, rows) => {
  expect(csvTable(text)).toEqual({ header, rows })
})

test('a quotation mark that is never closed is told', () => {
  expect(csvTable('a,b\n"1,2')).toBeNull()
})

test.each(['=1', '+34 600', '-', '@x', "it's"])('%j is the same after it was written and read', (value) => {
  expect(withoutGuard(csvTable(`a\n${cell(value)}`)!.rows[0]!.cells[0]!)).toBe(value)
})
