import { beforeAll, describe, expect, test } from 'vitest'
import { Kind } from '../../src/areas/search/schemas.ts'
import { matchPositions } from '../../src/areas/search/snippets.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { indexErrors, finder, ids, titles } from '../kit/search.ts'
import { sprint } from '../kit/sprints.ts'

let ws: Workspace
let home: Project
let member: Caller
let find: ReturnType<typeof finder>
beforeAll(async () => {
  ws = await workspace()
  home = await project(ws, { key: 'ABC', name: 'Web site' })
  member = await join(ws, 'member', 'José Núñez')
  find = finder(ws)
})

describe('keys', () => {
  test.each(['ABC-1', 'abc-1', 'abc1', ' ABC-1 '])(
    '%j finds the task before everything that mentions it',
    async (q) => {
      const other = finder(await workspaceWith('ABC'))
      const { items } = await other(q)
      expect([items[0].key, items[0].type, items[1].title]).toEqual([
        'ABC-1',
        'task',
        'After ABC-1 comes this',
      ])
    },
  )

  const workspaceWith = async (key: string) => {
    const own = await workspace()
    const { id } = await project(own, { key })
    await task(own, id, { title: 'Something else' })
    await task(own, id, { title: `After ${key}-1 comes this` })
    return own
  }

  test('former keys of transferred tasks and renamed projects still find them', async () => {
    const [from, to] = [await project(ws, { key: 'OLD' }), await project(ws, { key: 'NEW' })]
    const moved = await task(ws, from.id, { title: 'It moves' })
    const stays = await task(ws, from.id, { title: 'It stays' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${moved.id}/transfer`, { project_id: to.id })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${from.id}`, { key: 'LATER' })
    expect(ids(await find('old-1'))[0]).toBe(moved.id)
    expect((await find('OLD2')).items[0]).toMatchObject({ id: stays.id, key: 'LATER-2' })
    expect((await find('old')).items[0]).toMatchObject({ id: from.id, type: 'project', key: 'LATER' })
    expect((await find('moves')).items[0]).toMatchObject({ key: 'NEW-1', project: { id: to.id, key: 'NEW' } })
  })
})

describe('words', () => {
  test.each([
    ['东京都的天气', ['京都', '天气', '东', '气', '东京都']],
    ['カレンダーを同期する', ['同期', 'レンダー', 'る']],
    ['회의록 정리', ['의록', '정리', '회의']],
  ])('within %s are found, although there are no spaces between them', async (title, words) => {
    const { id } = await task(ws, home.id, { title, description: `Also ${title}` })
    const other = await task(ws, home.id, { title: '别的事情' })
    for (const word of words) {
      const found = ids(await find(word))
      expect([word, found.includes(id), found.includes(other.id)]).toEqual([word, true, false])
    }
  })

  test('are found in any case and without their accents, the last by its beginning', async () => {
    const { id } = await task(ws, home.id, { title: 'Réparer la PAGE d’accueil', description: 'Über Größe' })
    for (const q of ['reparer', 'RÉPARER', 'page acc', 'uber grosse', 'groß'])
      expect(ids(await find(q))).toContain(id)
  })

  test('joined by hyphens and dots are separate words', async () => {
    const { id } = await task(ws, home.id, { title: 'The pre-release of lib_core.v2' })
    for (const q of ['release', 'pre-release', 'core', 'lib_core']) expect(ids(await find(q))).toContain(id)
  })

  test('of names are found without their accents', async () => {
    expect(ids(await find('jose nunez', { with: 'types=member' }))).toEqual([member.id])
  })

  test('of other scripts are found as well', async () => {
    const { id } = await task(ws, home.id, { title: 'Исправить вход 東京 ΟΔΟΣ' })
    for (const q of ['исправить', 'ВХОД', '東', 'οδος', 'ΟΔΟΣ'])
      expect([q, ids(await find(q))]).toEqual([q, [id]])
  })

  test('are found by lists as by the search: without case, accents or spaces between words', async () => {
    const titles = ['Café au lait', 'Ὀδός ΟΔΟΣ', 'ระบบบัญชีออนไลน์', 'Größe']
    const created = new Map<string, string>()
    for (const title of titles) created.set(title, (await task(ws, home.id, { title })).id)
    for (const [title, q] of [
      ['Café au lait', 'CAFE'],
      ['Café au lait', 'cafè'],
      ['Ὀδός ΟΔΟΣ', 'οδος'],
      ['ระบบบัญชีออนไลน์', 'บัญชี'],
      ['Größe', 'GROSSE'],
    ] as const) {
      const listed = await ws.owner.ok(
        'GET',
        `${ws.base}/tasks?project_id=${home.id}&q=${encodeURIComponent(q)}`,
      )
      expect([q, ids(listed).includes(created.get(title)!)]).toEqual([q, true])
      expect([q, ids(await find(q)).includes(created.get(title)!)]).toEqual([q, true])
    }
  })

  test('in a title rank higher than those in a text, and an exact title highest', async () => {
    const own = await workspace()
    const { id } = await project(own)
    for (const draft of [
      { title: 'Unrelated', description: 'about the turbine' },
      { title: 'Check the turbine of the plant' },
      { title: 'Turbine' },
      { title: 'Turbine hall' },
    ])
      await task(own, id, draft)
    const shown = titles(await finder(own)('turbine'))
    expect(shown).toEqual(['Turbine', 'Turbine hall', 'Check the turbine of the plant', 'Unrelated'])
  })

  test('with a typo are found if there is no exact match', async () => {
    const { id } = await task(ws, home.id, { title: 'Fix the login bug today' })
    expect(ids(await find('logni'))).toContain(id)
    expect((await find('qxzvw')).items).toEqual([])
  })

  test('that no object has together are found alone, those with more of them first', async () => {
    const own = await workspace()
    const { id } = await project(own)
    await task(own, id, { title: 'Zeppelin' })
    await task(own, id, { title: 'The mooring of the zeppelin' })
    await task(own, id, { title: 'Unrelated' })
    const search = finder(own)
    expect(titles(await search('zeppelin mooring'))[0]).toBe('The mooring of the zeppelin')
    expect(titles(await search('zeppelin mooring propeller anchored outside'))).toEqual([
      'The mooring of the zeppelin',
      'Zeppelin',
    ])
    const { items } = await own.owner.ok(
      'GET',
      `${own.base}/search/suggest?q=zeppelin%20mooring%20propeller%20anchored%20outside`,
    )
    expect(items).toEqual([])
  })

  test('of one or two characters match beginnings', async () => {
    const { id } = await task(ws, home.id, { title: 'Zx spectrum' })
    expect(ids(await find('zx'))).toEqual([id])
    expect(ids(await find('z'))).toContain(id)
  })

  test.each(['...', '"', "'", '- -', '%', "');--", '\\', '&|!', '(:*'])(
    '%j alone finds nothing',
    async (q) => {
      expect(await find(q)).toMatchObject({ items: [], total: 0, counts_by_type: {} })
    },
  )

  test.each(['"login', "log' & 'in", 'login:*B', 'login & !bug', '\\login', 'a OR b -c'])(
    '%j is words, never an expression',
    async (q) => {
      await find(q)
    },
  )
})

describe('every kind', () => {
  test('in the index is one that the contract names', async () => {
    const indexed = await asOwner<{ kind: string }>(
      'select kind from app.entities where follows is not null',
      [],
    )
    // What is said in a ticket is found as the ticket, and a contact as the client.
    const parts = ['contact', 'ticket_message']
    expect([...Kind.options, ...parts].toSorted()).toEqual(indexed.map(({ kind }) => kind).toSorted())
  })

  test('is found, counted and named', async () => {
    const own = await workspace()
    const [one, seeker] = [
      await project(own, { name: 'Quokka park' }),
      await join(own, 'member', 'Quokka Smith'),
    ]
    const created = await task(own, one.id, { title: 'Feed the quokka' })
    const page = await own.owner.ok('POST', `${own.base}/documents`, {
      title: 'Care',
      content: '# Quokka\nfood',
    })
    await own.owner.ok('POST', `${own.base}/tasks/${created.id}/comments`, { body: 'Which quokka?' })
    await own.owner.ok('POST', `${own.base}/documents/${page.id}/comments`, { body: 'The quokka, yes' })
    const run = await sprint(own, one.id, { name: 'Quokka days' })
    const found = await finder(own)('quokka', { as: seeker })
    expect(found.counts_by_type).toEqual({
      comment: 2,
      document: 1,
      member: 1,
      project: 1,
      sprint: 1,
      task: 1,
    })
    const by = (type: string, title: string) =>
      found.items.find((item: Json) => item.type === type && item.title === title)
    expect(by('comment', 'Feed the quokka').subject).toEqual({
      type: 'task',
      id: created.id,
      key: created.key,
    })
    expect(by('comment', 'Care').subject).toEqual({ type: 'document', id: page.id, key: null })
    expect(by('member', 'Quokka Smith').id).toBe(seeker.id)
    expect(by('sprint', 'Quokka days')).toMatchObject({ id: run.id, project: { id: one.id } })
    expect(titles(await finder(own)('quokka', { with: 'types=task,sprint' })).toSorted()).toEqual([
      'Feed the quokka',
      'Quokka days',
    ])
    expect((await finder(own)('quokka', { with: `project_id=${one.id}` })).total).toBe(4)
    expect((await finder(own)('quokka', { with: 'updated_since=2099-01-01T00:00:00Z' })).total).toBe(0)
    expect((await finder(own)('quokka', { with: 'updated_since=2020-01-01T00:00:00Z' })).total).toBe(7)
    const quick = await own.owner.call('GET', `${own.base}/search/suggest?q=quok&limit=2&types=task,sprint`)
    expect([quick.roundTrips, quick.body.items.length]).toEqual([1, 2])
  })

  test('is paged without repetition or gaps', async () => {
    const own = await workspace()
    const { id } = await project(own)
    for (let n = 0; n < 7; n++) await task(own, id, { title: `Walrus ${n}` })
    const pages = await Promise.all(
      [0, 3, 6].map((offset) => finder(own)('walrus', { with: `limit=3&offset=${offset}` })),
    )
    expect(new Set(pages.flatMap(ids)).size).toBe(7)
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
  })
})

test('a snippet is plain text around the match, with its position', async () => {
  const lead = 'Nothing to see here. '.repeat(30)
  await task(ws, home.id, { title: 'Long', description: `${lead}The pangolín <b>sleeps</b>. ${lead}` })
  const [{ snippet, highlights }] = (await find('pangolín sle')).items
  expect(snippet).toContain('<b>sleeps</b>')
  expect(snippet.length).toBeLessThan(250)
  expect(highlights.map(([start, end]: [number, number]) => snippet.slice(start, end))).toEqual([
    'pangolín',
    'sleeps',
  ])
})

test('positions of words are counted in UTF-16 units', () => {
  expect(matchPositions('👍 Été à l’été', ['a', 'ete'])).toEqual([
    [3, 6],
    [7, 8],
    [11, 14],
  ])
  expect(matchPositions('nothing', [''])).toEqual([])
})

describe('bad input', () => {
  test.each([
    ['q=', 'query.q: must not be empty'],
    ['q=%20%20', 'query.q: must not be empty'],
    ['', 'query.q: required'],
    [`q=${'x'.repeat(201)}`, 'query.q: at most 200 characters'],
    ['q=a%00b', 'query.q: must not contain NUL'],
    ['q=a&types=walrus', 'query.types[0]'],
    ['q=a&offset=1001', 'query.offset: must be 0 to 1000'],
    ['q=a&limit=51', 'query.limit: must be 1 to 50'],
    ['q=a&sort=title', 'query.sort: unknown field'],
  ])('%s is rejected', async (query, reason) => {
    const refused = await ws.owner.call('GET', `${ws.base}/search?${query}`)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(reason)])
  })
})

test('the index follows every change in the same transaction', async () => {
  const own = await workspace()
  const look = finder(own)
  const { id } = await project(own, { key: 'IDX', name: 'Index' })
  const created = await task(own, id, { title: 'Narwhal', description: 'tusk' })
  const path = `${own.base}/tasks/${created.id}`
  await own.owner.ok('PATCH', path, { title: 'Beluga' })
  expect([(await look('narwhal')).total, (await look('beluga')).total, (await look('tusk')).total]).toEqual([
    0, 1, 1,
  ])
  const result = await own.owner.ok('POST', `${path}/comments`, { body: 'orca' })
  await own.owner.ok('PATCH', `${path}/comments/${result.id}`, { body: 'dolphin' })
  expect([(await look('orca')).total, (await look('dolphin')).total]).toEqual([0, 1])
  await own.owner.ok('DELETE', path)
  expect([(await look('beluga')).total, (await look('dolphin')).total]).toEqual([0, 0])
  await own.owner.ok('POST', `${path}/restore`)
  expect([(await look('beluga')).total, (await look('dolphin')).total]).toEqual([1, 1])
  await own.owner.ok('DELETE', `${path}/comments/${result.id}`)
  expect((await look('dolphin')).total).toBe(0)
  expect(await indexErrors(own)).toEqual([])
})

test('a text of a megabyte of different words is stored and found', async () => {
  const words = Array.from({ length: 180_000 }, (_, n) => n.toString(36)).join(' ')
  const { id } = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Vast', content: words })
  expect(ids(await find('vast'))).toContain(id)
})
