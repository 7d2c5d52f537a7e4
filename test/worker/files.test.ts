import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import worker from '../../src/worker.ts'

const bindings = env as Env & { FILES: NonNullable<Env['FILES']> }
type Json = Record<string, never> & { id: string; upload_url: string; download_url: string; status: string }

async function send(path: string, init: RequestInit = {}) {
  const context = createExecutionContext()
  const response = await worker.fetch(
    new Request(new URL(path, 'https://service.test'), init),
    bindings,
    context,
  )
  return { answer: response, done: () => waitOnExecutionContext(context) }
}

let cookie: string
let org: string
let task: string
async function callApi(method: string, path: string, body?: object): Promise<Json> {
  const { answer, done } = await send(`/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  await done()
  return (text ? JSON.parse(text) : {}) as Json
}
beforeAll(async () => {
  const person = {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct horse battery',
    name: 'Ada',
  }
  const { answer } = await send('/api/v1/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  org = (await callApi('POST', '/organizations', { name: 'Ada & Co' })).id
  const { id } = await callApi('POST', `/organizations/${org}/projects`, { name: 'Web', key: 'WEB' })
  task = (await callApi('POST', `/organizations/${org}/projects/${id}/tasks`, { title: 'Files' })).id
})

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => hex(await crypto.subtle.digest('SHA-256', bytes))
/** `size` bytes that begin like a PDF. */
function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).map((_, n) => n % 251)
  bytes.set(new TextEncoder().encode(`%PDF-1.4\n${crypto.randomUUID()}\n`))
  return bytes
}
const announce = async (bytes: Uint8Array<ArrayBuffer>) =>
  callApi('POST', `/organizations/${org}/attachments`, {
    entity_type: 'task',
    entity_id: task,
    filename: 'paper.pdf',
    content_type: 'application/pdf',
    size_bytes: bytes.length,
    sha256: await sha256(bytes),
  })
async function put(link: string, body: BodyInit) {
  const { answer, done } = await send(link, { method: 'PUT', body })
  const text = await answer.text()
  await done()
  return { status: answer.status, text }
}
const stored = async () => (await bindings.FILES.list({ prefix: `org/${org}/` })).objects.length
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

describe('files in workerd, in a bucket of R2', () => {
  test('are uploaded as base64 and downloaded by a signed link, completely or in part', async () => {
    const draft = {
      entity_type: 'task',
      entity_id: task,
      filename: 'dot.png',
      content_type: 'image/png',
      content_base64: dot,
    }
    const { id } = await callApi('POST', `/organizations/${org}/attachments`, draft)
    const { download_url } = await callApi('GET', `/organizations/${org}/attachments/${id}`)
    const { answer } = await send(download_url)
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const bytes = await answer.arrayBuffer()
    expect(btoa(String.fromCharCode(...new Uint8Array(bytes)))).toBe(dot)
    const part = (await send(download_url, { headers: { range: 'bytes=1-3' } })).answer
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  })

  test('are uploaded by a signed link as a stream, up to 10 MiB', async () => {
    const bytes = pdfOf(10 * 1024 * 1024)
    const { id, upload_url } = await announce(bytes)
    const sent = await put(upload_url, bytes)
    expect([sent.status, JSON.parse(sent.text).status]).toEqual([200, 'ready'])
    const { download_url } = await callApi('GET', `/organizations/${org}/attachments/${id}`)
    const { answer } = await send(download_url)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(await sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(await sha256(bytes))
  })

  test('leave nothing in the bucket if they differ from the announcement, or the stream breaks', async () => {
    const bytes = pdfOf(300_000)
    const { upload_url } = await announce(bytes)
    const before = await stored()
    const streamOf = (content: Uint8Array, breaks = false) => {
      let at = 0
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= content.length) return breaks ? controller.error(new Error('gone')) : controller.close()
          controller.enqueue(content.slice(at, (at += 50_000)))
        },
      })
    }
    const invalid: [ReadableStream<Uint8Array>, number][] = [
      [streamOf(bytes.with(200_000, 252)), 422],
      [streamOf(bytes.slice(0, 299_999)), 422],
      [streamOf(pdfOf(400_000)), 422],
      [streamOf(bytes.slice(0, 100_000), true), 503],
    ]
    for (const [stream, status] of invalid) expect((await put(upload_url, stream)).status).toBe(status)
    expect(await stored()).toBe(before)
    expect((await put(upload_url, streamOf(bytes))).status).toBe(200)
    expect(await stored()).toBe(before + 1)
  })

  test('are not erased by the daily run while a row references them, or while they are new', async () => {
    const before = await stored()
    await bindings.FILES.put(`org/${org}/${crypto.randomUUID()}`, new Uint8Array([1]))
    await daily(bindings)
    expect(await stored()).toBe(before + 1)
  })
})
