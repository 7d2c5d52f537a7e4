import { createHash } from 'node:crypto'
import { pdf, png } from '../../scripts/drawing.ts'
import type { Env } from '../../src/base/config.ts'
import { app, asOwner, type Caller, env, type Json, type Reply } from './client.ts'
import { project, task, type Workspace, workspace } from './makers.ts'

type Content = Uint8Array<ArrayBuffer>
const bytesOf = (buffer: Buffer): Content => new Uint8Array(buffer)

/** A picture of a single color that no other test uses. */
let colors = 0
export const picture = (width = 3, height = 2): Content => {
  const n = ++colors
  return bytesOf(png(width, height, () => [n % 256, (n >> 8) % 256, process.pid % 256]))
}
let pages = 0
/** A PDF with unique text, padded to `size` bytes. */
export const page = (size = 0): Content => {
  const bytes = bytesOf(pdf([`Page ${++pages} of ${process.pid}`]))
  const padded = new Uint8Array(Math.max(size, bytes.length)).fill(10)
  padded.set(bytes)
  return padded
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export type Desk = { ws: Workspace; projectId: string; task: Json; at: string }
/** A workspace with a task, and the path of attachments. */
export async function desk(): Promise<Desk> {
  const ws = await workspace()
  const { id } = await project(ws)
  return { ws, projectId: id, task: await task(ws, id), at: `${ws.base}/attachments` }
}

const metadataOf = (bytes: Uint8Array) =>
  bytes[0] === 0x25
    ? { filename: 'page.pdf', content_type: 'application/pdf' }
    : { filename: 'picture.png', content_type: 'image/png' }

/** The request body that attaches these bytes to the task. */
export const draftOf = ({ task: { id } }: Desk, bytes: Uint8Array, more: object = {}) => ({
  entity_type: 'task',
  entity_id: id,
  ...metadataOf(bytes),
  content_base64: base64(bytes),
  ...more,
})
export const announcementOf = (desk: Desk, bytes: Uint8Array, more: object = {}) => ({
  ...draftOf(desk, bytes),
  content_base64: undefined,
  size_bytes: bytes.length,
  sha256: sha256(bytes),
  ...more,
})
export const attach = (
  desk: Desk,
  bytes: Uint8Array = picture(),
  who: Caller = desk.ws.owner,
): Promise<Json> => who.ok('POST', desk.at, draftOf(desk, bytes))
export const announce = (desk: Desk, bytes: Uint8Array, who: Caller = desk.ws.owner): Promise<Json> =>
  who.ok('POST', desk.at, announcementOf(desk, bytes))
export const linkOf = async ({ ws, at }: Desk, id: string, who: Caller = ws.owner): Promise<string> =>
  (await who.ok('GET', `${at}/${id}`)).download_url

export type File = { status: number; headers: Headers; bytes: Uint8Array }
type FileRequest = {
  method?: string
  headers?: Record<string, string>
  body?: Content | ReadableStream<Uint8Array>
}

/** Follows a signed link without a credential. */
export async function follow(
  link: string,
  request: FileRequest = {},
  changes: Partial<Env> = {},
): Promise<File> {
  const init = { ...request, ...(request.body instanceof ReadableStream ? { duplex: 'half' } : {}) }
  const response = await app.request(link, init, env(changes))
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
export const put = (link: string, body: FileRequest['body'], changes: Partial<Env> = {}) =>
  follow(link, { method: 'PUT', ...(body ? { body } : {}) }, changes)
export const statusAndJson = ({ status, bytes }: File): Json => [
  status,
  JSON.parse(new TextDecoder().decode(bytes)),
]
export const problem = (reply: Reply | File): [number, string] =>
  'text' in reply
    ? [reply.status, reply.body?.error?.message]
    : [reply.status, statusAndJson(reply)[1].error?.message]

/** Streams bytes in chunks of `size`. */
export function streamOf(bytes: Uint8Array, size: number, before?: (request: number) => void) {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      before?.(at)
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
  })
}

/** The rows of a workspace's files. */
export const rowsOf = async ({ ws }: Desk) => ({
  attachments: await asOwner('select * from attachments where org_id = $1 order by id', [ws.org.id]),
  objects: await asOwner('select * from attachment_objects where org_id = $1 order by id', [ws.org.id]),
})
/** Makes an attachment older. */
export const ageBy = (id: string, interval: string) =>
  asOwner(
    `with quiet as materialized (select set_config('app.suppress_audit', 'on', true))
      update attachments set created_at = created_at - $2::interval, deleted_at = deleted_at - $2::interval
      from quiet where id = $1`,
    [id, interval],
  )
