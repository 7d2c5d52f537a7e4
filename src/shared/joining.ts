/**
 * Joins the call that this isolate already makes for a key. A call dies with its request, so nobody waits for
 * another's longer than so many milliseconds.
 */
export function joining<T>(patience: number, tooLate: () => Error) {
  const running = new Map<string, Promise<T>>()
  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const forget = () => {
      if (running.get(key) === going) running.delete(key)
    }
    const going: Promise<T> = running.get(key) ?? work().finally(forget)
    running.set(key, going)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        forget()
        refuse(tooLate())
      }, patience)
    })
    return Promise.race([going, late]).finally(() => clearTimeout(timer))
  }
}
