import { expect, test } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, type Caller } from '../kit/client.ts'
import { insert } from '../kit/filter-rows.ts'
import { project, workspace } from '../kit/makers.ts'
import { home, open } from './browse.ts'

const linksIn = (text: string) =>
  [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

/** All texts of the pages that the pagers and "more" links below a path lead to. */
async function walk(who: Caller, start: string, follows: RegExp) {
  const known = new Set([start])
  let text = ''
  for (const path of known) {
    const reply = await open(path, who.headers)
    expect([path, reply.status]).toEqual([path, 200])
    text += reply.text
    for (const href of linksIn(reply.text)) {
      const { pathname, search } = new URL(href, home + path)
      if (follows.test(pathname + search)) known.add(pathname + search)
    }
  }
  return text
}

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}.`)
const missing = (text: string, names: string[]) => names.filter((name) => !text.includes(name))

test('every project, document and invitation of an organization is on a page that its page leads to', async () => {
  const { owner, org, base } = await workspace()
  const names = {
    project: numbered(101, 'Project'),
    document: numbered(23, 'Page'),
    invited: numbered(51, 'guest'),
  }
  await insert(
    { owner, org, base },
    'projects',
    names.project.map((name, n) => ({ name, key: `P${n + 100}` })),
  )
  for (const title of names.document) await owner.ok('POST', `${base}/documents`, { title })
  await asOwner(
    `insert into organization_invitations (id, org_id, email, role, invited_by, token_hash, expires_at)
      select gen_random_uuid(), $1, e, 'member', $2, sha256(e::bytea), now() + interval '1 day' from unnest($3::text[]) e`,
    [org.id, owner.id, names.invited.map((name) => `${name.replace(' ', '-')}${uuidv7()}@example.com`)],
  )
  const text = await walk(
    owner,
    `/organizations/${org.slug}`,
    /^\/organizations\/[^/]+\?(?:\w+_from|documents)=/,
  )
  const addresses = names.invited.map((name) => name.replace(' ', '-'))
  expect(missing(text, [...names.project, ...names.document, ...addresses])).toEqual([])
})

test('documents are shown as a tree', async () => {
  const { owner, org, base } = await workspace()
  const { id } = await owner.ok('POST', `${base}/documents`, { title: 'Handbook' })
  await owner.ok('POST', `${base}/documents`, { title: 'Holidays', parent_id: id })
  const { text } = await open(`/organizations/${org.slug}?documents=tree`, owner.headers)
  expect(text).toMatch(/<li><a [^>]*>Handbook<\/a><ul><li><a [^>]*>Holidays<\/a><\/li><\/ul><\/li>/)
})

test('every card of a board is on a page that the board leads to', async () => {
  const ws = await workspace()
  const { id, key } = await project(ws)
  const titles = numbered(40, 'Card')
  const items = titles.map((title) => ({ title }))
  await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items })
  const { text } = await open(`/projects/${key}?org=${ws.org.slug}`, ws.owner.headers)
  const more = linksIn(text).find((href) => href.includes('column%3A'))!
  const listed = await walk(ws.owner, more.split('#')[0]!, /^\/projects\/[^/]+\?.*column.*offset=/)
  expect(missing(listed, titles)).toEqual([])
})
