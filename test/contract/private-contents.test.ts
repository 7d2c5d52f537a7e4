import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/kit/operation.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { operations, World } from './world.ts'

/**
 * Private objects contain a word that occurs nowhere else. Everybody else calls every operation that reads, with the
 * ids of the private objects where its path takes one.
 */
const canary = `zebrafinch${uuidv7().slice(-8)}`
const long = `${canary} ${'and more of it '.repeat(20)}`
let world: World
const privateIds = new Map<string, string>()
const reads = operations.filter(({ method, role }) => method === 'GET' && role !== 'public')

beforeAll(async () => {
  world = await World.make()
  for (const operation of reads) await world.example(operation)
  const { owner } = world.people
  const home = `/api/v1/organizations/${world.org}`
  const create = async (param: string, path: string, draft: object) =>
    privateIds.set(param, (await owner.ok('POST', home + path, draft)).id)
  await create('note_id', '/notes', { title: canary, body: long })
  const later = new Date(Date.now() + 864e5).toISOString()
  await create('reminder_id', '/reminders', { title: canary, body: long, remind_at: later })
  await owner.ok('PUT', `${home}/desktop-state/${canary}`, { value: { text: canary } })
  privateIds.set('key', canary)
  const filter = { field: 'title', op: 'contains', value: canary }
  await create('filter_id', '/filters', { name: canary, filter, visibility: 'private' })
  await create('document_id', '/documents', { title: canary, content: long, visibility: 'private' })
  const [note, secret] = [privateIds.get('note_id')!, privateIds.get('document_id')!]
  await create('document_comment_id', `/documents/${secret}/comments`, { body: long })
  await owner.ok('PATCH', `${home}/notes/${note}`, { title: `${canary} again` })
  await owner.ok('PATCH', `${home}/documents/${secret}`, {
    title: `${canary} again`,
    content: `${long}\n${canary}`,
    base_version: 1,
  })
  await owner.ok('PATCH', `${home}/filters/${privateIds.get('filter_id')}`, { name: `${canary} again` })
  await owner.ok('PATCH', `${home}/documents/${secret}/comments/${privateIds.get('document_comment_id')}`, {
    body: `${canary} again`,
  })
  const child = await owner.ok('POST', `${home}/documents`, { title: `${canary} below`, parent_id: secret })
  await owner.ok('DELETE', `${home}/documents/${child.id}`)
  await owner.call('GET', `${home}/documents/${secret}`)
})

const dayFrom = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
/** What is private is of these days, those of examples stay what they are. */
const nowadays = `from=${dayFrom(-5)}&to=${dayFrom(5)}`
/** The path of the example, the same with private ids, and a search for the word where it takes `q`. */
async function pathsOf(operation: Operation): Promise<string[]> {
  const { path: example, params } = await world.example(operation)
  const path = example.replace(/from=[\d-]+&to=[\d-]+/, nowadays)
  const privatePath = Object.entries(params).reduce((at, [name, value]) => {
    const param = name === 'comment_id' ? 'document_comment_id' : name
    return privateIds.has(param) ? at.replace(value, privateIds.get(param)!) : at
  }, path)
  const searches =
    'q' in ((operation.query as { shape?: object } | undefined)?.shape ?? {}) ? withWord(path) : []
  return [...new Set([path, privatePath, ...searches])]
}
const withWord = (path: string) => {
  const bare = path.replace(/([?&])q=[^&]*/, '$1').replace(/[?&]$/, '')
  return [`${bare}${bare.includes('?') ? '&' : '?'}q=${canary}`]
}

/** The operations whose response contains the word. */
async function operationsShowingWord(headers: Record<string, string>): Promise<string[]> {
  const found = new Set<string>()
  for (const operation of reads)
    for (const path of await pathsOf(operation)) {
      const { text } = await call('GET', path, { headers })
      if (text.replaceAll(`"q":"${canary}"`, '').includes(canary) && !echoesQuery(operation, text))
        found.add(operation.id)
    }
  return [...found].toSorted()
}
/** A search without results repeats only its own query. */
const echoesQuery = ({ id }: Operation, text: string) =>
  id === 'search' && (JSON.parse(text) as { total: number }).total === 0

describe('what is private', () => {
  test('is shown to its owner wherever it belongs, so this test can fail', async () => {
    const found = await operationsShowingWord(world.people.owner.headers)
    expect(found).toEqual([
      'diffDocumentVersions',
      'getCalendarFeed',
      'getDesktopState',
      'getDocument',
      'getDocumentComment',
      'getDocumentTree',
      'getDocumentVersion',
      'getNote',
      'getReminder',
      'getSavedFilter',
      'listDesktopStates',
      'listDocumentComments',
      'listDocumentVersions',
      'listDocuments',
      'listNotes',
      'listRecentActivity',
      'listRecentItems',
      'listReminders',
      'listSavedFilters',
      'listTrash',
      'search',
      'suggest',
    ])
  })

  test('is in no response to anybody else, whatever their role', async () => {
    const others: [string, Caller][] = (['admin', 'manager', 'member', 'viewer'] as const).map((role) => [
      role,
      world.people[role],
    ])
    for (const [role, who] of [...others, ['operator', world.operator] as [string, Caller]])
      expect([role, await operationsShowingWord(who.headers)]).toEqual([role, []])
  })

  test('is in no response to an operator who impersonates its owner', async () => {
    const { cookie, operator } = await impersonating(world.people.owner)
    expect(await operationsShowingWord({ cookie: `${operator.headers.cookie}; ${cookie}` })).toEqual([])
  })

  test('is left out of audit entries, which show only the value that was not private', async () => {
    const { owner } = world.people
    const home = `/api/v1/organizations/${world.org}/documents`
    const { id } = await owner.ok('POST', home, { title: 'Open' })
    await owner.ok('PATCH', `${home}/${id}`, { title: `${canary} hidden`, visibility: 'private' })
    await owner.ok('PATCH', `${home}/${id}`, { title: 'Open again', visibility: 'organization' })
    const entries = await asOwner<{ title: object; visibility: object; entity_label: string | null }>(
      `select changes->'title' as title, changes->'visibility' as visibility, entity_label
        from audit_log where org_id = $1 and entity_id = $2 order by id`,
      [world.org, id],
    )
    expect(entries).toEqual([
      { title: { to: 'Open' }, visibility: { to: 'organization' }, entity_label: 'Open' },
      {
        title: { from: 'Open', changed: true },
        visibility: { from: 'organization', changed: true },
        entity_label: null,
      },
      {
        title: { changed: true, to: 'Open again' },
        visibility: { changed: true, to: 'organization' },
        entity_label: 'Open again',
      },
    ])
  })

  test('is in no audit entry and in nobody else’s notifications', async () => {
    const entries = await asOwner(
      `select action from audit_log where org_id = $1 and (changes::text like $2 or entity_label like $2)`,
      [world.org, `%${canary}%`],
    )
    expect(entries).toEqual([])
    const notices = await asOwner(
      `select title from notifications n where org_id = $1 and user_id <> $2 and n::text like $3`,
      [world.org, world.people.owner.id, `%${canary}%`],
    )
    expect(notices).toEqual([])
  })
})
