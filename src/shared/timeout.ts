/** What the work gives within so many milliseconds; nothing where it fails or takes longer. */
export async function withTimeout<T>(work: () => Promise<T>, patience: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), patience)))
  return Promise.race([work().catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
