import { expect, test } from 'vitest'
import { markdownOf } from '../../src/shared/import/wiki.ts'

test.each([
  ['h2. Title', '## Title'],
  ['a *bold* and _slanted_ text', 'a **bold** and *slanted* text'],
  ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
  ['# one\n## two\n* three', '1. one\n   1. two\n- three'],
  ['[the site|https://x.test/a]', '[the site](https://x.test/a)'],
  ['[bad|javascript:alert(1)]', 'bad'],
  ['[https://x.test]', '<https://x.test>'],
  ['[~bo] did it', 'bo did it'],
  ['!a.png|thumbnail!', '[a.png]'],
  ['{{code}} here', '`code` here'],
  ['{quote}so{quote}', '> so'],
  ['bq. so', '> so'],
  ['{color:red}red{color}', 'red'],
  ['||a||b||\n|1|2|', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['-gone- and a-b-c', '~~gone~~ and a-b-c'],
])('%j becomes %j', (wiki, markdown) => {
  expect(markdownOf(wiki)).toBe(markdown)
})

test('what is inside of code stays as it is', () => {
  expect(markdownOf('{code:java}\n*a* [b|c] ``` h2. x\n{code}')).toBe(
    '\n````java\n*a* [b|c] ``` h2. x\n````\n',
  )
})

test.each(['*', '_', '[', '[a', '{{a', '!a', '|[', '{code}', '{code:', '{quote}', '-', ' *a', '[~'])(
  'a long text of %j is read all the same',
  (sign) => {
    expect(markdownOf(sign.repeat(50_000)).length).toBeGreaterThan(0)
  },
)
