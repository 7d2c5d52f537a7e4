import { describe, expect, test } from 'vitest'
import { creations, navigation } from '../../src/web/kit/navigation.ts'
import { asOwner } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'
import { jarOf, open, submit } from './browse.ts'

/** Where the links of a page's side bar and of its menu for creation lead. */
const linksIn = (text: string) => {
  const bar = /<nav id="menu".*?<\/nav>/s.exec(text)![0]
  const menu = /<details class="create">.*?<\/details>/s.exec(text)?.[0] ?? ''
  return [...(bar + menu).matchAll(/href="([^"]*)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'))
}
const all = [...navigation.flatMap(({ items }) => items), ...creations]

describe('the side bar and the menu for creation', () => {
  test.each(['owner', 'admin', 'manager', 'member', 'viewer'] as const)(
    'lead %s only to pages that open',
    async (role) => {
      const ws = await workspace()
      const who = role === 'owner' ? ws.owner : await join(ws, role)
      const home = `/organizations/${ws.org.slug}`
      const links = linksIn((await open(home, who.headers)).text).filter((to) => to.startsWith('/'))
      expect(links).toContain(home)
      const statuses = await Promise.all(
        links.map(async (to) => [to, (await open(to.split('#')[0]!, who.headers)).status]),
      )
      expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
      if (role === 'owner') expect(links).toEqual(expect.arrayContaining(all.map(({ path }) => home + path)))
      if (role === 'viewer') expect(links).not.toContain(`${home}/clients`)
    },
  )

  test('mark the present place, that of an object too', async () => {
    const ws = await workspace()
    const home = `/organizations/${ws.org.slug}`
    const client = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Wayne' })
    for (const [page, place] of [
      ['/inbox', '/inbox'],
      [`${home}/clients`, `${home}/clients`],
      [`/clients/${client.id}?org=${ws.org.slug}`, `${home}/clients`],
      [`${home}/tags`, `${home}/tags`],
    ] as const) {
      const { text } = await open(page, ws.owner.headers)
      const marked = [...text.matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(([, to]) => to)
      expect([page, marked]).toEqual([page, [place]])
    }
  })

  test('lead to the other organizations, and open forms for what is created', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      other.org.id,
      ws.owner.id,
    ])
    const inbox = (await open('/inbox', ws.owner.headers)).text
    for (const { org } of [ws, other]) expect(linksIn(inbox)).toContain(`/organizations/${org.slug}`)
    const clients = await open(`/organizations/${ws.org.slug}/clients?new=yes`, ws.owner.headers)
    expect(clients.text).toContain('<details class="more" open="">')
  })
})

describe('the side bar', () => {
  const isFolded = async (headers: Record<string, string>) =>
    (await open('/inbox', headers)).text.includes('<div class="house folded">')

  test('is folded away and brought back by a form, which the browser remembers', async () => {
    const { owner } = await workspace()
    expect(await isFolded(owner.headers)).toBe(false)
    const reply = await submit('/menu', { menu: 'folded', next: '/inbox?x=1' }, owner.headers)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/inbox?x=1'])
    const headers = { ...owner.headers, cookie: `${owner.headers.cookie}; ${jarOf(reply)}` }
    expect(await isFolded(headers)).toBe(true)
    expect((await open('/inbox', headers)).text).toContain('Keep the menu open')
    const back = await submit('/menu', { menu: 'open', next: '/inbox' }, headers)
    expect(back.headers.get('set-cookie')).toMatch(/^menu=; Max-Age=0/)
  })

  test('leads nowhere else, and not at the wish of another site', async () => {
    const { owner } = await workspace()
    const elsewhere = await submit('/menu', { menu: 'folded', next: 'https://evil.example/' }, owner.headers)
    expect(elsewhere.headers.get('location')).toBe('/dashboard')
    const foreign = { ...owner.headers, origin: 'https://evil.example' }
    expect((await submit('/menu', { menu: 'folded' }, foreign)).status).toBe(403)
  })
})
