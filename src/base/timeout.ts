/** The result of the work; undefined if it fails or takes longer than `timeout` milliseconds. */
export async function withTimeout<T>(work: () => Promise<T>, timeout: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), timeout)))
  return Promise.race([work().catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
