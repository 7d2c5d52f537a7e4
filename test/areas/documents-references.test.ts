import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

/** Where documents are shown outside their own area. */
test('a deleted document is in the trash of people who can restore it', async () => {
  const ws = await workspace()
  const [ada, manager, bob] = [await join(ws), await join(ws, 'manager'), await join(ws)]
  const { id } = await ada.ok('POST', `${ws.base}/documents`, { title: 'Plan' })
  await ada.ok('POST', `${ws.base}/documents`, { title: 'Below', parent_id: id })
  const secret = await ada.ok('POST', `${ws.base}/documents`, { title: 'Diary', visibility: 'private' })
  for (const one of [id, secret.id]) await ada.ok('DELETE', `${ws.base}/documents/${one}`)
  const labels = async (who: typeof ada) =>
    (await who.ok('GET', `${ws.base}/trash?type=document`)).items.map(({ label }: Json) => label).sort()
  expect([await labels(ada), await labels(manager), await labels(bob)]).toEqual([
    ['Diary', 'Plan'],
    ['Plan'],
    [],
  ])
  await ada.ok('POST', `${ws.base}/documents/${id}/restore`)
  expect(await labels(manager)).toEqual([])
})

test('a task lists the documents that mention it, for people who can read them', async () => {
  const ws = await workspace()
  const home = await project(ws)
  const item = await task(ws, home.id)
  const content = `See ${item.key}`
  const open = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Plan', content })
  await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Diary', content, visibility: 'private' })
  const titles = async (who: typeof ws.owner) =>
    (await who.ok('GET', `${ws.base}/tasks/${item.id}`)).documents.map(({ title }: Json) => title).sort()
  expect([await titles(ws.owner), await titles(await join(ws))]).toEqual([['Diary', 'Plan'], ['Plan']])
  await ws.owner.ok('PATCH', `${ws.base}/documents/${open.id}`, { content: 'Nothing', base_version: 1 })
  expect(await titles(ws.owner)).toEqual(['Diary'])
})

test('changes of documents are activity of the dashboard and of their project', async () => {
  const ws = await workspace()
  const [home, ada] = [await project(ws), await join(ws)]
  const draft = { title: 'Plan', project_id: home.id }
  const { id } = await ada.ok('POST', `${ws.base}/documents`, draft)
  await ws.owner.ok('PATCH', `${ws.base}/documents/${id}`, { content: 'Go', base_version: 1 })
  await ada.ok('POST', `${ws.base}/documents`, { title: 'Wiki' })
  await ada.ok('POST', `${ws.base}/documents`, { title: 'Diary', visibility: 'private' })
  const said = async (path: string) =>
    (await ws.owner.ok('GET', ws.base + path)).items
      .filter(({ type }: Json) => type.startsWith('document.'))
      .map(({ summary, actor }: Json) => `${summary} ${actor.user_id === ada.id ? 'by Ada' : 'by the owner'}`)
  const summaries = ['edited the document Plan by the owner', 'created the document Plan by Ada']
  expect(await said('/dashboard/activity')).toEqual(['created the document Wiki by Ada', ...summaries])
  expect(await said(`/dashboard/activity?project_id=${home.id}`)).toEqual(summaries)
  expect(await said(`/projects/${home.id}/activity?types=document.created,document.updated`)).toEqual(
    summaries,
  )
})

test('a trailing newline creates no version', async () => {
  const ws = await workspace()
  const { id } = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Plan', content: 'Go' })
  const same = await ws.owner.ok('PATCH', `${ws.base}/documents/${id}`, { content: 'Go\n', base_version: 1 })
  const read = await ws.owner.ok('GET', `${ws.base}/documents/${id}`)
  expect([same.current_version, read.current_version, read.content]).toEqual([1, 1, 'Go'])
  const more = await ws.owner.ok('PATCH', `${ws.base}/documents/${id}`, {
    content: 'Go\n\nOn',
    base_version: 1,
  })
  expect(more.current_version).toBe(2)
})
