import { expect, test } from 'vitest'
import { asOwner, type Caller, type Json, type Reply } from '../kit/client.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { accessLog, atCredential, revealing } from '../kit/vault.ts'
import { refusal } from '../kit/refusals.ts'

const importing = (ws: Workspace, csv: string, who: Caller = ws.owner, more: object = {}, headers = {}) =>
  who.call('POST', `${ws.base}/vault/import`, { csv, ...more }, headers)
const results = ({ body }: Reply) =>
  body.rows.map(({ row, name, result, problems }: Json) => [row, name, result, problems])
const header = 'name,url,username,password,notes,totp'
const listed = async (ws: Workspace) =>
  (await ws.owner.ok('GET', `${ws.base}/vault/credentials?limit=200`)).total

test('a table becomes credentials with their secrets and codes, which its answer does not have', async () => {
  const ws = await workspace()
  const csv = [
    header,
    'Mail,https://mail.example.com/login,ada," p4ss, ""word"" ",Ask Ada,MZXW 6YTB OI7D EMRT',
    'Safe,,,,"first line',
    'second line",',
  ].join('\r\n')
  const reply = await importing(ws, csv)
  expect([reply.status, reply.roundTrips]).toEqual([200, 2])
  expect([reply.body.created, reply.body.skipped, reply.body.refused]).toEqual([2, 0, 0])
  expect(results(reply)).toEqual([
    [2, 'Mail', 'created', []],
    [3, 'Safe', 'created', []],
  ])
  for (const text of ['p4ss', 'MZXW', 'Ask Ada', 'second line']) expect(reply.text).not.toContain(text)
  const [mail, safe] = reply.body.rows.map(({ credential_id }: Json) => credential_id)
  expect(await ws.owner.ok('GET', atCredential(ws, mail))).toMatchObject({
    kind: 'password',
    username: 'ada',
    url: 'https://mail.example.com/login',
    notes: 'Ask Ada',
    min_role: 'admin',
    secret_version: 1,
    has_totp: true,
    created_by: ws.owner.id,
  })
  expect((await revealing(ws, mail)).body.secret).toBe(' p4ss, "word" ')
  expect((await ws.owner.ok('POST', `${atCredential(ws, mail)}/code`, {})).code).toMatch(/^\d{6}$/)
  expect(await ws.owner.ok('GET', atCredential(ws, safe))).toMatchObject({ kind: 'note', notes: null })
  expect((await revealing(ws, safe)).body.secret).toBe('first line\r\nsecond line')
  expect((await accessLog(ws, mail)).at(-1)).toMatchObject({ action: 'created', secret_version: 1 })
  expect(await actions(ws)).toContain('credential.imported')
})

test('columns are found by name in any order, as password managers call them, and others are named', async () => {
  const ws = await workspace()
  const reply = await importing(
    ws,
    'folder;Login_Password;login_uri;login_username;favorite\nwork;one;shop.example.com/in;ada;1\n;two;;;',
  )
  expect(reply.body.ignored_headers).toEqual(['folder', 'favorite'])
  expect(results(reply)).toEqual([
    [2, 'shop.example.com', 'created', []],
    [3, '', 'refused', ['name: must not be empty']],
  ])
  const { url } = await ws.owner.ok('GET', atCredential(ws, reply.body.rows[0].credential_id))
  expect(url).toBe('https://shop.example.com/in')
})

test('a row that is wrong is left out with the reason, without its secrets, and holds up no other', async () => {
  const ws = await workspace()
  const csv = [
    header,
    'Good,,,one,,',
    'Address,https://ada:p4ssw0rd@example.com,,two,,',
    'Where,somewhere else,,three,,',
    `Long,,,${'x'.repeat(16_385)},,`,
    'Key,,,four,,MZXW6YTB',
    'More,,,five,,,,six',
  ].join('\n')
  const reply = await importing(ws, csv)
  expect(results(reply)).toEqual([
    [2, 'Good', 'created', []],
    [3, 'Address', 'refused', ['url: must not hold a user name or password; send them as their own fields']],
    [4, 'Where', 'refused', ['url: must be an address such as https://example.com']],
    [5, 'Long', 'refused', ['password: at most 16384 bytes']],
    [6, 'Key', 'refused', ['totp: is too short: a key has 80 bits or more, which are 16 signs']],
    [7, 'More', 'refused', ['8 cells, but the header has 6']],
  ])
  for (const text of ['p4ssw0rd', 'MZXW6YTB', 'xxx', 'six']) expect(reply.text).not.toContain(text)
  expect(await listed(ws)).toBe(1)
})

test('the same table again creates nothing, and a request that is sent twice is one', async () => {
  const ws = await workspace()
  const csv = `${header}\nMail,https://mail.example.com,ada,one,,\nShop,,,two,,`
  const once = { 'idempotency-key': 'twice' }
  const both = await Promise.all([1, 2].map(() => importing(ws, csv, ws.owner, {}, once)))
  expect(both[0]!.body).toEqual(both[1]!.body)
  expect([both[0]!.body.created, await listed(ws)]).toEqual([2, 2])
  const again = await importing(ws, csv)
  expect(again.body).toMatchObject({ created: 0, skipped: 2, refused: 0 })
  expect(again.body.rows[0].credential_id).toBe(both[0]!.body.rows[0].credential_id)
  const changed = await importing(ws, csv.replace('two', 'three'))
  expect([changed.body.created, changed.body.skipped, await listed(ws)]).toEqual([1, 1, 3])
  const other = await importing(ws, csv, ws.owner, { min_role: 'member' }, once)
  expect(refusal(other)).toEqual([409, 'this Idempotency-Key was used with another request'])
})

test('what is there and hidden from whoever imports is not told to them', async () => {
  const ws = await workspace()
  const manager = await join(ws, 'manager')
  const csv = `${header}\nMail,,ada,one,,`
  await importing(ws, csv, ws.owner, { min_role: 'owner' })
  const reply = await importing(ws, csv, manager)
  expect([reply.body.created, reply.body.skipped]).toEqual([1, 0])
  const { min_role } = await manager.ok('GET', atCredential(ws, reply.body.rows[0].credential_id))
  expect(min_role).toBe('manager')
})

test('the same file twice at once is imported once', { tags: 'race' }, async () => {
  const ws = await workspace()
  const csv = `${header}\n${Array.from({ length: 20 }, (_, n) => `Mail,,ada${n % 10},one,,`).join('\n')}`
  const both = await Promise.all([1, 2, 3].map(() => importing(ws, csv)))
  expect(both.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 10])
  expect(both.map(({ body }) => body.skipped).toSorted()).toEqual([10, 20, 20])
  expect(await listed(ws)).toBe(10)
})

test('a file that is no such table is refused as a whole', async () => {
  const ws = await workspace()
  const invalid: [csv: string, problem: string][] = [
    ['', 'must not be empty'],
    ['x'.repeat(1024 * 1024 + 1), 'at most 1 MiB'],
    [`${header}\nMail,,,"one,,\n`, 'a quotation mark in line 2 is never closed'],
    [
      'host,port\na,1',
      'its first line must name the columns, such as name,url,username,password,notes,totp; no column for password or totp was found',
    ],
    [`${header},password\nMail,,,one,,,two`, 'has two columns for password; leave one out'],
    [`${header}\n${'Mail,,,one,,\n'.repeat(501)}`, 'at most 500 rows, but it has 501; send it in parts'],
  ]
  for (const [csv, problem] of invalid)
    expect(refusal(await importing(ws, csv))).toEqual([422, `body.csv: ${problem}`])
  expect(await listed(ws)).toBe(0)
})

test('is for managers and above, up to their own role', async () => {
  const ws = await workspace()
  const [member, manager] = [await join(ws), await join(ws, 'manager')]
  const csv = `${header}\nMail,,,one,,`
  expect(refusal(await importing(ws, csv, member))).toEqual([403, 'needs the role manager or above'])
  expect(refusal(await importing(ws, csv, manager, { min_role: 'admin' }))).toEqual([
    403,
    'min_role above your own role would hide it from you',
  ])
  expect((await asOwner('select 1 from credential_secrets where org_id = $1', [ws.org.id])).length).toBe(0)
})
