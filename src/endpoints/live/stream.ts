import { pace, type Told } from '../../shared/live/object.ts'

/** The end of a socket that a Worker has. */
export type FarSocket = {
  accept(): void
  send(text: string): void
  close(code?: number, why?: string): void
  addEventListener(type: 'message' | 'close' | 'error', heard: (event: { data?: unknown }) => void): void
}

type How = {
  /** The mark that the client knows. */
  last: string | undefined
  /** When it says goodbye, in milliseconds from now. */
  life: number
  /** After how many milliseconds the client is to be back. */
  back: number
}

/** Proxies give up on what is silent for a minute. */
export const beat = 25_000
/** Some proxies and browsers pass nothing on before they have so much. */
const padding = `:${' '.repeat(2048)}\n\n`
/** A client that reads so much more slowly than it is told has gone away, or will ask anew. */
const mostUnread = 100

const eventOf = (name: string, data: object, id?: string) =>
  `event: ${name}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/**
 * What a client is sent of a socket to the object of its organization. The Worker holds it, so that the object need not stay in
 * memory: its heartbeat is answered by the runtime. Ends with the socket, and with the client.
 */
export function streamOf(socket: FarSocket, how: How): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream({
    start: (controller) => void (stop = run(socket, how, controller)),
    cancel: () => stop(),
  })
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/** Sends until the end; returns how to stop without a word. */
function run(socket: FarSocket, { last, life, back }: How, controller: Controller): () => void {
  const text = new TextEncoder()
  let isOver = false
  const send = (part: string) => controller.enqueue(text.encode(part))
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    pulse.stop()
    changes.stop()
    socket.close(1000, 'closed')
  }
  const end = () => {
    if (isOver) return
    send(`retry: ${back}\n${eventOf('bye', {})}`)
    stop()
    controller.close()
  }
  const changes = paced((part) => {
    send(part)
    if ((controller.desiredSize ?? 0) < -mostUnread) end()
  })
  const pulse = pulseOf(socket, () => send(':\n\n'), end)
  const timer = setTimeout(end, life)
  send(`retry: 3000\n${padding}`)
  socket.addEventListener('message', ({ data }) => {
    if (isOver || pulse.isAnsweredBy(data)) return
    const told = JSON.parse(String(data)) as Told
    if (told.kinds) return changes.add(told)
    send(eventOf('hello', {}, told.mark))
    if (last && last !== told.mark) changes.add({ mark: told.mark, kinds: ['*'] })
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  socket.accept()
  return stop
}

/** Asks the runtime at each beat whether the socket lives, which wakes no object. */
function pulseOf(socket: FarSocket, beats: () => void, isDead: () => void) {
  let isAnswered = true
  const timer = setInterval(() => {
    if (!isAnswered) return isDead()
    isAnswered = false
    beats()
    socket.send('ping')
  }, beat)
  return {
    isAnsweredBy: (data: unknown) => data === 'pong' && (isAnswered = true),
    stop: () => clearInterval(timer),
  }
}

/** Events with a pause between them; what is told meanwhile is one event. */
function paced(send: (part: string) => void) {
  let kinds = new Set<string>()
  let [mark, access, sentAt] = ['', false, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    sentAt = Date.now()
    const all = kinds.has('*') ? ['*'] : [...kinds].toSorted()
    const event = access ? eventOf('access', {}, mark) : eventOf('change', { kinds: all }, mark)
    kinds = new Set()
    access = false
    send(event)
  }
  return {
    add(told: Told) {
      mark = told.mark
      access ||= told.access ?? false
      for (const kind of told.kinds ?? []) kinds.add(kind)
      const pause = sentAt + pace - Date.now()
      if (timer === undefined && pause <= 0) flush()
      else timer ??= setTimeout(flush, pause)
    },
    stop: () => clearTimeout(timer),
  }
}
