import { expect, test } from 'vitest'
import { asOwner, call, env } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'

test('the second role of the Worker may do what the first may, behind the same walls and limits', async () => {
  await asOwner(`alter role svc_app_b login password 'other'`)
  const url = new URL(env().DATABASE_URL)
  Object.assign(url, { username: 'svc_app_b', password: 'other' })
  const other = { DATABASE_URL: url.href }
  const ws = await workspace()
  const { id } = await task(ws, (await project(ws)).id)
  const { headers } = ws.owner
  const read = await call('GET', `${ws.base}/tasks/${id}`, { headers }, other)
  const written = await call(
    'POST',
    `${ws.base}/tasks/${id}/comments`,
    { headers, body: { body: 'Hello' } },
    other,
  )
  expect([read.status, read.body.id, written.status]).toEqual([200, id, 201])
  const elsewhere = await workspace()
  const hidden = await task(elsewhere, (await project(elsewhere)).id)
  expect((await call('GET', `${ws.base}/tasks/${hidden.id}`, { headers }, other)).status).toBe(404)
  expect((await call('GET', '/ready', {}, other)).status).toBe(200)
  const roles =
    await asOwner(`select rolsuper, rolbypassrls, rolcreaterole, (select array_agg(split_part(c, '=', 1) order by c)
    from unnest(rolconfig) c) as settings from pg_roles where rolname in ('svc_app', 'svc_app_b')`)
  expect(roles[0]).toEqual(roles[1])
  await asOwner('alter role svc_app_b nologin')
})
