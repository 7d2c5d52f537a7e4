import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makingMessages, sendDue } from '../../src/jobs/webhooks.ts'
import { outsideOf } from '../../src/shared/outside.ts'
import { asOwner, env, type Json, trusted } from './client.ts'
import { enteredDatabase } from './inbox.ts'
import type { Workspace } from './makers.ts'

export type Received = { at: Date; path: string; headers: Record<string, string>; body: string }
export type Receiver = {
  url: string
  received: Received[]
  /** What it answers from now on; `hangs` never. */
  answers: { status?: number; headers?: Record<string, string>; body?: string } | 'hangs'
  open: number
  mostOpen: number
  close(): Promise<void>
}

/** A server that takes messages; the service may call it. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answers: {},
    open: 0,
    mostOpen: 0,
    close: async () => {},
  }
  const server = createServer((request, response) => void take(request, response))
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    receiver.mostOpen = Math.max(receiver.mostOpen, ++receiver.open)
    response.on('close', () => receiver.open--)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = request.headers as Record<string, string>
    receiver.received.push({ at: new Date(), path: request.url!, headers, body })
    if (receiver.answers === 'hangs') return
    const { status = 200, headers: answered = {}, body: text = 'ok' } = receiver.answers
    response.writeHead(status, answered).end(text)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  trusted.add(receiver.url)
  receiver.close = () =>
    new Promise((resolve) => {
      trusted.delete(receiver.url)
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return receiver
}

export const addWebhook = (ws: Workspace, url: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/webhooks`, { name: 'CRM', url, types: ['*'], ...draft })
export const atWebhook = (ws: Workspace, id: string) => `${ws.base}/webhooks/${id}`

/** Makes the messages of what changed, as far as no older transaction is open. */
export async function makeSome(ws: Workspace): Promise<void> {
  const { webhooks } = outsideOf(env())
  await makingMessages.react({ org_id: ws.org.id } as never, enteredDatabase(ws.org.id), {} as never, '', {
    webhooks,
  })
}
/** Makes the messages of all that changed, once the transactions of other tests let it. */
export async function make(ws: Workspace): Promise<void> {
  for (let left = 1; left;) {
    await makeSome(ws)
    const rows = await asOwner<{ n: number }>('select count(*)::int as n from change_log where org_id = $1', [
      ws.org.id,
    ])
    left = rows[0]!.n
  }
}
/** Sends what is due at a moment, without jitter, and returns how many messages that were. */
export const sendAt = (ws: Workspace, at: Date): Promise<number> =>
  sendDue(
    ws.org.id,
    enteredDatabase(ws.org.id),
    outsideOf(env()).webhooks,
    () => at,
    () => 0,
  )
export const messagesOf = (ws: Workspace): Promise<Json[]> =>
  asOwner(
    `select m.*, b.value::jsonb as told from webhook_messages m left join lateral (select m.body as value) b on true
    where m.org_id = $1 order by m.xid, m.seq`,
    [ws.org.id],
  )
/** Makes and sends all that may be sent now. */
export async function deliver(ws: Workspace): Promise<void> {
  await make(ws)
  while (await sendAt(ws, new Date()));
}
