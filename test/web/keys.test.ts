import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, person } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { inputOf, open, submit, textOf, to } from './browse.ts'

const soon = new Date(Date.now() + 30 * 864e5).toISOString().slice(0, 10)

describe('API keys', () => {
  test('are created with name, project, reading only and last day; the token is shown once', async () => {
    const ws = await workspace()
    const web = await project(ws, { name: 'Web <site>' })
    const form = await open('/settings/keys', ws.owner.headers)
    expect(form.text).toContain(`<option value="${web.id}">Only Web &lt;site&gt; (${web.key})</option>`)
    const fields = {
      org: ws.org.id,
      name: 'nightly',
      project_id: web.id,
      read_only: 'on',
      expires_at: soon,
      once: uuidv7(),
    }
    const reply = await submit('/settings/keys', fields, ws.owner.headers)
    expect(reply.status).toBe(200)
    const token = textOf('token', reply)!
    const me = await call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.body.api_key).toMatchObject({
      name: 'nightly',
      organization_id: ws.org.id,
      project_id: web.id,
      read_only: true,
      expires_at: `${soon}T23:59:59.000Z`,
    })
    const again = await submit('/settings/keys', fields, ws.owner.headers)
    expect([again.status, again.text.includes('was created before'), again.text.includes(token)]).toEqual([
      200,
      true,
      false,
    ])
    const list = await open(`/settings/keys?org=${ws.org.id}`, ws.owner.headers)
    expect(list.text.match(/action="\/settings\/keys\/revoke\?/g)).toHaveLength(1)
    expect(list.text).not.toContain(token)
  })

  test('by default reach the whole organization and never expire', async () => {
    const { owner, org } = await workspace()
    await submit(
      '/settings/keys',
      { org: org.id, name: 'laptop', project_id: '', expires_at: '', once: uuidv7() },
      owner.headers,
    )
    const [key] = await asOwner('select project_id, expires_at, read_only from api_keys where org_id = $1', [
      org.id,
    ])
    expect(key).toEqual({ project_id: null, expires_at: null, read_only: false })
  })

  test('show errors beside their fields and keep what was entered', async () => {
    const { owner, org } = await workspace()
    const reply = await submit(
      '/settings/keys',
      {
        org: org.id,
        name: ' ',
        project_id: uuidv7(),
        read_only: 'on',
        expires_at: '2001-02-03',
      },
      owner.headers,
    )
    expect([reply.status, textOf('name-problem', reply)]).toEqual([422, 'Must not be empty.'])
    expect(inputOf('expires_at', reply)).toContain('value="2001-02-03"')
    expect(reply.text).toMatch(/<input type="checkbox" id="read_only" name="read_only" checked/)
    const later = await submit(
      '/settings/keys',
      { org: org.id, name: 'x', project_id: uuidv7(), expires_at: '2001-02-03' },
      owner.headers,
    )
    expect([later.status, textOf('project_id-problem', later), textOf('expires_at-problem', later)]).toEqual([
      422,
      'Not found.',
      'Must be in the future.',
    ])
    expect(inputOf('project_id', later)).toContain('aria-describedby="project_id-hint project_id-problem"')
    const bad = await submit(
      '/settings/keys',
      { org: org.id, name: 'x', expires_at: 'tomorrow' },
      owner.headers,
    )
    expect(textOf('expires_at-problem', bad)).toContain('Must be a moment')
  })

  test('are revoked', async () => {
    const { owner, org, base } = await workspace()
    const key = await owner.ok('POST', `${base}/api-keys`, { name: 'old' })
    expect(to(await submit('/settings/keys/revoke', { org: org.id, key_id: key.id }, owner.headers))).toEqual(
      [303, `/settings/keys?org=${org.slug}&done=revoked`],
    )
    expect(
      (await call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${key.token}` } })).status,
    ).toBe(401)
    expect(
      (await submit('/settings/keys/revoke', { org: org.id, key_id: '../../x' }, owner.headers)).status,
    ).toBe(404)
  })

  test('belong to the chosen one of the organizations that the person administers', async () => {
    const [one, two, three] = [await workspace('One'), await workspace('Two'), await workspace('Three')]
    const ada = await join(one, 'admin')
    await asOwner(
      `insert into organization_members (org_id, user_id, role) values ($1, $3, 'owner'), ($2, $3, 'member')`,
      [two.org.id, three.org.id, ada.id],
    )
    const { text } = await open(`/settings/keys?org=${two.org.id}`, ada.headers)
    expect(text).toContain(`<a href="/settings/keys?org=${two.org.slug}" aria-current="true">Two</a>`)
    expect(text).toContain(`<a href="/settings/keys?org=${one.org.slug}">One</a>`)
    expect(text.split('<main')[1]).not.toContain('Three')
    for (const foreign of [three.org.id, uuidv7(), '../x']) {
      expect((await open(`/settings/keys?org=${foreign}`, ada.headers)).status).toBe(404)
      expect((await submit('/settings/keys', { org: foreign, name: 'x' }, ada.headers)).status).toBe(404)
      expect(
        (await submit('/settings/keys/revoke', { org: foreign, key_id: uuidv7() }, ada.headers)).status,
      ).toBe(404)
    }
  })

  test('say what to do if there is no organization to create them for', async () => {
    const ws = await workspace()
    const member = await join(ws, 'member')
    expect((await open('/settings/keys', member.headers)).text).toContain(
      'Keys are created by owners and admins',
    )
    const nobody = await person()
    expect((await open('/settings/keys', nobody.headers)).text).toContain(
      'You are not in an organization yet',
    )
  })
})
