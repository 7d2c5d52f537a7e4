/** What loads a module on first use, and gives it without asking the runtime again later. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined
  return async () => (loaded ??= await load())
}
