import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { ageLastSave, documentSetup } from '../kit/documents.ts'
import { inbox, mention, summaries } from '../kit/inbox.ts'
import { project } from '../kit/makers.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
let read: (who: Caller) => Promise<Json[]>
beforeAll(async () => {
  s = await documentSetup()
  read = (who) => inbox(s.ws, who)
})

/** A document of the member with this title, and helpers for its comments. */
async function page(title: string, draft: object = {}) {
  const { id } = await s.write({ title, content: 'The train leaves at nine.', ...draft })
  return {
    id,
    path: `${s.base}/${id}`,
    say: (who: Caller, body: string, more: object = {}): Promise<Json> =>
      who.ok('POST', `${s.base}/${id}/comments`, { body, ...more }),
  }
}
const about = async (who: Caller, id: string) => (await read(who)).filter(({ entity }) => entity.id === id)

describe('a comment on a document', () => {
  test('notifies its owner and mentioned people, as its response says', async () => {
    const { id, say } = await page('Travel')
    const created = await say(s.other, `Who knows? ${mention(s.manager)} ${mention(s.other)}`)
    expect(created.mentioned).toEqual([
      { user_id: s.manager.id, notified: true },
      { user_id: s.other.id, notified: false, reason: 'yourself' },
    ])
    expect(await about(s.manager, id)).toMatchObject([
      {
        reason: 'mentioned',
        title: 'Travel',
        comment_id: created.id,
        snippet: expect.stringContaining('Who knows?'),
        entity: { type: 'document', id, key: null },
        actor: { user_id: s.other.id },
        url: expect.stringMatching(new RegExp(`/documents/${id}$`)),
      },
    ])
    expect(summaries(await about(s.member, id))).toEqual(['document_commented Travel'])
    expect([await about(s.other, id), await about(s.viewer, id)]).toEqual([[], []])
  })

  test('is a reply to everybody who wrote in its thread', async () => {
    const { id, say } = await page('Replies')
    const root = await say(s.other, 'first')
    await say(s.member, 'second', { parent_id: root.id })
    expect(summaries(await about(s.other, id))).toEqual(['replied Replies'])
  })

  test('that is edited notifies newly mentioned people, once', async () => {
    const { id, path, say } = await page('Edits')
    const { id: comment } = await say(s.member, 'look')
    const edit = (body: string) => s.member.ok('PATCH', `${path}/comments/${comment}`, { body })
    await edit(`look ${mention(s.other)}`)
    await edit(`look again ${mention(s.other)}`)
    expect(summaries(await about(s.other, id))).toEqual(['mentioned Edits'])
  })

  test('does not notify people who cannot read it, and its response says so', async () => {
    const { id, say } = await page('Own', { visibility: 'private' })
    const { mentioned } = await say(s.member, mention(s.other))
    expect(mentioned).toEqual([{ user_id: s.other.id, notified: false, reason: 'no_access' }])
    expect(await about(s.other, id)).toEqual([])
  })
})

describe('a new version', () => {
  test('notifies owner, authors and commenters of the document: one notification while it is unread', async () => {
    const { id, path, say } = await page('Plan')
    await say(s.other, 'good')
    for (const content of ['one', 'two', 'three']) await s.manager.ok('PATCH', path, { content })
    expect(await about(s.other, id)).toMatchObject([
      { reason: 'document_updated', title: 'Plan', count: 3, actor: { user_id: s.manager.id } },
    ])
    expect(summaries(await about(s.manager, id))).toEqual([])
    const [notice] = await about(s.other, id)
    await s.other.ok('PATCH', `${s.ws.base}/notifications/${notice!.id}`, { read: true })
    await ageLastSave(id)
    await s.member.ok('PATCH', path, { title: 'The plan' })
    expect(summaries(await about(s.other, id))).toEqual([
      'document_updated The plan',
      'document_updated The plan',
    ])
    expect(summaries(await about(s.manager, id))).toEqual(['document_updated The plan'])
  })

  test('is not announced for a moved, archived or relabelled document', async () => {
    const { id, path, say } = await page('Still')
    await say(s.other, 'good')
    const [version] = await s.versions(id)
    await s.member.ok('PATCH', path, { archived: true })
    await s.member.ok('PATCH', path, { archived: false, icon: '📄' })
    await s.member.ok('PATCH', `${path}/versions/${version!.number}`, { label: 'First' })
    expect(summaries(await about(s.other, id))).toEqual([])
  })

  test('can be turned off by reason and by muting the project', async () => {
    const home = await project(s.ws)
    const { id, path, say } = await page('Muted', { project_id: home.id })
    await say(s.other, 'good')
    const set = (reasons: object, muted_project_ids: string[]) =>
      s.other.ok('PUT', `${s.ws.base}/notification-preferences`, { reasons, muted_project_ids })
    await set({ document_updated: { in_app: false } }, [])
    await s.member.ok('PATCH', path, { content: 'one' })
    expect(await about(s.other, id)).toEqual([])
    await set({ document_updated: { in_app: true } }, [home.id])
    await s.member.ok('PATCH', path, { content: 'two' })
    expect(await about(s.other, id)).toEqual([])
    await set({}, [])
    expect(await about(s.other, id)).toEqual([])
  })
})

test('a notification is hidden with the document, and moves to another project with it', async () => {
  const [home, otherProject] = [await project(s.ws), await project(s.ws)]
  const { id, path, say } = await page('Wanders', { project_id: home.id })
  await say(s.other, 'good')
  const seen = async () => (await about(s.member, id)).map((notice) => notice.project?.id)
  expect(await seen()).toEqual([home.id])
  await s.member.ok('POST', `${path}/move`, { project_id: otherProject.id })
  expect(await seen()).toEqual([otherProject.id])
  await s.member.ok('DELETE', path)
  expect(await seen()).toEqual([])
  await s.member.ok('POST', `${path}/restore`)
  expect(await seen()).toEqual([otherProject.id])
})
