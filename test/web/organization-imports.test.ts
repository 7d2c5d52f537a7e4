import { expect, test } from 'vitest'
import { app, asOwner, call, env } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { exported } from '../kit/organization-exports.ts'
import { archiveOf, completed, importPath, received, send } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { open, submit, to } from './browse.ts'

await ownDatabase()

async function made() {
  const ws = await workspace()
  await join(ws, 'manager')
  await task(ws, (await project(ws)).id)
  return { archive: await archiveOf(ws, (await exported(ws)).id) }
}
const pageOf = (id: string) => `/organization-imports/${id}`

test('an import is looked at, started once, followed and left with what is to be done', async () => {
  const { archive } = await made()
  const { owner } = await workspace()
  const { headers } = owner
  expect((await open('/dashboard', headers)).text).toContain('href="/organization-imports"')
  const choosing = await open('/organization-imports', headers)
  for (const said of ['File of the export', 'import.js', '<noscript>', 'parts/1 --data-binary'])
    expect(choosing.text).toContain(said)
  const id = await received(owner, archive)
  const ready = await open(pageOf(id), headers)
  const { kinds } = await owner.ok('GET', `${importPath}/${id}`)
  const preview = /id="preview"(.*?)<\/section>/s.exec(ready.text)![1]!
  for (const { kind, count } of kinds)
    expect([kind, preview.includes(kind.replaceAll('_', ' '))]).toEqual([kind, count > 0])
  expect(preview).toMatch(/<dt>task<\/dt><dd><span>1<\/span>/)
  for (const said of ['Ada &amp; Co', 'Start the import', 'Number invoices on', 'Throw it away'])
    expect(ready.text).toContain(said)
  const refused = await submit(`${pageOf(id)}/start`, { continue_numbering: 'on' }, headers)
  expect([refused.status, /must never issue the same number/.test(refused.text)]).toEqual([422, true])
  const twice = await Promise.all([1, 2].map(async () => submit(`${pageOf(id)}/start`, {}, headers)))
  for (const reply of twice) expect(to(reply)).toEqual([303, `${pageOf(id)}?done=start`])
  const { slug } = await completed(owner, id)
  const done = await open(pageOf(id), headers)
  for (const said of [`/organizations/${slug}`, 'What is left to do', `${pageOf(id)}/files/map`])
    expect(done.text).toContain(said)
  expect(done.text).not.toContain('Throw it away')
  const invite = /href="([^"]*invite=[^"]*role=manager)#invitations"/.exec(done.text)![1]!
  const form = await open(invite.replaceAll('&amp;', '&'), headers)
  expect(form.text).toMatch(/name="email"[^>]*value="[^"]+@/)
  expect(form.text).toMatch(/<option[^>]* selected[^>]*>manager</)
  const map = await call('GET', `${pageOf(id)}/files/map`, { headers })
  expect(to(map)).toEqual([303, `${importPath}/${id}/map`])
  expect((await app.request(`${importPath}/${id}/map`, { headers }, env())).status).toBe(200)
})

test('what is still to be sent is asked for, and what is thrown away is gone', async () => {
  const { archive } = await made()
  const { headers, ...owner } = (await workspace()).owner
  const { id } = await owner.ok('POST', importPath, { manifest: archive.manifest })
  const total = archive.parts.size
  await send({ headers, ...owner }, id, 1, archive.parts.get(1)!)
  const page = await open(pageOf(id), headers)
  for (const said of [`${total - 1} of ${total} parts still to be sent`, 'What comes in'])
    expect(page.text).toContain(said)
  expect(page.text).not.toContain('Start the import')
  expect((await submit(`${pageOf(id)}/start`, {}, headers)).status).toBe(409)
  expect(to(await submit(`${pageOf(id)}/delete`, {}, headers))).toEqual([303, '/organization-imports'])
  expect((await open(pageOf(id), headers)).status).toBe(404)
})

test('imports are found again where one begins another, the newest first and in pages', async () => {
  const { archive } = await made()
  const { headers, ...owner } = (await workspace()).owner
  const none = await open('/organization-imports', headers)
  expect(none.text).toContain('You have begun no import')
  const ids: string[] = []
  for (const year of [2024, 2025, 2026]) {
    const manifest = { ...archive.manifest, started_at: `${year}-01-01T00:00:00.000Z` }
    ids.unshift((await owner.ok('POST', importPath, { manifest })).id)
    if (year < 2026)
      await asOwner(`update organization_imports set state = 'failed', problem = $2 where id = $1`, [
        ids[0],
        `damaged in ${year}`,
      ])
  }
  const { text } = await open('/organization-imports', headers)
  const linked = [...text.matchAll(/href="\/organization-imports\/([^"]+)"/g)].map(([, id]) => id)
  expect(linked).toEqual(ids)
  for (const said of ['Your imports', 'parts still to be sent', 'not started', 'failed', 'damaged in 2025'])
    expect(text).toContain(said)
  const further = await open('/organization-imports?offset=50', headers)
  expect([further.status, further.text.includes('href="/organization-imports?offset=0"')]).toEqual([
    200,
    true,
  ])
})

test('one that failed says why; that of somebody else is not found', async () => {
  const { archive } = await made()
  const { owner } = await workspace()
  const id = await received(owner, archive)
  await asOwner(
    `update organization_imports set state = 'failed', problem = 'part 2 is damaged' where id = $1`,
    [id],
  )
  const { text } = await open(pageOf(id), owner.headers)
  for (const said of ['It could not be imported', 'part 2 is damaged', 'Throw it away'])
    expect(text).toContain(said)
  const other = (await workspace()).owner.headers
  for (const path of [pageOf(id), `${pageOf(id)}/files/map`, '/organization-imports/x'])
    expect([path, (await open(path, other)).status]).toEqual([path, 404])
  expect((await submit(`${pageOf(id)}/start`, {}, other)).status).toBe(404)
  await submit(`${pageOf(id)}/delete`, {}, other)
  await asOwner(`update organization_imports set state = 'running', problem = null where id = $1`, [id])
  const running = await open(pageOf(id), owner.headers)
  for (const said of ['It is being written', '<progress', 'See how far it is'])
    expect(running.text).toContain(said)
})
