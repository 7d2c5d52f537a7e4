import { describe, expect, test } from 'vitest'
import { answered, capsIn, counted, countedEnv, ran } from '../../scripts/stack/caps.ts'
import capped, { Clock } from '../../scripts/stack/capped-worker.ts'
import { alarmStorage } from '../kit/alarms.ts'
import { invocationsOf } from '../kit/caps.ts'
import { env } from '../kit/client.ts'
import { project, workspace } from '../kit/makers.ts'

const caps = { subrequests: 3, afterResponse: 50, run: 50 }
const tooMany = 'Too many subrequests by single Worker invocation.'

/** A runtime that says when the work after a response is over. */
function runtime() {
  const pending: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void pending.push(work)
  return {
    context: { waitUntil, passThroughOnException() {}, props: {} },
    over: async () => {
      for (const work of pending) await work
    },
  }
}
const answer = () => new Response('ok')
const ping = counted(async (_n: number) => 'pong')

describe('an invocation', () => {
  test('has the real caps unless a test states others', () => {
    expect(capsIn({})).toEqual({ subrequests: 1000, afterResponse: 30_000, run: 900_000 })
    expect(capsIn({ SUBREQUESTS: '50' }).subrequests).toBe(50)
  })

  test('throws at the call after its last one, whatever is called, and others have their own', async () => {
    const { FILES, ACTIVITY } = countedEnv(env())
    const work = async () => {
      await FILES!.put('caps', new Uint8Array(1))
      await ACTIVITY!.get('caps')
      await ping(1)
      await expect(ping(2)).rejects.toThrow(tooMany)
      await expect(FILES!.get('caps')).rejects.toThrow(tooMany)
      await expect(fetch(env().SQL_ENDPOINT!)).rejects.toThrow(tooMany)
      return ran(caps, () => ping(3))
    }
    expect(await ran(caps, work)).toBe('pong')
    const [outer, inner] = await invocationsOf(() => ran(caps, work))
    expect([outer!.calls, inner!.calls]).toEqual([6, 1])
  })

  test('whose response is sent is cut in time: what is on its way never answers, nor what follows', async () => {
    const { context, over } = runtime()
    const done: number[] = []
    const slowly = counted((n: number) => new Promise((resolve) => setTimeout(() => resolve(n), n)))
    const [request] = await invocationsOf(async () => {
      await answered(caps, context, async (own) => {
        own.waitUntil(
          (async () => {
            for (const milliseconds of [10, 200, 10]) {
              await slowly(milliseconds)
              done.push(milliseconds)
            }
          })(),
        )
        return answer()
      })
      await over()
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([done, request!.lost, request!.isCut]).toEqual([[10], 1, true])
  })

  test('counts the time of a stream from its end', async () => {
    const { context, over } = runtime()
    const stream = new ReadableStream({
      async start(controller) {
        await new Promise((resolve) => setTimeout(resolve, 150))
        controller.enqueue(new TextEncoder().encode('data: late\n\n'))
        controller.close()
      },
    })
    let after = ''
    const response = await answered(caps, context, (own) => {
      own.waitUntil(
        new Promise((resolve) => setTimeout(resolve, 160)).then(async () => (after = await ping(1))),
      )
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    })
    expect(await response.text()).toBe('data: late\n\n')
    await over()
    expect(after).toBe('pong')
  })

  test('of an alarm is ended when it takes too long', async () => {
    await expect(ran(caps, () => new Promise(() => {}))).rejects.toThrow('the invocation took too long')
  })
})

describe('the service as npm start runs it', () => {
  test('is under the caps that its settings state', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const list = async (settings: object) => {
      const { context, over } = runtime()
      const request = new Request(`https://service.test${ws.base}/projects/${id}/tasks`, {
        headers: ws.owner.headers,
      })
      const { status } = await capped.fetch(request, env(settings), context)
      await over()
      return status
    }
    expect([await list({}), await list({ SUBREQUESTS: '0' })]).toEqual([200, 503])
  })

  test('has objects whose alarms are invocations of their own', async () => {
    const alarms = alarmStorage()
    await alarms.put('shard', 15)
    const clock = new Clock({ storage: alarms }, env())
    const runs = await invocationsOf(() => (clock as unknown as { alarm(): Promise<void> }).alarm())
    expect([runs.length, runs[0]!.calls > 0]).toEqual([1, true])
  })
})
