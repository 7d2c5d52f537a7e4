/** What each address resolved to the last time it was requested. */
const lastResolved = new Map<string, string>()
const maxRemembered = 2000

/**
 * Fetches data that depends on what an address resolves to, such as the files of the task WEB-12, which need its id. If the
 * id can be guessed, both are requested at the same time, and again if the guess was wrong. Permissions are checked as for
 * any request: a guess grants none.
 */
export async function prefetch<P>(
  address: string,
  value: Promise<string>,
  fetchMore: (value: string) => Promise<P>,
): Promise<P> {
  const guess = lastResolved.get(address)
  const early = guess === undefined ? undefined : fetchMore(guess)
  early?.catch(() => undefined)
  const found = await value
  if (lastResolved.size >= maxRemembered) lastResolved.clear()
  lastResolved.set(address, found)
  return early && guess === found ? early : fetchMore(found)
}
