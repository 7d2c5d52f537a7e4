import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { ageLastSave, message, documentSetup } from '../kit/documents.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})
const numbers = (list: Json[]) => list.map(({ number }) => number)

describe('an edit', () => {
  test('adds its own paragraph at the end or the start, or replaces everything', async () => {
    const { id } = await s.write({ content: 'One' })
    const steps: [object, string][] = [
      [{ content: 'Two\n', edit_mode: 'append' }, 'One\n\nTwo\n'],
      [{ content: 'Three', edit_mode: 'append' }, 'One\n\nTwo\nThree'],
      [{ content: 'Zero', edit_mode: 'prepend' }, 'Zero\n\nOne\n\nTwo\nThree'],
      [{ content: '', edit_mode: 'replace' }, ''],
      [{ content: 'Alone', edit_mode: 'append' }, 'Alone'],
    ]
    for (const [change, text] of steps) {
      await s.edit(id, change)
      expect((await s.open(id)).content).toBe(text)
    }
  })

  test('replaces the only occurrence of the text to find', async () => {
    const { id } = await s.write({ content: 'The $1 price is \\0 here, and there.' })
    await s.edit(id, { content: '& $2', edit_mode: 'patch', find: '$1' })
    await s.edit(id, { content: '', edit_mode: 'patch', find: ', and there' })
    expect((await s.open(id)).content).toBe('The & $2 price is \\0 here.')
  })

  test('of text that occurs not at all, or more than once, is a conflict', async () => {
    const { id } = await s.write({ content: 'aaa b' })
    expect(message(await s.tryEdit(id, { content: 'x', edit_mode: 'patch', find: 'zzz' }))).toEqual([
      409,
      'the text to find is not in the document',
    ])
    expect(message(await s.tryEdit(id, { content: 'x', edit_mode: 'patch', find: 'aa' }))).toEqual([
      409,
      'the text to find is in the document more than once; send more of the surrounding text',
    ])
    expect((await s.open(id)).content).toBe('aaa b')
  })

  test.each([
    [{ content: 'x', edit_mode: 'patch' }, 'body.find: required with edit_mode patch'],
    [{ content: 'x', find: 'y' }, 'body.find: only with edit_mode patch'],
    [{ edit_mode: 'append' }, 'body.content: required with edit_mode'],
    [{ content: 'x', edit_mode: 'patch', find: '' }, 'body.find: must not be empty'],
    [{ title: ' ' }, 'body.title: must not be empty'],
    [{}, 'body: at least one field required'],
    [{ rank: 'a0' }, 'body.rank: unknown field'],
    [{ title: 'x', base_version: 99 }, 'body.base_version: the document is at version 1'],
    [{ visibility: 'project' }, 'body.visibility: the document is in no project'],
  ])('as %j is rejected', async (change, reason) => {
    const { id } = await s.write({ content: 'z' })
    expect(message(await s.tryEdit(id, change))).toEqual([422, expect.stringContaining(reason)])
  })

  test('clears the icon with null and keeps what is not sent', async () => {
    const { id } = await s.write({ icon: '🌱', content: 'kept' })
    expect(await s.edit(id, { icon: null })).toMatchObject({ icon: null, current_version: 1 })
    expect((await s.open(id)).content).toBe('kept')
  })

  test('of a locked document is for its owner and managers', async () => {
    const { id } = await s.write({ content: 'z' })
    const lock = (locked: boolean, who = s.member) => who.call('PUT', `${s.base}/${id}/lock`, { locked })
    expect((await lock(true, s.other)).status).toBe(403)
    expect(await lock(true)).toMatchObject({ body: { is_locked: true, locked_by: { user_id: s.member.id } } })
    const refused = [409, 'the document is locked']
    expect(message(await s.tryEdit(id, { content: 'x' }, s.other))).toEqual(refused)
    expect(message(await s.move(id, { parent_id: null }))).toEqual([200, undefined])
    const moveReply = await s.other.call('POST', `${s.base}/${id}/move`, { parent_id: null })
    const back = await s.other.call('POST', `${s.base}/${id}/versions/1/restore`)
    expect([message(moveReply), message(back)]).toEqual([refused, refused])
    await s.edit(id, { content: 'by its owner' })
    await s.edit(id, { content: 'by a manager' }, s.manager)
    expect((await lock(false, s.manager)).body).toMatchObject({ is_locked: false, locked_by: null })
    await s.edit(id, { content: 'by anybody' }, s.other)
    expect((await s.tryEdit(id, { content: 'x' }, s.viewer)).status).toBe(403)
  })
})

describe('two editors', () => {
  test('cannot overwrite each other: the later one gets the current version', async () => {
    const { id } = await s.write({ content: 'first' })
    await s.edit(id, { content: 'second', base_version: 1 })
    expect(message(await s.tryEdit(id, { content: 'third', base_version: 1 }, s.other))).toEqual([
      409,
      'changed since version 1; current_version is 2',
    ])
    await s.edit(id, { content: 'third', base_version: 2 }, s.other)
  })

  test('get it even if the saves of one burst are one version', async () => {
    const { id } = await s.write({ content: 'first' })
    const { current_version: visible } = await s.edit(id, { content: 'second' })
    const { current_version: now } = await s.edit(id, { content: 'third' })
    expect(numbers(await s.versions(id))).toEqual([now, 1])
    const late = await s.tryEdit(id, { content: 'fourth', base_version: visible }, s.other)
    expect(message(late)).toEqual([409, `changed since version ${visible}; current_version is ${now}`])
    expect((await s.open(id)).content).toBe('third')
  })

  test('of 50 with the same version one wins', { tags: 'race' }, async () => {
    const { id } = await s.write({ content: 'first' })
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        s.tryEdit(id, { content: `by ${n}`, base_version: 1 }, n % 2 ? s.member : s.other),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(49).fill(409)])
    const { content } = await s.open(id)
    expect(content).toBe(`by ${replies.findIndex(({ status }) => status === 200)}`)
  })

  test('of different fields do not conflict: title and text, or by the version of the object', async () => {
    const { id } = await s.write({ content: 'first' })
    await s.edit(id, { title: 'New title' })
    await s.edit(id, { content: 'second', base_version: 1 }, s.other)
    const late = await s.tryEdit(id, { title: 'Other title', base_version: 1 }, s.other)
    expect(late.status).toBe(409)
    const at = (change: object) => s.other.call('PATCH', `${s.base}/${id}`, change, { 'if-match': '"v2"' })
    expect((await at({ icon: '🌱' })).status).toBe(200)
    expect(message(await at({ content: 'x' }))).toEqual([
      409,
      'changed by somebody else since version 2: content',
    ])
  })

  test('who append concurrently both keep their text', { tags: 'race' }, async () => {
    const { id } = await s.write()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        s.edit(id, { content: `line ${n}\n`, edit_mode: 'append' }, n % 2 ? s.member : s.other),
      ),
    )
    const lines = (await s.open(id)).content.trim().split('\n')
    expect(new Set(lines).size).toBe(50)
    const { current_version } = await s.open(id)
    expect(current_version).toBe(51)
    expect((await s.versions(id))[0]).toMatchObject({ number: 51 })
  })
})

describe('versions', () => {
  test('are created by every change of title or text, and nothing else', async () => {
    const { id } = await s.write({ title: 'A', content: 'one\ntwo\n' })
    await s.edit(id, { content: 'one\n2\nthree\n', summary: 'Numbers' }, s.other)
    await s.edit(id, { title: 'B' }, s.manager)
    await s.edit(id, { content: 'one\n2\nthree\n', icon: '🌱' })
    expect(await s.versions(id)).toMatchObject([
      { number: 3, title: 'B', author: { user_id: s.manager.id }, added_lines: 0, removed_lines: 0 },
      { number: 2, summary: 'Numbers', edit_mode: 'replace', size: 12, added_lines: 2, removed_lines: 1 },
      { number: 1, title: 'A', edit_mode: 'create', label: null, added_lines: 2, removed_lines: 0 },
    ])
    expect(await s.member.ok('GET', `${s.base}/${id}/versions/1`)).toMatchObject({
      title: 'A',
      content: 'one\ntwo\n',
    })
    expect(message(await s.member.call('GET', `${s.base}/${id}/versions/9`))).toEqual([
      404,
      'version not found',
    ])
  })

  test('do not flood: saves of one person within five minutes are one version', async () => {
    const { id } = await s.write({ content: '0' })
    for (const content of ['1', '2', '3']) await s.edit(id, { content })
    expect(
      (await s.versions(id)).map(({ size, number, added_lines }) => [number, size, added_lines]),
    ).toEqual([
      [4, 1, 1],
      [1, 1, 1],
    ])
    await ageLastSave(id)
    await s.edit(id, { content: '4' })
    await s.edit(id, { content: '5' }, s.other)
    await s.edit(id, { content: '6' })
    expect(numbers(await s.versions(id))).toEqual([7, 6, 5, 4, 1])
  })

  test('with a name are kept unchanged', async () => {
    const { id } = await s.write({ content: '0' })
    await s.edit(id, { content: '1' })
    const named = await s.member.ok('PATCH', `${s.base}/${id}/versions/2`, { label: 'Approved' })
    expect(named).toMatchObject({ number: 2, label: 'Approved' })
    await s.edit(id, { content: '2' })
    expect((await s.versions(id)).map(({ label }) => label)).toEqual([null, 'Approved', null])
    expect((await s.member.ok('GET', `${s.base}/${id}/versions/2`)).content).toBe('1')
    await s.member.ok('PATCH', `${s.base}/${id}/versions/2`, { label: null })
    for (const [path, status] of [
      ['9', 404],
      ['0', 422],
      ['x', 422],
    ])
      expect((await s.member.call('PATCH', `${s.base}/${id}/versions/${path}`, { label: 'x' })).status).toBe(
        status,
      )
  })

  test('are restored exactly, as a new version', async () => {
    const content = '# ünï\r\n\ttabs  \n\n\n𝒳\n'
    const { id } = await s.write({ title: 'Before', content })
    await s.edit(id, { title: 'After', content: 'lost' })
    const restore = (number: number, body?: object) =>
      s.other.call('POST', `${s.base}/${id}/versions/${number}/restore`, body)
    expect((await restore(1)).body).toMatchObject({
      title: 'Before',
      current_version: 3,
      orphaned_comments: [],
    })
    expect((await s.open(id)).content).toBe(content)
    expect((await s.versions(id))[0]).toMatchObject({ edit_mode: 'restore', summary: 'Restored version 1' })
    expect(numbers(await s.versions(id))).toEqual([3, 2, 1])
    await s.edit(id, { content: 'again' }, s.other)
    expect(numbers(await s.versions(id))).toEqual([4, 3, 2, 1])
    expect(message(await restore(7))).toEqual([404, 'version not found'])
    expect(message(await restore(1, { base_version: 3 }))).toEqual([
      409,
      'changed since version 3; current_version is 4',
    ])
  })

  test('equal to the current one create no new one when restored', async () => {
    const { id } = await s.write({ content: 'same' })
    expect((await s.edit(id, { content: 'same' })).current_version).toBe(1)
    expect((await s.member.ok('POST', `${s.base}/${id}/versions/1/restore`)).current_version).toBe(1)
    expect(await s.versions(id)).toHaveLength(1)
  })

  test('cannot be changed in the database either', async () => {
    const { id } = await s.write({ content: 'one' })
    await s.edit(id, { content: 'two' })
    await expect(
      asOwner(`update document_versions set content = 'forged' where document_id = $1 and number = 1`, [id]),
    ).rejects.toThrow('append-only')
  })

  test('of a document that others may not read are as hidden as it', async () => {
    const { id } = await s.write({ visibility: 'private', content: 'mine' })
    for (const path of ['', '/versions', '/versions/1', '/diff?from=1', '/backlinks', '/comments'])
      expect([path, (await s.ws.owner.call('GET', `${s.base}/${id}${path}`)).status]).toEqual([path, 404])
  })
})

describe('the difference of two versions', () => {
  test('has hunks with three lines of context', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`)
    const { id } = await s.write({ content: lines.join('\n') })
    await s.edit(id, { content: lines.with(1, 'second').toSpliced(20, 1).join('\n') })
    const diff = await s.member.ok('GET', `${s.base}/${id}/diff?from=1`)
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      added_lines: 1,
      removed_lines: 2,
      exact: true,
      truncated: false,
    })
    expect(diff.hunks.map(({ lines: own, ...place }: Json) => [place, own.length])).toEqual([
      [{ from_line: 1, from_lines: 5, to_line: 1, to_lines: 5 }, 6],
      [{ from_line: 18, from_lines: 7, to_line: 18, to_lines: 6 }, 7],
    ])
    expect(diff.hunks[0].lines.slice(0, 3)).toEqual([
      { op: 'keep', text: 'line 1' },
      { op: 'remove', text: 'line 2' },
      { op: 'add', text: 'second' },
    ])
    expect(await s.member.ok('GET', `${s.base}/${id}/diff`)).toEqual(diff)
    expect((await s.member.ok('GET', `${s.base}/${id}/diff?from=2&to=1`)).added_lines).toBe(2)
    expect((await s.member.ok('GET', `${s.base}/${id}/diff?from=2`)).hunks).toEqual([])
    expect(message(await s.member.call('GET', `${s.base}/${id}/diff?from=9`))).toEqual([
      404,
      'version not found',
    ])
  })
})
