import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { message, documentSetup } from '../kit/documents.ts'
import { project, task, workspace } from '../kit/makers.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})

describe('writing a document', () => {
  test('returns it without its text, in one round trip; reading it has text, path and links', async () => {
    const { base, member, write, open } = s
    const parent = await write({ title: 'Handbook' })
    const draft = { title: 'Travel', content: '# Trains\n\nTwo words.', parent_id: parent.id, icon: '🚆' }
    const reply = await member.call('POST', base, draft)
    expect([reply.status, reply.roundTrips, reply.body]).toMatchObject([
      201,
      1,
      {
        title: 'Travel',
        icon: '🚆',
        parent_id: parent.id,
        project_id: null,
        depth: 2,
        visibility: 'organization',
        owner: { user_id: member.id },
        is_locked: false,
        current_version: 1,
        word_count: 4,
        version: 1,
      },
    ])
    expect(reply.body).not.toHaveProperty('content')
    expect(await open(reply.body.id)).toMatchObject({
      content: '# Trains\n\nTwo words.',
      breadcrumbs: [{ id: parent.id, title: 'Handbook' }],
      links: [],
    })
  })

  test.each([
    [{ title: '' }, 'body.title: must not be empty'],
    [{}, 'body.title: required'],

    [{ title: 'x', visibility: 'project' }, 'body.visibility: the document is in no project'],
    [{ title: 'x', parent_id: uuidv7() }, 'body.parent_id: not found'],
    [{ title: 'x', project_id: uuidv7() }, 'body.project_id: not found'],
    [{ title: 'x', template_id: uuidv7() }, 'body.template_id: not found'],
    [{ title: 'x', before_id: uuidv7() }, 'body.before_id: not found among the documents beside it'],
    [
      { title: 'x', before_id: uuidv7(), after_id: uuidv7() },
      'body.after_id: give before_id or after_id, not both',
    ],
    [
      { title: 'x', content: '', template_id: uuidv7() },
      'body.template_id: give content or template_id, not both',
    ],
  ])('%j is rejected', async (draft, reason) => {
    expect(message(await s.member.call('POST', s.base, draft))).toEqual([422, reason])
  })

  test('accepts at most 1.5 MB', async () => {
    const refused = async (content: string) =>
      message(await s.member.call('POST', s.base, { title: 'x', content }))
    expect(await refused('x'.repeat(1_500_001))).toEqual([422, 'body.content: at most 1500000 characters'])
    expect(await refused('é'.repeat(750_001))).toEqual([422, 'body.content: at most 1.5 MB'])
    expect((await refused('é'.repeat(750_000)))[0]).toBe(201)
  })

  test('with a parent or project of another organization is not found', async () => {
    const otherWorkspace = await workspace()
    const [page, home] = [
      await otherWorkspace.owner.ok('POST', `${otherWorkspace.base}/documents`, { title: 'Theirs' }),
      await project(otherWorkspace),
    ]
    for (const [field, id] of [
      ['parent_id', page.id],
      ['template_id', page.id],
      ['project_id', home.id],
      ['after_id', page.id],
    ])
      expect(message(await s.member.call('POST', s.base, { title: 'x', [field!]: id }))).toEqual([
        422,
        expect.stringMatching(`body.${field}: not found`),
      ])
  })

  test('up to ten levels', async () => {
    let parent_id: string | undefined
    for (let level = 1; level <= 10; level++) parent_id = (await s.write(parent_id ? { parent_id } : {})).id
    expect(message(await s.member.call('POST', s.base, { title: 'Too deep', parent_id }))).toEqual([
      422,
      'body.parent_id: documents would be more than 10 levels deep',
    ])
  })

  test('can start with any document as its template', async () => {
    const form = await s.write({ content: '## Agenda\n', icon: '📝', is_template: true })
    const created = await s.write({ template_id: form.id })
    expect(await s.open(created.id)).toMatchObject({ content: '## Agenda\n', icon: '📝', is_template: false })
    const listed = await s.member.ok('GET', `${s.base}?template=true`)
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([form.id])
  })
})

describe('a large page', () => {
  const distinct = Array.from({ length: 187_500 }, (_, n) =>
    (1_000_000 + n).toString(36).padEnd(7, 'z'),
  ).join(' ')
  const hostile: [string, string][] = [
    ['distinct words', distinct],
    ['brackets', '['.repeat(1_500_000)],
    ['line breaks', '\n'.repeat(1_500_000)],
    ['hyphens in addresses', 'www.a-b-c.example/p-q?r=s '.repeat(60_000)],
    ['keys', 'WEB-123456 '.repeat(137_000)],
    ['four-byte characters', '𝒳y𝓏 '.repeat(151_000)],
  ]
  test.each(hostile)(
    'of %s is saved, edited, searched and not larger',
    { timeout: 60_000 },
    async (what, all) => {
      const content = new TextDecoder()
        .decode(new TextEncoder().encode(all).slice(0, 1_499_990))
        .replace(/\uFFFD/, '')
      const { id } = await s.write({ title: what, content })
      expect(message(await s.tryEdit(id, { content: 'Hello there.', edit_mode: 'prepend' }))).toEqual([
        422,
        'body.content: the document would be larger than 1.5 MB',
      ])
      await s.edit(id, { content: content.slice(0, -40) })
      expect((await s.open(id)).content).toBe(content.slice(0, -40))
      const found = await s.member.ok('GET', `${s.base}?q=${encodeURIComponent(what)}`)
      expect(found.items.map((item: { id: string }) => item.id)).toContain(id)
    },
  )

  test('is found by the words of its first 200 kB', async () => {
    const words = distinct.split(' ')
    const { id } = await s.write({ title: 'Long', content: distinct })
    const found = async (q: string) =>
      (await s.member.ok('GET', `${s.base}?q=${q}`)).items.map((i: { id: string }) => i.id)
    for (const place of [0, 12_000, 24_990]) expect(await found(words[place]!)).toContain(id)
    expect(await found(words[25_010]!)).not.toContain(id)
  })
})

describe('reading a document', () => {
  test('returns plain text, or one section with everything under its heading', async () => {
    const content = [
      '# One',
      'a **bold** [link](https://x.example) `code`',
      '## Two ##',
      '- item',
      '```',
      '# no heading',
      '```',
      '### Three',
      'deep',
      '## Four',
      'end',
    ].join('\n')
    const { id } = await s.write({ content })
    expect((await s.open(id, '?section=two')).content).toBe(content.split('\n').slice(2, 9).join('\n'))
    expect((await s.open(id, '?section=%23%23%20Four')).content).toBe('## Four\nend')
    expect((await s.open(id, '?section=One')).content).toBe(content)
    expect((await s.open(id, '?section=Three&format=text')).content).toBe('Three\ndeep')
    expect((await s.open(id, '?format=text')).content).toContain('a bold link code\nTwo ##\nitem')
    for (const name of ['no heading', 'Five'])
      expect(message(await s.member.call('GET', `${s.base}/${id}?section=${name}`))).toEqual([
        404,
        'section not found',
      ])
  })

  test('never returns rendered HTML: what looks like it is text', async () => {
    const content = '<script>alert(1)</script> <b>x</b>'
    const { id } = await s.write({ content })
    expect((await s.open(id)).content).toBe(content)
  })
})

describe('links', () => {
  test('work both ways and only to what the reader can see', async () => {
    const { ws, member, manager } = s
    const [home, secret] = [await project(ws), await project(ws, { visibility: 'private' })]
    const [seen, hidden] = [await task(ws, home.id), await task(ws, secret.id)]
    const target = await s.write({ title: 'Target' })
    const content = `See ${seen.key} and ${hidden.key}, [that](document:${target.id}), /projects/${home.id}, AB-1.`
    const source = await s.write({ title: 'Source', content })
    const links = async (who = member) => (await s.open(source.id, '', who)).links
    const visible = [
      { type: 'document', id: target.id, key: null, title: 'Target' },
      { type: 'project', id: home.id, key: home.key, title: home.name },
      { type: 'task', id: seen.id, key: seen.key, title: seen.title },
    ]
    expect(await links(manager)).toEqual(visible)
    expect((await links(ws.owner)).map(({ id }: { id: string }) => id)).toContain(hidden.id)
    const back = async () => (await member.ok('GET', `${s.base}/${target.id}/backlinks`)).items
    expect(await back()).toMatchObject([{ type: 'document', id: source.id, title: 'Source' }])
    await s.edit(source.id, { content: 'Nothing any more.' })
    expect([await links(), await back()]).toEqual([[], []])
  })

  test('a private document is not a backlink for others', async () => {
    const target = await s.write()
    await s.write({ content: `/documents/${target.id}`, visibility: 'private' })
    const back = async (who = s.member) => (await who.ok('GET', `${s.base}/${target.id}/backlinks`)).total
    expect([await back(), await back(s.other), await back(s.ws.owner)]).toEqual([1, 0, 0])
  })
})

describe('listing documents', () => {
  test('finds by words of the text, part of the title, owner, parent, project and time', async () => {
    const own = await documentSetup()
    const home = await project(own.ws)
    const a = await own.write({
      title: 'Onboarding plan',
      content: 'Laptops **arrive** on Monday',
      project_id: home.id,
    })
    const b = await own.write({ title: 'Other', content: 'nothing', parent_id: a.id }, own.other)
    const c = await own.write({ title: 'Wiki 100%', content: 'laptops' })
    const ids = async (query: string) =>
      (await own.member.ok('GET', `${own.base}?sort=title&${query}`)).items.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids('')).toEqual([a.id, b.id, c.id])
    expect(await ids('q=laptops')).toEqual([a.id, c.id])
    expect(await ids('q=laptops%20monday')).toEqual([a.id])
    expect(await ids('q=board')).toEqual([a.id])
    expect(await ids('q=100%25')).toEqual([c.id])
    expect(await ids(`project_id=${home.id}`)).toEqual([a.id, b.id])
    expect(await ids('project_id=none')).toEqual([c.id])
    expect(await ids(`parent_id=${a.id}`)).toEqual([b.id])
    expect(await ids('parent_id=none')).toEqual([a.id, c.id])
    expect(await ids('owner_id=me')).toEqual([a.id, c.id])
    expect(await ids('updated_since=2099-01-01T00:00:00Z')).toEqual([])
    await own.edit(c.id, { archived: true })
    expect([await ids(''), await ids('archived=true')]).toEqual([[a.id, b.id], [c.id]])
    await own.edit(c.id, { archived: false })
    expect((await ids('')).length).toBe(3)
  })
})
