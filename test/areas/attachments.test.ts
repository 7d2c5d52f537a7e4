import { describe, expect, test } from 'vitest'
import {
  announce,
  attach,
  base64,
  desk,
  draftOf,
  follow,
  page,
  picture,
  put,
  rowsOf,
  statusAndJson,
} from '../kit/attachments.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { actions, join, project, task } from '../kit/makers.ts'

describe('attachments', () => {
  test('an uploaded file is ready, has its size in pixels and is returned unchanged', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const bytes = picture(40, 30)
    const created = await ws.owner.call('POST', at, draftOf(setup, bytes, { caption: 'A wall' }))
    expect([created.status, created.roundTrips, created.body]).toMatchObject([
      201,
      2,
      {
        entity_type: 'task',
        entity_id: setup.task.id,
        filename: 'picture.png',
        content_type: 'image/png',
        size_bytes: bytes.length,
        width: 40,
        height: 30,
        caption: 'A wall',
        status: 'ready',
        uploaded_by: { user_id: ws.owner.id },
        upload_url: null,
        upload_expires_at: null,
      },
    ])
    const got = await ws.owner.call('GET', `${at}/${created.body.id}`)
    expect([got.status, got.roundTrips]).toEqual([200, 1])
    expect(got.body.download_url).toMatch(/^https:\/\/service\.test\/files\/[\w-]+\.[\w-]+$/)
    const remaining = Date.parse(got.body.download_expires_at) - Date.now()
    expect([remaining > 290_000, remaining <= 300_000]).toEqual([true, true])
    expect((await follow(got.body.download_url)).bytes).toEqual(bytes)
    expect(await actions(ws)).toContain('attachment.uploaded')
  })

  test('are listed oldest first without links, and counted on their task', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const ids = [(await attach(setup)).id, (await attach(setup, page())).id]
    const list = await ws.owner.ok('GET', `${at}?entity_type=task&entity_id=${setup.task.id}`)
    expect([list.total, list.items.map(({ id }: Json) => id)]).toEqual([2, ids])
    expect(JSON.stringify(list)).not.toMatch(/_url|storage|sha256/)
    const count = async () =>
      (await ws.owner.ok('GET', `${ws.base}/tasks/${setup.task.id}`)).counts.attachments
    expect(await count()).toBe(2)
    await ws.owner.ok('DELETE', `${at}/${ids[0]}`)
    expect(await count()).toBe(1)
  })

  test('an announced file is invisible and uncounted until its bytes arrive', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const bytes = page(5000)
    const created = await announce(setup, bytes)
    expect(created).toMatchObject({ status: 'pending', size_bytes: 5000, width: null })
    const remaining = Date.parse(created.upload_expires_at) - Date.now()
    expect([remaining > 890_000, remaining <= 900_000]).toEqual([true, true])
    const seen = async () => [
      (await ws.owner.call('GET', `${at}/${created.id}`)).status,
      (await ws.owner.ok('GET', `${at}?entity_type=task&entity_id=${setup.task.id}`)).total,
      (await ws.owner.ok('GET', `${ws.base}/tasks/${setup.task.id}`)).counts.attachments,
    ]
    expect(await seen()).toEqual([404, 0, 0])
    const [status, sent] = statusAndJson(await put(created.upload_url, bytes))
    expect([status, sent]).toMatchObject([200, { id: created.id, status: 'ready', size_bytes: 5000 }])
    expect(await seen()).toEqual([200, 1, 1])
    expect(await actions(ws)).toContain('attachment.received')
  })

  test('can get another name and caption, within their type', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const { id } = await attach(setup)
    const changed = await ws.owner.ok('PATCH', `${at}/${id}`, { filename: 'wall.PNG', caption: 'Wall' })
    expect(changed).toMatchObject({ filename: 'wall.PNG', caption: 'Wall', version: 2 })
    const invalid = await ws.owner.call('PATCH', `${at}/${id}`, { filename: 'wall.pdf' })
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'body.filename: its ending is not one of the kind of file that this is',
    ])
    expect(await ws.owner.ok('PATCH', `${at}/${id}`, { caption: null })).toMatchObject({ caption: null })
    const stale = await ws.owner.call('PATCH', `${at}/${id}`, { caption: 'x', version: 1 })
    expect(stale.status).toBe(409)
  })

  test('are changed and deleted by their sender and managers, and readable by viewers', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const [sender, other, manager, viewer] = await Promise.all([
      join(ws),
      join(ws),
      join(ws, 'manager'),
      join(ws, 'viewer'),
    ])
    const { id } = await attach(setup, picture(), sender)
    expect((await other.call('PATCH', `${at}/${id}`, { caption: 'x' })).status).toBe(403)
    expect((await other.call('DELETE', `${at}/${id}`)).status).toBe(403)
    expect((await viewer.call('POST', at, draftOf(setup, picture()))).status).toBe(403)
    const link = (await viewer.ok('GET', `${at}/${id}`)).download_url
    expect((await follow(link)).status).toBe(200)
    await sender.ok('PATCH', `${at}/${id}`, { caption: 'mine' })
    expect((await manager.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await manager.call('DELETE', `${at}/${id}`)).status).toBe(404)
  })

  test('are events of their task: attached when the bytes arrive, and deleted', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const bytes = page()
    const { id, upload_url } = await announce(setup, bytes)
    await put(upload_url, bytes)
    await ws.owner.ok('DELETE', `${at}/${id}`)
    const events = await asOwner(
      `select kind, actor_id, new_value from task_events where task_id = $1 and kind like 'attach%' order by id`,
      [setup.task.id],
    )
    const expected = { actor_id: ws.owner.id, new_value: { attachment_id: id, filename: 'page.pdf' } }
    expect(events).toEqual([
      { kind: 'attached', ...expected },
      { kind: 'attachment_deleted', ...expected },
    ])
    const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${setup.projectId}/activity`)
    const summaries = items.map(({ summary }: Json) => summary)
    expect(summaries).toEqual(expect.arrayContaining(['attached a file', 'deleted a file']))
  })

  test('of a copied task are copied on request, and share their bytes', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const bytes = picture()
    const { id } = await attach(setup, bytes)
    await announce(setup, page())
    const copy = (include: object) =>
      ws.owner.ok('POST', `${ws.base}/tasks/${setup.task.id}/duplicate`, { include })
    expect((await copy({})).counts.attachments).toBe(0)
    const twin = await copy({ attachments: true })
    expect(twin.counts.attachments).toBe(1)
    const { items } = await ws.owner.ok('GET', `${at}?entity_type=task&entity_id=${twin.id}`)
    expect(items).toMatchObject([{ filename: 'picture.png', uploaded_by: { user_id: ws.owner.id } }])
    expect((await rowsOf(setup)).objects).toMatchObject([{ reference_count: 2 }])
    await ws.owner.ok('DELETE', `${at}/${id}`)
    const { download_url } = await ws.owner.ok('GET', `${at}/${items[0].id}`)
    expect((await follow(download_url)).bytes).toEqual(bytes)
  })
})

describe('people who cannot see the object', () => {
  test('find no file, to read or to add, and get the same response as for a missing object', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const hidden = await project(ws, { visibility: 'private' })
    const secret = await task(ws, hidden.id)
    const member = await join(ws)
    const file = await ws.owner.ok('POST', at, draftOf(setup, picture(), { entity_id: secret.id }))
    const stranger = await desk()
    const foreign = { ...draftOf(setup, picture()), entity_id: stranger.task.id }
    for (const [who, draft] of [
      [member, draftOf(setup, picture(), { entity_id: secret.id })],
      [ws.owner, foreign],
      [ws.owner, draftOf(setup, picture(), { entity_id: ws.org.id })],
      [ws.owner, draftOf(setup, picture(), { entity_type: 'invoice' })],
      [ws.owner, draftOf(setup, picture(), { entity_type: 'expense' })],
    ] as const) {
      const posted = await who.call('POST', at, draft)
      const listed = await who.call(
        'GET',
        `${at}?entity_type=${draft.entity_type}&entity_id=${draft.entity_id}`,
      )
      const notFound = [404, `${draft.entity_type} not found`]
      expect([
        [posted.status, posted.body.error.message],
        [listed.status, listed.body.error.message],
      ]).toEqual([notFound, notFound])
    }
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await member.call(method, `${at}/${file.id}`, method === 'PATCH' ? { caption: 'x' } : undefined))
          .status,
      ).toBe(404)
    const outsiderReply = await stranger.ws.owner.call('GET', `${stranger.at}/${file.id}`)
    expect([outsiderReply.status, outsiderReply.body.error.message]).toEqual([404, 'attachment not found'])
  })

  test('cannot use a key of another project instead', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const { id } = await attach(setup)
    const otherProject = await project(ws)
    const keyed = async (project_id: string) => {
      const draft = { name: 'CI', project_id }
      const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, draft)
      return { authorization: `Bearer ${token}` }
    }
    const [own, other] = [await keyed(setup.projectId), await keyed(otherProject.id)]
    expect((await call('GET', `${at}/${id}`, { headers: own })).status).toBe(200)
    expect((await call('GET', `${at}/${id}`, { headers: other })).status).toBe(404)
    const body = draftOf(setup, picture())
    expect((await call('POST', at, { headers: own, body })).status).toBe(201)
    expect((await call('POST', at, { headers: other, body })).status).toBe(404)
  })

  test('a file is trashed and restored with its task', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const { id } = await attach(setup)
    const link = (await ws.owner.ok('GET', `${at}/${id}`)).download_url
    const seen = async () => [(await ws.owner.call('GET', `${at}/${id}`)).status, (await follow(link)).status]
    expect(await seen()).toEqual([200, 200])
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${setup.task.id}`)
    expect(await seen()).toEqual([404, 404])
    expect((await ws.owner.call('POST', at, draftOf(setup, picture()))).status).toBe(404)
    await ws.owner.ok('POST', `${ws.base}/tasks/${setup.task.id}/restore`)
    expect(await seen()).toEqual([200, 200])
  })

  test('files of an archived project can be read but not changed', async () => {
    const setup = await desk()
    const { ws, at } = setup
    const { id } = await attach(setup)
    const { upload_url } = await announce(setup, page())
    await ws.owner.ok('POST', `${ws.base}/projects/${setup.projectId}/archive`)
    expect((await ws.owner.call('GET', `${at}/${id}`)).status).toBe(200)
    const refused = [
      await ws.owner.call('POST', at, draftOf(setup, picture())),
      await ws.owner.call('PATCH', `${at}/${id}`, { caption: 'x' }),
      await ws.owner.call('DELETE', `${at}/${id}`),
    ]
    for (const { status, body } of refused)
      expect([status, body.error.message]).toEqual([409, 'project is archived'])
    expect((await put(upload_url, page())).status).toBe(409)
  })
})

test('the same Idempotency-Key uploads once, even if that used up the limit', async () => {
  const setup = await desk()
  const { ws, at } = setup
  const first = await attach(setup)
  await asOwner(
    `insert into attachments (org_id, entity_type, entity_id, filename, content_type, size_bytes, sha256, object_id, uploaded_by)
      select org_id, entity_type, entity_id, filename, content_type, size_bytes, sha256, object_id, uploaded_by
      from attachments, generate_series(1, 48) where id = $1`,
    [first.id],
  )
  const draft = draftOf(setup, picture())
  const send = () => ws.owner.call('POST', at, draft, { 'idempotency-key': 'last-place' })
  const [created, repeated] = [await send(), await send()]
  expect([
    created.status,
    repeated.status,
    repeated.body.id,
    repeated.headers.get('idempotency-replayed'),
  ]).toEqual([201, 201, created.body.id, 'true'])
  const full = await ws.owner.call('POST', at, { ...draft, content_base64: base64(picture()) })
  expect([full.status, full.body.error.message]).toEqual([409, 'holds 50 attachments already'])
})
