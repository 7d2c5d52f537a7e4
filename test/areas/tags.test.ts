import { describe, expect, test } from 'vitest'
import { person } from '../kit/client.ts'

describe('tags', () => {
  test('a created tag is listed with its usage', async () => {
    const ada = await person()
    const org = await ada.ok('POST', '/api/v1/organizations', { name: 'Ada & Co' })
    const base = `/api/v1/organizations/${org.id}`
    const tag = await ada.call('POST', `${base}/tags`, { name: 'bug' })
    expect([tag.status, tag.body]).toMatchObject([
      201,
      { name: 'bug', usage_count: 0, project_id: null, version: 1 },
    ])
    expect(tag.trips).toBe(1)
    expect(tag.headers.get('etag')).toBe('"v1"')
    const list = await ada.call('GET', `${base}/tags`)
    expect(list.body).toMatchObject({ total: 1, limit: 50, offset: 0, items: [{ id: tag.body.id }] })
    const again = await ada.call('POST', `${base}/tags`, { name: 'BUG' })
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
    const changed = await ada.call('PATCH', `${base}/tags/${tag.body.id}`, { color: '#000000' })
    expect([changed.status, changed.body]).toMatchObject([200, { version: 2, color: '#000000' }])
    const gone = await ada.call('DELETE', `${base}/tags/${tag.body.id}`)
    expect([gone.status, gone.body]).toEqual([200, { detached: 0 }])
    expect((await ada.call('PATCH', `${base}/tags/${tag.body.id}`, { color: '#000000' })).status).toBe(404)
  })
})
