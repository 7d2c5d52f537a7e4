/** How often something went wrong in this isolate since its last report, by name. */
let tallies = new Map<string, number>()

export const tally = (name: string) => void tallies.set(name, (tallies.get(name) ?? 0) + 1)

/** What there is to report, of which nothing is left then; null is nothing. */
export function takeTallies(): Record<string, number> | null {
  if (!tallies.size) return null
  const taken = Object.fromEntries(tallies)
  tallies = new Map()
  return taken
}
