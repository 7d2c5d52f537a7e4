import { describe, expect, test } from 'vitest'
import { inPlainText, plainText, withoutIds } from '../../src/shared/plain-text.ts'
import { htmlOf, plainOf } from '../../src/shared/mail/rendering.ts'
import { matchPositions, withSnippets } from '../../src/areas/search/snippets.ts'

const id = '018f4b5e-0000-7000-8000-000000000001'
const grace = `@[Grace Hopper](user:${id})`

describe('plain text of Markdown', () => {
  test.each([
    [`How many, ${grace}?`, 'How many, @Grace Hopper?'],
    [
      '# Title\n\nSome **bold**, *thin*, __both__ and _it_ `code` ~~gone~~',
      'Title\n\nSome bold, thin, both and it code gone',
    ],
    ['> quoted\n> > twice', 'quoted\ntwice'],
    ['- [x] done\n* next', '- done\n- next'],
    ['```ts\nconst snake_case = 2 * 3 * 4\n```', 'const snake_case = 2 * 3 * 4\n'],
    ['[the page](https://example.com/a) ![plan](https://example.com/b.png)', 'the page plan'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n| 1 | 2 |'],
    ['snake_case_name and 2*3*4 and a\\*b', 'snake_case_name and 2*3*4 and a*b'],
    [`Ask @[Grace Hopper](user:018f4b5e-00`, 'Ask @Grace Hopper'],
    [`Ask @[Grace Hop…`, 'Ask @Grace Hop…'],
    [`…Hopper](user:${id}) knows`, '…Hopper knows'],
    ['', ''],
  ])('%j reads as %j', (markdown, read) => expect(plainText(markdown)).toBe(read))

  test('keeps the addresses of links where they are needed', () =>
    expect(plainText('[the page](https://example.com/a)', { links: true })).toBe(
      'the page (https://example.com/a)',
    ))

  test('takes no more than its length, whatever the text', () => {
    for (const sign of ['*', '_', '[', '`', '~~', '> ', '@[', '|---', '<http', '](', '\\', '# '])
      for (const text of [sign.repeat(60_000), `${sign}a `.repeat(30_000)]) {
        const begun = performance.now()
        plainText(text)
        expect([sign, performance.now() - begun < 500]).toEqual([sign, true])
      }
  })
})

test('a mail has its text in plain words, and each paragraph the direction of its letters', () => {
  const mail = {
    subject: 'News',
    title: 'News',
    lines: ['שלום Ada'],
    body: `**Ask** ${grace}: [the plan](https://example.com/plan)`,
    notes: [],
    language: 'en',
    link: 'https://service.test/',
    footer: 'Service',
  }
  expect(plainOf(mail)).toContain('Ask @Grace Hopper: the plan (https://example.com/plan)')
  expect(htmlOf(mail)).toMatch(/<p dir="auto" class="text"[^>]*>שלום Ada<\/p>/)
  expect(htmlOf(mail)).toContain('<strong>@Grace Hopper</strong>')
})

test('assistants get names that they can write again', () =>
  expect(withoutIds(`Ask ${grace} **soon**`)).toBe('Ask @[Grace Hopper] **soon**'))

test('found words are marked in the text as it is shown', () => {
  const result = { items: [{ passage: `**Ask** ${grace} for the plan`, id }], words: 'plan', total: 1 }
  const [hit] = JSON.parse(withSnippets(JSON.stringify(result))).items
  expect(hit).toEqual({ id, snippet: 'Ask @Grace Hopper for the plan', highlights: [[26, 30]] })
  expect(matchPositions(hit.snippet, ['plan'])).toEqual([[26, 30]])
})

test('fields of one object and of a page are changed, and no others', () => {
  const one = { snippet: `**x** ${grace}`, title: '**y**' }
  expect(JSON.parse(inPlainText('snippet')(JSON.stringify(one)))).toEqual({
    snippet: 'x @Grace Hopper',
    title: '**y**',
  })
  expect(
    JSON.parse(inPlainText('snippet')(JSON.stringify({ items: [one, { snippet: null }] }))).items,
  ).toEqual([{ snippet: 'x @Grace Hopper', title: '**y**' }, { snippet: null }])
})
