import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { finder, titles } from '../kit/search.ts'

const texts = [
  'Fix the login of the invoice',
  'Écrire la facture 2026-17',
  'Отправить счёт клиенту',
  'Στείλε το τιμολόγιο',
  'mixed Текст and 15 words',
  '請求書を送る',
]
const orgs = ['0193a5c0-0000-7000-8000-5b1f83d2a0c7', '0193a5c0-1111-7000-8000-c94e07b6315a']

test('the locale of the database takes letters of all scripts for letters', async () => {
  expect(await asOwner(`select show_trgm('\u4e00') <> '{}' as known`)).toEqual([{ known: true }])
})

test.each(texts.slice(0, 5))(
  '%j has no group of three letters that another organization has',
  async (text) => {
    const [both] = await asOwner<{ own: string[]; other: string[] }>(
      'select show_trgm(app.spelled($1, $3)) as own, show_trgm(app.spelled($2, $3)) as other',
      [...orgs, text],
    )
    expect(both!.own.length).toBeGreaterThan(5)
    expect(both!.own.filter((group) => both!.other.includes(group))).toEqual([])
  },
)

test('texts are as much alike in letters of an organization as in their own', async () => {
  const rows = await asOwner<{ own: number; spelled: number }>(
    `select word_similarity(app.plain(a), app.plain(b)) as own,
      word_similarity(app.spelled($1, a), app.spelled($1, b)) as spelled
      from unnest($2::text[]) a, unnest($2::text[] || '{fxi login invoce,счет киенту,factrue 2026,the invoices,15 wodrs,отправка счёта,τιμολογια}'::text[]) b`,
    [orgs[0], texts],
  )
  expect(rows.length).toBe(78)
  for (const { own, spelled } of rows) expect(spelled).toBeCloseTo(own, 5)
  expect(rows.filter(({ own }) => own > 0.1 && own < 1).length).toBeGreaterThan(5)
})

test('a thousand organizations have a thousand alphabets', async () => {
  const [row] = await asOwner<{ n: number }>(
    `select count(distinct app.spelled(uuidv7(make_interval(secs => n)), 'abc'))::int as n from generate_series(1, 1000) n`,
  )
  expect(row!.n).toBeGreaterThan(995)
})

test.each([
  ['Отправить счёт клиенту', 'отравить счет киенту'],
  ['Crème brûlée für Ärzte', 'creme brulle arzte'],
  ['Στείλε το τιμολόγιο', 'στειλε τιμολογοι'],
])('a misspelt %j is found by its own organization alone', async (title, typed) => {
  const [ws, other] = [await workspace(), await workspace()]
  const { id } = await project(ws)
  await task(ws, id, { title })
  expect(titles(await finder(ws)(typed))).toEqual([title])
  expect(titles(await finder(other)(typed))).toEqual([])
})
