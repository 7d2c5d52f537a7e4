import { createHash } from 'node:crypto'
import { pdf, png } from '../../scripts/drawing.ts'
import type { Env } from '../../src/kit/config.ts'
import { app, asOwner, type Caller, env, type Json, type Reply } from './client.ts'
import { project, task, type Workspace, workspace } from './makers.ts'

type Content = Uint8Array<ArrayBuffer>
const plain = (buffer: Buffer): Content => new Uint8Array(buffer)

/** A picture of one color, which no other test has. */
let colors = 0
export const picture = (width = 3, height = 2): Content => {
  const n = ++colors
  return plain(png(width, height, () => [n % 256, (n >> 8) % 256, process.pid % 256]))
}
let pages = 0
/** A PDF of its own text, padded to so many bytes. */
export const page = (size = 0): Content => {
  const bytes = plain(pdf([`Page ${++pages} of ${process.pid}`]))
  const padded = new Uint8Array(Math.max(size, bytes.length)).fill(10)
  padded.set(bytes)
  return padded
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export type Desk = { ws: Workspace; projectId: string; task: Json; at: string }
/** A task in a workspace, and where files are hung on it. */
export async function desk(): Promise<Desk> {
  const ws = await workspace()
  const { id } = await project(ws)
  return { ws, projectId: id, task: await task(ws, id), at: `${ws.base}/attachments` }
}

const about = (bytes: Uint8Array) =>
  bytes[0] === 0x25
    ? { filename: 'page.pdf', content_type: 'application/pdf' }
    : { filename: 'picture.png', content_type: 'image/png' }

/** What is sent to hang these bytes on the task. */
export const draftOf = ({ task: { id } }: Desk, bytes: Uint8Array, more: object = {}) => ({
  entity_type: 'task',
  entity_id: id,
  ...about(bytes),
  content_base64: base64(bytes),
  ...more,
})
export const announcementOf = (where: Desk, bytes: Uint8Array, more: object = {}) => ({
  ...draftOf(where, bytes),
  content_base64: undefined,
  size_bytes: bytes.length,
  sha256: sha256(bytes),
  ...more,
})
export const attach = (
  where: Desk,
  bytes: Uint8Array = picture(),
  who: Caller = where.ws.owner,
): Promise<Json> => who.ok('POST', where.at, draftOf(where, bytes))
export const announce = (where: Desk, bytes: Uint8Array, who: Caller = where.ws.owner): Promise<Json> =>
  who.ok('POST', where.at, announcementOf(where, bytes))
export const linkOf = async ({ ws, at }: Desk, id: string, who: Caller = ws.owner): Promise<string> =>
  (await who.ok('GET', `${at}/${id}`)).download_url

export type File = { status: number; headers: Headers; bytes: Uint8Array }
type Sending = {
  method?: string
  headers?: Record<string, string>
  body?: Content | ReadableStream<Uint8Array>
}

/** What a signed link answers, to nobody in particular. */
export async function follow(link: string, sent: Sending = {}, changes: Partial<Env> = {}): Promise<File> {
  const init = { ...sent, ...(sent.body instanceof ReadableStream ? { duplex: 'half' } : {}) }
  const answer = await app.request(link, init, env(changes))
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
export const put = (link: string, body: Sending['body'], changes: Partial<Env> = {}) =>
  follow(link, { method: 'PUT', ...(body ? { body } : {}) }, changes)
export const said = ({ status, bytes }: File): Json => [status, JSON.parse(new TextDecoder().decode(bytes))]
export const problem = (reply: Reply | File): [number, string] =>
  'text' in reply ? [reply.status, reply.body?.error?.message] : [reply.status, said(reply)[1].error?.message]

/** Sends bytes piece by piece. */
export function inPieces(bytes: Uint8Array, size: number, before?: (sent: number) => void) {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      before?.(at)
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
  })
}

/** What the database holds of the files of a workspace. */
export const rows = async ({ ws }: Desk) => ({
  attachments: await asOwner('select * from attachments where org_id = $1 order by id', [ws.org.id]),
  objects: await asOwner('select * from attachment_objects where org_id = $1 order by id', [ws.org.id]),
})
/** Lets the time pass that a link or an attachment has. */
export const age = (id: string, interval: string) =>
  asOwner(
    `with quiet as materialized (select set_config('app.suppress_audit', 'on', true))
      update attachments set created_at = created_at - $2::interval, deleted_at = deleted_at - $2::interval
      from quiet where id = $1`,
    [id, interval],
  )
