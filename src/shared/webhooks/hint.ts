/** What may be told of an address: its origin, and the last four signs of a longer rest. */
export function hintOf(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const rest = pathname + search
  return rest.length < 9 ? origin : `${origin}/…${rest.slice(-4)}`
}
