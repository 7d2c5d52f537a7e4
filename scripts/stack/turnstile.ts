const STUCK_MS = 25

export type Turnstile = { pass<T>(task: () => Promise<T>): Promise<T> }

/**
 * Lets `atOnce()` tasks run at once, in the order they came. While none of them finishes for 25 ms, such as when all
 * wait for a lock, one more is let in, and again every 25 ms.
 */
export function openTurnstile(atOnce: () => number): Turnstile {
  const waiting: (() => void)[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined
  const admit = () => {
    running += 1
    waiting.shift()?.()
    watch()
  }
  const watch = () => {
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(admit, STUCK_MS)
  }
  return {
    async pass(task) {
      if (running < atOnce()) running += 1
      else
        await new Promise<void>((resolve) => {
          if (waiting.push(resolve) === 1) watch()
        })
      try {
        return await task()
      } finally {
        running -= 1
        if (running < atOnce() && waiting.length > 0) admit()
        else watch()
      }
    },
  }
}
