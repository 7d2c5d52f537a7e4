import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { everything, offer, sharedProject } from '../kit/sharing.ts'
import { open, submit, to } from './browse.ts'

test('an admin shares a project by a link, sees what they see, changes it and ends it', async () => {
  const owner = await workspace('Owner')
  const home = await project(owner)
  const { headers } = owner.owner
  const at = `/projects/${home.key}/sharing`
  expect((await open(`/projects/${home.key}`, headers)).text).toContain(`${at}?org=`)
  const draft = { label: 'Acme', shown: 'asked', 'shown:comments': 'yes', message: 'Have a look' }
  const sent = await submit(`${at}/share?org=${owner.org.slug}`, draft, headers)
  const token = /\/shares\/(svc_shr_\w+)/.exec(sent.text)?.[1]
  expect(sent.text).toContain('shown once')
  const guest = await workspace('Guest')
  const visitor = await open(`/shares/${token}`, {})
  for (const said of [`Owner shares ${home.name}`, 'tasks, comments', 'Have a look', 'Sign in to accept'])
    expect(visitor.text).toContain(said)
  const chosen = await open(`/shares/${token}`, guest.owner.headers)
  const answer = `/organizations/${guest.org.slug}/shared-invitation/${token}`
  expect(chosen.text).toContain(answer)
  expect((await open(answer, guest.owner.headers)).text).toContain('For Guest: all its members can read it.')
  const [status, moved] = to(await submit(`${answer}/accept`, {}, guest.owner.headers))
  const where = String(moved)
  expect([status, where]).toEqual([303, expect.stringContaining(`/organizations/${guest.org.slug}/shared/`)])
  expect((await open(where, guest.owner.headers)).text).toContain('read-only')
  expect((await open(`/shares/${token}`, guest.owner.headers)).status).toBe(404)
  const list = await open(at, headers)
  for (const said of ['Guest', 'sees tasks, comments', 'accepted by Ada Lovelace', 'What they see'])
    expect(list.text).toContain(said)
  const id = where.split('/').at(-1)!.split('?')[0]!
  expect((await open(`${at}/${id}`, headers)).text).toContain('as they see it')
  const change = { share_id: id, label: 'Acme', access_until: '', shown: 'asked', 'shown:people': 'yes' }
  expect(to(await submit(`${at}/change`, change, headers))[0]).toBe(303)
  expect((await open(at, headers)).text).toContain('sees tasks, names')
  expect(to(await submit(`${at}/end`, { share_id: id }, headers))[0]).toBe(303)
  expect((await open(where, guest.owner.headers)).status).toBe(404)
  expect((await open(at, (await join(owner, 'manager')).headers)).status).toBe(403)
})

test('members of the other side read tasks, documents and files, and an admin leaves', async () => {
  const { owner, guest, home, share } = await sharedProject({ include: everything })
  const one = await task(owner, home.id, { title: 'Build the login', description: '**bold**' })
  await owner.owner.ok('POST', `${owner.base}/tasks/${one.id}/comments`, { body: 'We go live on Monday' })
  const draft = { title: 'The brief', content: 'What it is', project_id: home.id, visibility: 'project' }
  const { id: document } = await owner.owner.ok('POST', `${owner.base}/documents`, draft)
  const { headers } = await join(guest)
  const at = `/organizations/${guest.org.slug}/shared`
  expect((await open(at, headers)).text).toContain(`${at}/${share}`)
  const page = await open(`${at}/${share}`, headers)
  for (const said of ['Build the login', 'The brief', 'To do', 'Shared by Owner'])
    expect(page.text).toContain(said)
  expect((await open(`${at}/${share}?q=nothing&status=done`, headers)).text).toContain('None that match')
  const read = await open(`${at}/${share}/tasks/${one.key}`, headers)
  for (const said of ['<strong>bold</strong>', 'We go live on Monday', 'Ada Lovelace'])
    expect(read.text).toContain(said)
  expect((await open(`${at}/${share}/documents/${document}`, headers)).text).toContain('What it is')
  for (const wrong of [`${share}/tasks/XX-9`, `${share}/tasks/..`, `${share}/documents/x`, 'x'])
    expect([wrong, (await open(`${at}/${wrong}`, headers)).status]).toEqual([wrong, 404])
  expect(page.text).not.toContain('Leave the project')
  expect(to(await submit(`${at}/${share}/leave`, { share_id: share }, guest.owner.headers))[0]).toBe(303)
  expect((await open(`${at}/${share}`, headers)).status).toBe(404)
})

test('an invitation with an address says so to others, and is declined', async () => {
  const [owner, guest] = [await workspace('Owner'), await workspace('Guest')]
  const { token } = await offer(owner, await project(owner), { invite_email: 'somebody@example.com' })
  const at = `/organizations/${guest.org.slug}/shared-invitation/${token}`
  expect((await open(at, guest.owner.headers)).text).toContain('s***@example.com')
  const refused = await submit(`${at}/accept`, {}, guest.owner.headers)
  expect([refused.status, refused.text.includes('for another address than yours')]).toEqual([404, true])
  await asOwner('update project_shares set invite_email = null where org_id = $1', [owner.org.id])
  expect(to(await submit(`${at}/decline`, {}, guest.owner.headers))[0]).toBe(303)
  expect((await open(at, guest.owner.headers)).text).toContain('not known')
})
