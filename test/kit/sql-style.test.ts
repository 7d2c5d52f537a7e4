import { expect, test } from 'vitest'
import { problemsOf } from '../../scripts/sql-style.ts'

test('SQL in the style of the house has no problems', () => {
  const text =
    "create function app.one() returns int language sql as $$\n  select 1 -- SELECT\n    where 'FROM' <> ''\n$$;\n"
  expect(problemsOf(text)).toEqual([])
})

test.each([
  ['select 1\n\twhere true\n', '2: a tab; indent by two spaces'],
  ['select 1 \n', '1: a space at the end'],
  ['select 1\n   where true\n', '2: an odd indent; indent by two spaces'],
  ['SELECT 1\n', '1: SELECT; write key words in lower case'],
  ["select 'a\nFROM' from t WHERE true\n", '2: WHERE; write key words in lower case'],
  [`select ${'1'.repeat(180)}\n`, '1: 187 characters; at most 175, better 110'],
  ['select 1', '1: end with one line break'],
  ['select 1\n\n', '3: end with one line break'],
])('%j is found', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem])
})
