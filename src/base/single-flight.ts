/**
 * Shares one call per key among concurrent requests of the isolate, and its result until `kept` settles, such as when it
 * is stored for the next ones. A call dies with its request, so the others wait for it, or use its result, no longer
 * than `timeout` milliseconds.
 */
export function singleFlight<T>(timeout: number, timeoutError: () => Error) {
  const running = new Map<string, { call: Promise<T>; since: number }>()
  return async (key: string, work: () => Promise<T>, kept?: Promise<unknown>): Promise<T> => {
    const begin = () => {
      const begun = { call: work(), since: Date.now() }
      const forget = () => {
        if (running.get(key) === begun) running.delete(key)
      }
      begun.call.then(() => kept).then(forget, forget)
      running.set(key, begun)
      return begun
    }
    const found = running.get(key)
    const joined = found && Date.now() - found.since < timeout ? found : begin()
    let timer: ReturnType<typeof setTimeout> | undefined
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (running.get(key) === joined) running.delete(key)
        reject(timeoutError())
      }, timeout)
    })
    return Promise.race([joined.call, timedOut]).finally(() => clearTimeout(timer))
  }
}
