import { expect, test } from 'vitest'
import { cell } from '../../src/shared/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a;@SUM(A1);-2', "a;'@SUM(A1);'-2"],
  ['a;"=1+1"', `"a;'""=1+1"""`],
  ['a\n+1', `"a\n'+1"`],
  ['a; b = c', 'a; b = c'],
  [-5, '-5'],
])('%j is no formula in a spreadsheet, whatever separates its cells', (value, expected) => {
  expect(cell(value)).toBe(expected)
})
