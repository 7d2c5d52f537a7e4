import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

async function desk() {
  const { owner, org, base } = await workspace()
  const list = `/organizations/${org.slug}/tags`
  const send = (action: string, fields: Record<string, string>) =>
    submit(action ? `${list}/${action}` : list, fields, owner.headers)
  const tag = (name: string): Promise<Json> => owner.ok('POST', `${base}/tags`, { name })
  const names = async () =>
    ((await owner.ok('GET', `${base}/tags`)).items as Json[]).map(({ name }) => name as string).toSorted()
  return { owner, list, send, tag, names, saved: [303, `${list}?done=saved`] }
}

test('tags are made, renamed, merged and deleted on their page', async () => {
  const { owner, list, send, tag, names, saved } = await desk()
  expect(to(await send('', { name: 'bug', color: '#ff0000' }))).toEqual(saved)
  const [blue, green] = [await tag('blue'), await tag('green')]
  const change = { tag_id: blue.id, name: 'navy', color: '#000080', version: String(blue.version) }
  expect(to(await send('change', change))).toEqual(saved)
  expect(await names()).toEqual(['bug', 'green', 'navy'])
  const chosen = (await open(`${list}?edit=${green.id}`, owner.headers)).text
  expect(chosen).toContain('Merge into another')
  expect(chosen).toContain(`<option value="${blue.id}">navy</option>`)
  expect(to(await send('merge', { tag_id: green.id, into_tag_id: blue.id }))).toEqual(saved)
  expect(to(await send('delete', { tag_id: blue.id }))).toEqual(saved)
  expect(await names()).toEqual(['bug'])
})

test('what is wrong stands beside the field, in the row that it is about', async () => {
  const { send, tag } = await desk()
  const [one, other] = [await tag('one'), await tag('other')]
  const wrong = await send('change', { tag_id: one.id, name: '', color: '#000080', version: '1' })
  expect([wrong.status, problemBeside('name', wrong)]).toEqual([422, 'Must not be empty.'])
  expect(wrong.text).toContain(`id="change-${one.id}-name"`)
  expect(wrong.text).not.toContain(`id="change-${other.id}-name"`)
})
