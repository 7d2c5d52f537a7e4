import { expect, test } from 'vitest'
import { call, type Caller } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { begun, download, finished } from '../kit/organization-exports.ts'
import { asOwner } from '../kit/client.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { signedInSince } from '../kit/vault.ts'
import { everyTool } from '../mcp/all-tools.ts'
import { modern } from '../mcp/rpc.ts'
import { open, submit, to } from './browse.ts'

await ownDatabase()

test('an export is begun, followed, downloaded and deleted by clicking alone', async () => {
  const ws = await workspace()
  await task(ws, (await project(ws)).id)
  const { headers } = ws.owner
  const list = `/organizations/${ws.org.slug}/export`
  expect((await open(`/organizations/${ws.org.slug}/settings`, headers)).text).toContain(`href="${list}"`)
  const form = await open(`${list}?new=yes`, headers)
  for (const said of ['Begin the export', 'Your password', 'All owners are told'])
    expect(form.text).toContain(said)
  await signedInSince(ws.owner, 16)
  const refused = await submit(list, { files: 'yes' }, headers)
  expect([refused.status, /confirm your password first/i.test(refused.text)]).toEqual([403, true])
  await signedInSince(ws.owner, 1)
  expect((await submit(list, { files: 'true' }, headers)).status).toBe(422)
  const sent = await submit(list, { files: 'yes' }, headers)
  expect(sent.status).toBe(303)
  const page = String(to(sent)[1])
  const id = /[0-9a-f-]{36}/.exec(page)![0]
  await finished(ws, id)
  const shown = await open(page, headers)
  for (const said of ['Download everything', 'manifest.json', '>task<', '1 row', 'Delete it'])
    expect(shown.text).toContain(said)
  expect(await ws.owner.ok('GET', `${ws.base}/exports/${id}`)).toMatchObject({ files: true })
  const all = await call('GET', `/exports/${id}/files/all?org=${ws.org.slug}`, { headers })
  expect(to(all)).toEqual([303, `${ws.base}/exports/${id}/archive`])
  const part = await call('GET', `/exports/${id}/files/0?org=${ws.org.slug}`, { headers })
  expect(to(part)).toEqual([303, `${ws.base}/exports/${id}/parts/0`])
  expect((await download(ws, id, 'archive', ws.owner)).status).toBe(200)
  expect((await open(list, headers)).text).toContain(`/exports/${id}?org=`)
  const again = await submit(list, { files: 'yes' }, headers)
  expect([again.status, /one export a day/i.test(again.text)]).toEqual([409, true])
  const [path, query] = page.split('?')
  expect(to(await submit(`${path}/delete?${query}`, {}, headers))).toEqual([303, `${list}?done=saved`])
  expect((await open(page, headers)).status).toBe(404)
  const admin = await join(ws, 'admin')
  expect((await open(list, admin.headers)).status).toBe(403)
  expect((await open(`/organizations/${ws.org.slug}/settings`, admin.headers)).text).not.toContain(list)
})

test('one that is being made leads to itself, and one that failed says why', async () => {
  const ws = await workspace()
  const id = await begun(ws)
  const page = `/exports/${id}?org=${ws.org.slug}`
  expect((await open(page, ws.owner.headers)).text).toContain('See how far it is')
  expect((await call('GET', `/exports/${id}/files/all?org=${ws.org.slug}`, ws.owner)).status).toBe(404)
  await asOwner(
    `update organization_exports set state = 'failed', problem = 'the disk is full' where id = $1`,
    [id],
  )
  const failed = (await open(page, ws.owner.headers)).text
  for (const said of ['It could not be made', 'the disk is full']) expect(failed).toContain(said)
  expect(failed).not.toContain('Download everything')
})

test('an assistant that is asked for an export is told the page on which the owner begins it', async () => {
  const ws = await workspace()
  const answerTo = async (who: Caller) => {
    const { token } = await who.ok('POST', `${ws.base}/api-keys`, { name: 'Assistant' })
    const asked = { name: 'get_organization', arguments: {} }
    const { body } = await modern('tools/call', asked, { token, query: everyTool })
    return JSON.parse(body.result.content[0].text).export_page
  }
  const page = await answerTo(ws.owner)
  expect(page).toBe(`/organizations/${ws.org.slug}/export`)
  expect((await open(page, ws.owner.headers)).text).toContain('Export everything')
  expect(await answerTo(await join(ws, 'admin'))).toBe(undefined)
})
