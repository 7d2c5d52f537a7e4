import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/kit/operation.ts'
import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { operations, World } from './world.ts'

/**
 * What is private to one person or to a row is filled with a word that occurs nowhere else. Then every operation that
 * reads is called by everybody else, with the ids of the private objects where its path takes one.
 */
const canary = `zebrafinch${uuidv7().slice(-8)}`
const long = `${canary} ${'and more of it '.repeat(20)}`
let world: World
const mine = new Map<string, string>()
const reads = operations.filter(({ method, role }) => method === 'GET' && role !== 'public')

beforeAll(async () => {
  world = await World.make()
  for (const operation of reads) await world.example(operation)
  const { owner } = world.people
  const home = `/api/v1/organizations/${world.org}`
  const make = async (param: string, path: string, draft: object) =>
    mine.set(param, (await owner.ok('POST', home + path, draft)).id)
  await make('note_id', '/notes', { title: canary, body: long })
  const later = new Date(Date.now() + 864e5).toISOString()
  await make('reminder_id', '/reminders', { title: canary, body: long, remind_at: later })
  await owner.ok('PUT', `${home}/desktop-state/${canary}`, { value: { text: canary } })
  mine.set('key', canary)
  const filter = { field: 'title', op: 'contains', value: canary }
  await make('filter_id', '/filters', { name: canary, filter, visibility: 'private' })
  await make('document_id', '/documents', { title: canary, content: long, visibility: 'private' })
  const [note, secret] = [mine.get('note_id')!, mine.get('document_id')!]
  await make('document_comment_id', `/documents/${secret}/comments`, { body: long })
  await owner.ok('PATCH', `${home}/notes/${note}`, { title: `${canary} again` })
  await owner.ok('PATCH', `${home}/documents/${secret}`, {
    title: `${canary} again`,
    content: `${long}\n${canary}`,
    base_version: 1,
  })
  await owner.ok('PATCH', `${home}/filters/${mine.get('filter_id')}`, { name: `${canary} again` })
  await owner.ok('PATCH', `${home}/documents/${secret}/comments/${mine.get('document_comment_id')}`, {
    body: `${canary} again`,
  })
  const below = await owner.ok('POST', `${home}/documents`, { title: `${canary} below`, parent_id: secret })
  await owner.ok('DELETE', `${home}/documents/${below.id}`)
  await owner.call('GET', `${home}/documents/${secret}`)
})

/** A path as the example has it, and with private objects in it; search asks for the word. */
async function pathsOf(operation: Operation): Promise<string[]> {
  const { path, params } = await world.example(operation)
  const privately = Object.entries(params).reduce((at, [name, value]) => {
    const param = name === 'comment_id' ? 'document_comment_id' : name
    return mine.has(param) ? at.replace(value, mine.get(param)!) : at
  }, path)
  const asked =
    'q' in ((operation.query as { shape?: object } | undefined)?.shape ?? {}) ? withWord(path) : []
  return [...new Set([path, privately, ...asked])]
}
const withWord = (path: string) => {
  const bare = path.replace(/([?&])q=[^&]*/, '$1').replace(/[?&]$/, '')
  return [`${bare}${bare.includes('?') ? '&' : '?'}q=${canary}`]
}

/** The operations whose answer has the word. */
async function finding(headers: Record<string, string>): Promise<string[]> {
  const found = new Set<string>()
  for (const operation of reads)
    for (const path of await pathsOf(operation)) {
      const { text } = await call('GET', path, { headers })
      if (text.replaceAll(`"q":"${canary}"`, '').includes(canary) && !echoes(operation, text))
        found.add(operation.id)
    }
  return [...found].toSorted()
}
/** A search repeats the words that it was asked for. */
const echoes = ({ id }: Operation, text: string) =>
  id === 'search' && (JSON.parse(text) as { total: number }).total === 0

describe('what is private', () => {
  test('is read by its person in all that shows it, so that this can fail', async () => {
    const found = await finding(world.people.owner.headers)
    expect(found).toEqual([
      'diffDocumentVersions',
      'getCalendarFeed',
      'getDesktopState',
      'getDocument',
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

  test('is in no answer to anybody else, whatever their role', async () => {
    const others: [string, Caller][] = (['admin', 'manager', 'member', 'viewer'] as const).map((role) => [
      role,
      world.people[role],
    ])
    for (const [role, who] of [...others, ['operator', world.operator] as [string, Caller]])
      expect([role, await finding(who.headers)]).toEqual([role, []])
  })

  test('is in no answer to an operator who impersonates its person', async () => {
    const { cookie, operator } = await impersonating(world.people.owner)
    expect(await finding({ cookie: `${operator.headers.cookie}; ${cookie}` })).toEqual([])
  })

  test('shows in the audit trail on the side of a change that was not private', async () => {
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

  test('is in no audit entry and in no notification of somebody else', async () => {
    const entries = await asOwner(
      `select action from audit_log where org_id = $1 and (changes::text like $2 or entity_label like $2)`,
      [world.org, `%${canary}%`],
    )
    expect(entries).toEqual([])
    const told = await asOwner(
      `select title from notifications n where org_id = $1 and user_id <> $2 and n::text like $3`,
      [world.org, world.people.owner.id, `%${canary}%`],
    )
    expect(told).toEqual([])
  })
})
