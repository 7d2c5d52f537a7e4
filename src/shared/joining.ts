/**
 * Shares one call per key among concurrent requests of the isolate. A call dies with its request, so the others wait
 * for it no longer than `timeout` milliseconds.
 */
export function joining<T>(timeout: number, timeoutError: () => Error) {
  const running = new Map<string, Promise<T>>()
  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const forget = () => {
      if (running.get(key) === call) running.delete(key)
    }
    const call: Promise<T> = running.get(key) ?? work().finally(forget)
    running.set(key, call)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        forget()
        reject(timeoutError())
      }, timeout)
    })
    return Promise.race([call, timedOut]).finally(() => clearTimeout(timer))
  }
}
