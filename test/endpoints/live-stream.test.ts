import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beat, streamOf } from '../../src/endpoints/live/stream.ts'
import { type FakeSocket, fakeSocket } from '../kit/live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const quarter = 15 * 60_000
/** A stream that has said hello, and what it sends from then on. */
async function opened(last?: string) {
  const socket = fakeSocket()
  const parts: string[] = []
  const state = { isOver: false }
  const stream = streamOf(socket, { last, life: quarter, back: 1234 })
  void stream.pipeTo(
    new WritableStream<Uint8Array>({
      write: (part) => void parts.push(new TextDecoder().decode(part)),
      close: () => void (state.isOver = true),
    }),
  )
  socket.hear('message', JSON.stringify({ mark: 'e:1' }))
  await vi.advanceTimersByTimeAsync(0)
  return { socket, state, parts, taken: () => parts.splice(0).join('') }
}
const tell = (socket: FakeSocket, mark: string, kinds: string[], access = false) =>
  socket.hear('message', JSON.stringify({ mark, kinds, access }))

test('a stream sends its first bytes before the object has answered', async () => {
  const { value } = await streamOf(fakeSocket(), { last: undefined, life: quarter, back: 0 })
    .getReader()
    .read()
  expect(new TextDecoder().decode(value)).toMatch(/^retry: 3000\n: {2048}\n\n$/)
})

test('what is told within two seconds is one event, and rights outweigh kinds', async () => {
  const { socket, taken } = await opened()
  taken()
  tell(socket, 'e:2', ['task'])
  tell(socket, 'e:3', ['task', 'tag'])
  tell(socket, 'e:4', ['comment'])
  await vi.advanceTimersByTimeAsync(0)
  expect(taken()).toBe('event: change\nid: e:2\ndata: {"kinds":["task"]}\n\n')
  await vi.advanceTimersByTimeAsync(1900)
  expect(taken()).toBe('')
  await vi.advanceTimersByTimeAsync(200)
  expect(taken()).toBe('event: change\nid: e:4\ndata: {"kinds":["comment","tag","task"]}\n\n')
  await vi.advanceTimersByTimeAsync(2000)
  tell(socket, 'e:5', ['task'], true)
  await vi.advanceTimersByTimeAsync(0)
  expect(taken()).toBe('event: access\nid: e:5\ndata: {}\n\n')
})

test('a comment every 25 seconds asks the runtime alone whether the socket lives; without an answer the stream ends', async () => {
  const { socket, state, taken } = await opened()
  taken()
  await vi.advanceTimersByTimeAsync(beat)
  expect([taken(), socket.sent]).toEqual([':\n\n', ['ping']])
  socket.hear('message', 'pong')
  await vi.advanceTimersByTimeAsync(beat)
  expect([taken(), state.isOver]).toEqual([':\n\n', false])
  await vi.advanceTimersByTimeAsync(beat)
  expect([taken(), state.isOver, socket.isClosed]).toEqual([
    'retry: 1234\nevent: bye\ndata: {}\n\n',
    true,
    true,
  ])
})

test('it says goodbye after a quarter of an hour, and when its socket is closed', async () => {
  const { socket, state, taken } = await opened()
  for (let beats = 1; beats * beat < quarter; beats++) {
    await vi.advanceTimersByTimeAsync(beat)
    socket.hear('message', 'pong')
  }
  taken()
  expect(state.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(beat)
  expect([taken(), state.isOver]).toEqual([expect.stringMatching(/event: bye\ndata: \{\}\n\n$/), true])
  const other = await opened()
  other.socket.hear('close')
  await vi.advanceTimersByTimeAsync(0)
  expect([other.taken(), other.state.isOver]).toEqual([expect.stringMatching(/event: bye/), true])
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever knows another mark is told to read again, and whoever knows this one is not', async () => {
  expect((await opened('e:1')).taken()).not.toContain('change')
  for (const last of ['e:0', 'older:1', '?'])
    expect((await opened(last)).taken()).toMatch(/event: change\nid: e:1\ndata: \{"kinds":\["\*"\]\}\n\n$/)
})

test('a client that goes away ends the socket and every timer', async () => {
  const socket = fakeSocket()
  const reader = streamOf(socket, { last: undefined, life: quarter, back: 0 }).getReader()
  await reader.read()
  await reader.cancel()
  expect([socket.isClosed, vi.getTimerCount()]).toEqual([true, 0])
})
