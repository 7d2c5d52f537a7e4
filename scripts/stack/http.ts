import { createServer } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A deliberate fault of a gateway. `hang` never responds, `error500`, `html`, `protocol` (08P01) and `full` (53300) respond
 * without doing the work, `refuse` destroys the socket at once; `cut` does the work, sends half of the response and destroys
 * the socket.
 */
export type FaultKind = 'hang' | keyof typeof broken | 'cut' | 'refuse'

/** A fault for the next `times` requests, or for all of them if `times` is omitted. */
export type Fault = { kind: FaultKind | null; times?: number }

/** The part of a gateway that tests can change while it runs. */
export type Controls = { fault: Fault | null; delayMs: number }

export type Answer = { status: number; body: string; headers?: OutgoingHttpHeaders | undefined }

export type Work = (request: IncomingMessage, signal: AbortSignal) => Promise<Answer>

export type Service = { port: number; requests(): number; stop(): Promise<void> }

/** Thrown by readBody if the body is over the limit. */
export class BodyTooLarge extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`request is too large (max is ${limit} bytes)`)
    this.limit = limit
  }
}

/** Returns a response with a JSON body. */
export function json(status: number, value: unknown, headers?: OutgoingHttpHeaders): Answer {
  return { status, body: JSON.stringify(value), headers }
}

/** Reads a request's body as UTF-8; throws BodyTooLarge over the limit, after draining the rest. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > limit) throw new BodyTooLarge(limit)
  return Buffer.concat(chunks, size).toString('utf8')
}

/**
 * Serves HTTP on 127.0.0.1, with the faults and the delay in `controls` at each request. Returns the port in
 * use; rejects with a plain message if the port is busy.
 */
export async function serve(port: number, controls: Controls, work: Work): Promise<Service> {
  let requests = 0
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    requests += 1
    void handle(request, response, controls, work)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.once('close', () => sockets.delete(socket))
  })
  const used = await listen(server, port)
  return { port: used, requests: () => requests, stop: () => stop(server, sockets) }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(busy ? new Error(`Port ${port} is busy: stop what uses it or choose another port`) : error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}

async function handle(request: IncomingMessage, response: ServerResponse, controls: Controls, work: Work) {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  try {
    await answer(request, response, gone.signal, controls, work)
  } catch (error) {
    if (gone.signal.aborted || response.headersSent) return
    const message = error instanceof Error ? error.message : String(error)
    send(response, json(500, { message, error: message }))
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
  controls: Controls,
  work: Work,
): Promise<void> {
  const fault = takeFault(controls)
  if (fault === 'refuse') return void request.socket.destroy()
  if (controls.delayMs > 0) await wait(controls.delayMs, undefined, { signal })
  if (fault === 'hang') return void request.resume()
  if (fault && fault in broken) {
    request.resume()
    return send(response, broken[fault as keyof typeof broken])
  }
  const result = await work(request, signal)
  if (signal.aborted) return
  if (fault === 'cut') cut(response, result)
  else send(response, result)
}

function takeFault(controls: Controls): FaultKind | null {
  const fault = controls.fault
  if (!fault?.kind) return null
  if (fault.times === undefined) return fault.kind
  controls.fault = fault.times > 1 ? { kind: fault.kind, times: fault.times - 1 } : null
  return fault.times > 0 ? fault.kind : null
}

const internal = 'injected fault: internal error'
const broken = {
  error500: json(500, { message: internal, error: internal }),
  protocol: json(400, {
    message: 'protocol synchronization was lost',
    code: '08P01',
    severity: 'FATAL',
  }),
  full: json(500, { message: 'sorry, too many clients already', code: '53300', severity: 'FATAL' }),
  html: {
    status: 502,
    body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
    headers: { 'content-type': 'text/html' },
  },
}

function send(response: ServerResponse, result: Answer): void {
  const body = Buffer.from(result.body, 'utf8')
  response.writeHead(result.status, headersOf(result, body.length))
  response.end(body)
}

function cut(response: ServerResponse, result: Answer): void {
  const body = Buffer.from(result.body, 'utf8')
  response.writeHead(result.status, headersOf(result, body.length))
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy())
}

function headersOf(result: Answer, length: number): OutgoingHttpHeaders {
  return { 'content-type': 'application/json', 'content-length': length, ...result.headers }
}
