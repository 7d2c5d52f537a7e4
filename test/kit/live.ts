import type { Env } from '../../src/base/config.ts'
import type { FarSocket } from '../../src/endpoints/live/stream.ts'
import type { Telling } from '../../src/shared/live/object.ts'

type Heard = Parameters<FarSocket['addEventListener']>[1]
export type FakeSocket = FarSocket & {
  sent: string[]
  isClosed: boolean
  /** Has the stream hear of a message, or of the end of the socket. */
  hear(type: 'message' | 'close', data?: string): void
}

/** The end of a socket that a stream has, in memory. */
export function fakeSocket(onAccept: (socket: FakeSocket) => void = () => {}): FakeSocket {
  const heard: [string, Heard][] = []
  const socket: FakeSocket = {
    sent: [],
    isClosed: false,
    accept: () => onAccept(socket),
    send: (text) => void socket.sent.push(text),
    close: () => void (socket.isClosed = true),
    addEventListener: (type, listener) => void heard.push([type, listener]),
    hear(type, data) {
      for (const [wanted, listener] of heard) if (wanted === type) listener({ data })
    },
  }
  return socket
}

/** A stand-in for the objects: records what they are told and which streams are opened, each of which ends at once. */
export function fakeLive() {
  const told: (Telling & { org: string })[] = []
  const opened: Record<string, string>[] = []
  let status = 101
  const LIVE: NonNullable<Env['LIVE']> = {
    idFromName: (name) => name,
    get: (id) => ({
      fetch: async (input, init) => {
        if (init?.method === 'POST') {
          told.push({ org: id as string, ...(JSON.parse(init.body as string) as Telling) })
          return new Response(null, { status: 204 })
        }
        opened.push(Object.fromEntries(new URL(input as string).searchParams))
        const webSocket = fakeSocket((socket) => {
          socket.hear('message', JSON.stringify({ mark: 'e:1' }))
          socket.hear('close')
        })
        return { status, webSocket: status === 101 ? webSocket : null } as unknown as Response
      },
    }),
  }
  return {
    told,
    opened,
    answer: (next: number) => void (status = next),
    /** Without a namespace for flags, so that the objects are always asked. */
    env: { LIVE, ACTIVITY: undefined } as unknown as Partial<Env>,
  }
}
