import { expect, test } from 'vitest'
import { call } from '../kit/client.ts'
import { codeOf } from '../kit/factors.ts'
import { join, workspace } from '../kit/makers.ts'
import { accessLog, addCredential, secret, signedInSince } from '../kit/vault.ts'
import { origin, open, submit, to } from './browse.ts'

test('a person creates a credential, reveals its secret with a reason, and admins read the log', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = `/organizations/${ws.org.slug}/vault`
  const empty = await open(`${at}?new=yes`, headers)
  expect(empty.text).toContain('Passwords, keys and certificates')
  expect(empty.text).toMatch(/value="admin" selected/)
  const draft = {
    name: 'Database',
    kind: 'ssh_key',
    username: 'shop',
    min_role: 'admin',
    secret: 'one\r\ntwo\r\n',
  }
  const [status, place] = to(await submit(at, draft, headers))
  expect(status).toBe(303)
  const [, id] = /\/credentials\/([^?]+)/.exec(String(place))!
  const here = `/credentials/${id}`
  const before = await open(`${here}?org=${ws.org.slug}`, headers)
  for (const said of [
    'Database',
    'SSH key',
    'Admins and owners',
    'Reveal the secret',
    'Ada Lovelace created it',
  ])
    expect(before.text).toContain(said)
  expect(before.text).not.toContain('two')
  const unsaid = await submit(`${here}/reveal?org=${ws.org.slug}`, { reason: '' }, headers)
  expect([unsaid.status, unsaid.text.includes('two')]).toEqual([422, false])
  const shown = await submit(`${here}/reveal?org=${ws.org.slug}`, { reason: 'Moving it' }, headers)
  expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('referrer-policy')]).toEqual([
    200,
    expect.stringContaining('no-store'),
    'same-origin',
  ])
  expect(shown.text).toContain('one\ntwo\n')
  expect(shown.text).toContain('data-hide-after="30"')
  const after = await open(`${here}?org=${ws.org.slug}`, headers)
  for (const said of ['Ada Lovelace revealed the secret', '“Moving it”']) expect(after.text).toContain(said)
  expect(after.text).not.toContain('two')
  expect((await accessLog(ws, id!)).map(({ action }) => action)).toEqual(['revealed', 'created'])
})

test('who signed in long ago is asked for the password, which is not shown again, nor is a new secret', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const { id } = await addCredential(ws)
  await signedInSince(ws.owner, 20)
  const at = `/credentials/${id}/reveal?org=${ws.org.slug}`
  const asked = await submit(at, { reason: 'Moving it' }, headers)
  expect(asked.status).toBe(403)
  expect(asked.text).toMatch(/confirm your password first/i)
  const wrong = await submit(at, { reason: 'Moving it', password: 'not the password' }, headers)
  expect([wrong.status, wrong.text.includes('not the password')]).toEqual([422, false])
  const shown = await submit(at, { reason: 'Moving it', password: 'correct horse battery' }, headers)
  expect(shown.text).toContain(secret)
  const long = 'ä'.repeat(8193)
  const refused = await submit(`/credentials/${id}/secret?org=${ws.org.slug}`, { secret: long }, headers)
  expect([refused.status, /at most 16384 bytes/i.test(refused.text), refused.text.includes(long)]).toEqual([
    422,
    true,
    false,
  ])
})

test('a code is shown by a button, with the time it is valid, and its key by revealing it alone', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = (action = '') => `/credentials/${id}${action}?org=${ws.org.slug}`
  const [, place] = to(
    await submit(
      `/organizations/${ws.org.slug}/vault`,
      { name: 'Registrar', kind: 'password', min_role: 'admin', totp: 'mzxw 6ytb oi7d emrt' },
      headers,
    ),
  )
  const [, id] = /\/credentials\/([^?]+)/.exec(String(place))!
  const page = await open(at(), headers)
  expect(page.text).toContain('Show the one-time code')
  expect(page.text).not.toMatch(/MZXW|Your password<\/label>[^]*Show the one-time code/)
  const shown = await submit(at('/code'), {}, headers)
  const [code] = /\b\d{6}(?=\s*<\/pre>)/.exec(shown.text)!
  expect([-1, 0].map((steps) => codeOf('MZXW6YTBOI7DEMRT', steps))).toContain(code)
  const [, seconds] = /data-hide-after="(\d+)"/.exec(shown.text)!
  expect(Number(seconds)).toBeLessThanOrEqual(30)
  expect(shown.text).toMatch(/Valid for (?:\d+ seconds|1 second), until <time/)
  expect(shown.text).not.toContain('MZXW')
  const revealed = await submit(at('/reveal'), { reason: 'New phone', part: 'totp' }, headers)
  expect(revealed.text).toContain('MZXW6YTBOI7DEMRT')
  expect(revealed.text).toContain('Version 1 of the key for one-time codes')
  await signedInSince(ws.owner, 20)
  const asked = await submit(at('/code'), {}, headers)
  expect([asked.status, /confirm your password first/i.test(asked.text)]).toEqual([403, true])
  expect(asked.text).toContain('id="code-password"')
  const proven = await submit(at('/code'), { password: 'correct horse battery' }, headers)
  expect(proven.text).toMatch(/\b\d{6}\s*<\/pre>/)
  const wrong = await submit(at('/totp'), { totp: 'MZXW6YTB' }, headers)
  expect([wrong.status, wrong.text.includes('MZXW6YTB')]).toEqual([422, false])
  expect(wrong.text).toContain('a key has 80 bits or more')
  expect(to(await submit(at('/no-totp'), {}, headers))[0]).toBe(303)
  expect((await open(at(), headers)).text).not.toContain('Show the one-time code')
  expect((await accessLog(ws, id!)).map(({ action }) => action)).toEqual([
    'updated',
    'code_shown',
    'reveal_denied',
    'revealed',
    'code_shown',
    'created',
  ])
})

test('admins read the log of all of the vault, of everybody or of one person', async () => {
  const ws = await workspace()
  const [admin, member] = [await join(ws, 'admin', 'Grace Hopper'), await join(ws)]
  const { id } = await addCredential(ws, { min_role: 'owner', name: 'Root' })
  const at = `/organizations/${ws.org.slug}/vault`
  const list = await open(at, admin.headers)
  expect(list.text).toContain(`href="${at}/log"`)
  const shown = await open(`${at}/log`, ws.owner.headers)
  for (const said of ['Grace Hopper read the list of credentials', 'Ada Lovelace created', 'Root', id])
    expect(shown.text).toContain(said)
  const own = await open(`${at}/log?user_id=${admin.id}`, ws.owner.headers)
  expect([own.text.includes('Grace Hopper'), own.text.includes('Root')]).toEqual([true, false])
  expect((await open(`${at}/log`, admin.headers)).text).not.toContain('Root')
  expect((await open(at, member.headers)).text).not.toContain('vault/log')
  expect((await open(`${at}/log`, member.headers)).status).toBe(403)
})

test('a member sees what they may, and neither the log nor what changes it', async () => {
  const ws = await workspace()
  const member = await join(ws)
  const { id } = await addCredential(ws, { min_role: 'member', notes: '-----BEGIN PRIVATE KEY-----' })
  const hidden = await addCredential(ws)
  const list = await open(`/organizations/${ws.org.slug}/vault`, member.headers)
  expect([list.text.includes(id), list.text.includes(hidden.id)]).toEqual([true, false])
  const page = await open(`/credentials/${id}?org=${ws.org.slug}`, member.headers)
  for (const said of ['Reveal the secret', 'may be a secret that is not sealed', 'Admins can read it'])
    expect(page.text).toContain(said)
  expect(page.text).not.toContain('Replace the secret')
  expect((await open(`/credentials/${hidden.id}?org=${ws.org.slug}`, member.headers)).status).toBe(404)
})

test('the file of a password manager is imported row by row, once, and its secrets are on no page', async () => {
  const ws = await workspace()
  const at = `/organizations/${ws.org.slug}/vault`
  const page = await open(at, ws.owner.headers)
  expect(page.text).toContain('Import from a password manager')
  const send = async (csv: string, once = crypto.randomUUID()) => {
    const form = new FormData()
    form.set('min_role', 'admin')
    form.set('once', once)
    if (csv) form.set('file', new File([csv], 'export.csv', { type: 'text/csv' }))
    const encoded = new Response(form)
    return call('POST', `${at}/import`, {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')!, origin: origin, ...ws.owner.headers },
    })
  }
  const csv = 'name,url,username,password,notes,totp\nMail,,ada,quiet-harbour,,\nBad,not here,,loud-harbour,,'
  const once = crypto.randomUUID()
  const [first, second] = await Promise.all([send(csv, once), send(csv, once)])
  for (const { status, text } of [first, second]) {
    expect(status).toBe(200)
    expect(text).toContain('1 credential created, 0 there already, 1 row left out.')
    expect(text).toMatch(/Row 2: <a href="\/credentials\/[^"]+">Mail<\/a> created/)
    expect(text).toContain('Row 3: Bad left out: url: must be an address such as https://example.com')
    expect(text).not.toContain('-harbour')
  }
  expect((await open(at, ws.owner.headers)).text).toContain('1 credential<')
  expect((await send('')).text).toContain('Choose a file.')
  const wrong = await send('host,port\na,1')
  expect([wrong.status, /first line must name the columns/.test(wrong.text)]).toEqual([422, true])
  const member = await join(ws)
  expect((await open(at, member.headers)).text).not.toContain('Import from a password manager')
})
