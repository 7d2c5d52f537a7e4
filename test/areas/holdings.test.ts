import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { accept, company, group, invite, join, panel, party, relate } from '../kit/holdings.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { database } from '../kit/inbox.ts'
import { actions, join as enter, type Workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const holding = (ws: Workspace): Promise<Json> => ws.owner.ok('GET', `${ws.base}/holding`)
const decline = (ws: Workspace, id: string) =>
  ws.owner.call('POST', `${ws.base}/holding/invitations/${id}/decline`)
const remove = (ws: Workspace, id: string) => ws.owner.call('DELETE', `${ws.base}/holding/subsidiaries/${id}`)
const told = async (ws: Workspace) =>
  (await asOwner('select title from notifications where org_id = $1 order by id', [ws.org.id])).map(
    ({ title }) => title,
  )

describe('an invitation', () => {
  test('is answered alike whether the slug exists, and repeating it is the same one', async () => {
    const [parent, child] = [await company('Parent'), await company('Child')]
    const real = await invite(parent, child)
    const none = await invite(parent, child, { organization_slug: 'nobody-at-all-here' })
    const varying = { id: '', slug: '', created_at: '', expires_at: '' }
    const shapeOf = (one: Json): Json => ({ ...one, ...varying })
    expect(shapeOf(real)).toEqual(shapeOf(none))
    expect(shapeOf(real)).toMatchObject({ organization: null, status: 'invited', data_scopes: [] })
    const again = await invite(parent, child, { data_scopes: ['finance'] })
    expect([again.id, again.offered_scopes]).toEqual([real.id, ['finance']])
    await asOwner(`update holding_links set expires_at = now() - interval '1 minute' where org_id = $1`, [
      parent.org.id,
    ])
    const { items } = await parent.owner.ok('GET', `${parent.base}/holding/subsidiaries`)
    expect(items.map((one: Json) => [one.slug, one.status, one.organization])).toEqual([
      ['nobody-at-all-here', 'expired', null],
      [child.org.slug, 'expired', null],
    ])
    expect(refusal(await accept(child, real.id))).toEqual([404, 'invitation not found'])
  })

  test('tells the owners of the organization afterwards, by the name of who asks', async () => {
    const [parent, child] = [await company('Parent'), await company('Child')]
    const { id } = await invite(parent, child)
    await invite(parent, child)
    for (let n = 0; n < 50 && !(await told(child)).length; n++) await drain(database())
    expect(await told(child)).toEqual(['Parent asks to see figures of your organization'])
    const { items } = await child.owner.ok('GET', `${child.base}/holding/invitations`)
    expect(items).toMatchObject([{ id, organization: { name: 'Parent' }, slug: null, status: 'invited' }])
    expect((await holding(child)).invitations).toHaveLength(1)
    expect(await actions(child)).toContain('holding_link.invited')
  })

  test('is refused for oneself, for odd shares and scopes, and to others than owners', async () => {
    const parent = await company('Parent')
    const send = async (more: object, who = parent.owner) =>
      refusal(
        await who.call('POST', `${parent.base}/holding/subsidiaries`, {
          organization_slug: 'somebody',
          ownership_percent: 50,
          data_scopes: ['finance'],
          ...more,
        }),
      )
    expect(await send({ organization_slug: parent.org.slug })).toEqual([
      422,
      'body.organization_slug: your own organization',
    ])
    const share = [422, 'body.ownership_percent: must be more than 0 and at most 100']
    expect(await send({ ownership_percent: 0 })).toEqual(share)
    expect(await send({ ownership_percent: '100.01' })).toEqual(share)
    expect((await send({ ownership_percent: 'half' }))[0]).toBe(422)
    expect(await send({ data_scopes: [] })).toEqual([422, 'body.data_scopes: must not be empty'])
    expect(await send({ data_scopes: ['hr', 'hr'] })).toEqual([422, 'body.data_scopes: one is there twice'])
    expect((await send({ data_scopes: ['salaries'] }))[0]).toBe(422)
    expect((await send({}, await enter(parent, 'admin')))[0]).toBe(403)
    for (let n = 0; n < 20; n++) expect((await send({ organization_slug: `somebody-${n}` }))[0]).toBe(201)
    expect(await send({ organization_slug: 'one-more' })).toEqual([
      409,
      'at most 20 invitations a day; go on tomorrow',
    ])
  })

  test('is accepted by an owner of the organization alone, with what was asked for or less', async () => {
    const [parent, child, other] = [await company('Parent'), await company('Child'), await company('Other')]
    const { id } = await invite(parent, child, { data_scopes: ['finance', 'crm'] })
    expect((await accept(child, id, ['finance'], await enter(child, 'admin'))).status).toBe(403)
    expect(refusal(await accept(other, id, ['finance']))).toEqual([404, 'invitation not found'])
    expect(refusal(await accept(child, id, ['finance', 'hr']))).toEqual([
      422,
      'body.data_scopes: only finance, crm was asked for',
    ])
    expect(refusal(await accept(child, id, []))).toEqual([422, 'body.data_scopes: must not be empty'])
    expect((await accept(child, id, ['finance', 'crm'])).body).toMatchObject({
      status: 'active',
      organization: { name: 'Parent' },
    })
    // Fewer at once, and more only once it is asked for.
    expect((await accept(child, id, ['crm'])).body.data_scopes).toEqual(['crm'])
    expect((await panel(parent)).items[0].revenue.reason).toBe('not_shared')
    expect(refusal(await accept(child, id, ['hr']))[0]).toBe(422)
    expect((await invite(parent, child, { data_scopes: ['hr'] })).id).toBe(id)
    expect((await panel(parent)).items[0].headcount.reason).toBe('not_shared')
    expect((await accept(child, id, ['hr'])).body.data_scopes).toEqual(['hr'])
    expect(refusal(await decline(child, id))).toEqual([409, 'you accepted it; to end it, remove the link'])
    expect(await told(parent)).toEqual([
      'Child belongs to your holding now',
      'Child changed which figures you see',
      'Child changed which figures you see',
    ])
    expect(await actions(child)).toEqual(expect.arrayContaining(['holding_link.accepted']))
    expect(await actions(parent)).toEqual(expect.arrayContaining(['holding_link.accepted']))
  })

  test('that was declined cannot be accepted, and one to a former slug is dead', async () => {
    const [parent, child, heir] = [await company('Parent'), await company('Child'), await company('Heir')]
    const { id } = await invite(parent, child)
    expect((await decline(child, id)).body.status).toBe('declined')
    expect(refusal(await accept(child, id))).toEqual([409, 'you declined it; ask for another'])
    const { slug } = child.org
    const second = await invite(parent, child)
    await child.owner.ok('PATCH', child.base, { slug: `${slug}-new` })
    await heir.owner.ok('PATCH', heir.base, { slug })
    for (const ws of [child, heir])
      expect(refusal(await accept(ws, second.id))).toEqual([404, 'invitation not found'])
    expect((await heir.owner.ok('GET', `${heir.base}/holding/invitations`)).total).toBe(0)
  })
})

describe('a holding', () => {
  test('has one level and one parent for each, which only whoever accepts is told', async () => {
    const { parent, child, link } = await group()
    const other = await company('Other')
    const twice = await invite(other, child)
    expect(refusal(await accept(child, twice.id))).toEqual([
      409,
      'your organization has a parent already; leave that holding first',
    ])
    const above = await invite(other, parent)
    expect(refusal(await accept(parent, above.id))).toEqual([
      409,
      'your organization is a parent itself; a holding has one level',
    ])
    const below = await invite(child, other)
    expect(refusal(await accept(other, below.id))).toEqual([
      409,
      'the other organization belongs to a holding itself; a holding has one level',
    ])
    expect((await holding(child)).parent).toMatchObject({ id: link, organization: { name: 'Parent' } })
    expect((await holding(parent)).subsidiaries).toMatchObject([
      { id: link, organization: { name: 'Child' } },
    ])
    expect((await holding(child)).organizations.map(({ name }: Json) => name)).toEqual(['Child', 'Parent'])
  })

  test('never becomes a circle, nor has anybody two parents, when all accept at once', async () => {
    const three = [await company('A'), await company('B'), await company('C')]
    const links = []
    for (const parent of three)
      for (const child of three)
        if (parent !== child) links.push({ child, id: (await invite(parent, child)).id })
    const replies = await Promise.all(links.map(({ child, id }) => accept(child, id)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const active = await asOwner(
      `select org_id, subsidiary_org_id from holding_links where status = 'active' and org_id = any ($1)`,
      [three.map(({ org }) => org.id)],
    )
    const [parents, children] = [active.map((one) => one.org_id), active.map((one) => one.subsidiary_org_id)]
    expect(new Set(children).size).toBe(children.length)
    expect(children.filter((id) => parents.includes(id))).toEqual([])
    expect(active.length).toBe(replies.filter(({ status }) => status === 200).length)
  })

  test('has one winner of many who accept the same invitation with a click each', async () => {
    const [parent, child] = [await company('Parent'), await company('Child')]
    const sent = await Promise.all(Array.from({ length: 8 }, () => invite(parent, child)))
    expect(new Set(sent.map(({ id }: Json) => id)).size).toBe(1)
    const replies = await Promise.all(
      sent.map(({ id }: Json, n: number) => (n % 2 ? decline(child, id) : accept(child, id))),
    )
    const [{ status }] = await asOwner('select status from holding_links where id = $1', [sent[0].id])
    const won = replies.flatMap((reply, n) => (reply.status === 200 ? (n % 2 ? 'declined' : 'active') : []))
    expect(new Set(won)).toEqual(new Set([status]))
    expect(won.length).toBe(status === 'declined' ? 1 : 4)
  })

  test.each([
    ['the parent', 0],
    ['the subsidiary', 1],
  ] as const)('ends at once when an owner of %s removes it', async (_, side) => {
    const { parent, child, link } = await group()
    const ws = [parent, child][side]!
    const client = await party(parent, 'clients')
    expect((await relate(parent, { client_id: client.id, related_org_id: child.org.id })).status).toBe(200)
    expect(
      (await (await enter(ws, 'admin')).call('DELETE', `${ws.base}/holding/subsidiaries/${link}`)).status,
    ).toBe(403)
    expect((await panel(parent)).items).toHaveLength(1)
    expect((await remove(ws, link)).status).toBe(204)
    expect((await panel(parent)).items).toEqual([])
    expect(refusal(await remove(ws, link))).toEqual([404, 'subsidiary not found'])
    const [row] = await asOwner('select related_org_id from clients where id = $1', [client.id])
    expect(row.related_org_id).toBeNull()
    expect((await told([child, parent][side]!)).at(-1)).toBe(
      side === 0 ? 'Parent is no longer your parent: it sees no figures of yours' : 'Child left your holding',
    )
    for (const one of [parent, child]) expect(await actions(one)).toContain('holding_link.removed')
    expect((await holding(child)).parent).toBeNull()
  })

  test('shows nothing of a suspended subsidiary until it is back, and loses a deleted one for good', async () => {
    const { parent, child, link } = await group()
    const set = (columns: string) =>
      asOwner(`update organizations set ${columns} where id = $1`, [child.org.id])
    await set(`status = 'suspended'`)
    expect((await panel(parent)).items).toEqual([])
    expect((await holding(parent)).subsidiaries[0]).toMatchObject({ id: link, is_available: false })
    await set(`status = 'active'`)
    expect((await panel(parent)).items).toHaveLength(1)
    await child.owner.ok('DELETE', child.base, { confirm_slug: child.org.slug })
    expect((await panel(parent)).items).toEqual([])
    const { items } = await parent.owner.ok('GET', `${parent.base}/holding/subsidiaries`)
    expect(items[0]).toMatchObject({ status: 'removed', ended_reason: 'organization_deleted' })
    await set(`status = 'active', deleted_at = null, purge_after = null`)
    expect((await panel(parent)).items).toEqual([])
  })

  test('marks only its own organizations as related', async () => {
    const { parent, child } = await group()
    const sister = await company('Sister')
    await join(parent, sister)
    const outside = await company('Outside')
    const client = await party(child, 'clients')
    const mark = async (related_org_id: string | null) =>
      refusal(await relate(child, { client_id: client.id, related_org_id }))
    const outsider = [422, 'body.related_org_id: not an organization of your holding']
    expect(await mark(outside.org.id)).toEqual(outsider)
    expect(await mark(child.org.id)).toEqual(outsider)
    expect((await mark(sister.org.id))[0]).toBe(200)
    expect((await child.owner.ok('GET', `${child.base}/holding/relations`)).items).toMatchObject([
      { kind: 'client', party: { id: client.id }, organization: { name: 'Sister' } },
    ])
    expect((await relate(child, { related_org_id: null })).status).toBe(422)
  })

  test('gives the parent no other access, and whoever looks at the panel is in both logs once a day', async () => {
    const { parent, child } = await group()
    for (const path of ['', '/clients', '/finance/summary?from=2026-03-01&to=2026-03-31'])
      expect((await parent.owner.call('GET', child.base + path)).status).toBe(404)
    await panel(parent)
    await panel(parent)
    const reads = async (ws: Workspace) =>
      (await actions(ws)).filter((one) => one === 'holding.panel_read').length
    for (let n = 0; n < 40 && !(await reads(child)); n++) await new Promise((done) => setTimeout(done, 25))
    expect([await reads(parent), await reads(child)]).toEqual([1, 1])
    const manager = await enter(parent, 'manager')
    for (const path of ['', '/panel', '/subsidiaries', '/rates'])
      expect((await manager.call('GET', `${parent.base}/holding${path}`)).status).toBe(403)
  })
})
