import type { Env } from '../base/config.ts'

declare module '../base/config.ts' {
  interface Env {
    /** The letter of this deployment's database among several, which tokens carry; `a` unless set. */
    CELL?: string
    /** The region in which the data of new organizations live, such as `eu`; none unless set. */
    HOME_REGION?: string
  }
}

/** Where a deployment is: the letter of its cell, and the region of the organizations that are created here. */
export const placeOf = ({ CELL, HOME_REGION }: Env) => ({ cell: CELL || 'a', home: HOME_REGION || null })

/** What is wrong with these settings, or null. */
export function placeProblem(env: Env): string | null {
  const { cell, home } = placeOf(env)
  if (!/^[a-z]$/.test(cell)) return 'CELL must be one letter from a to z'
  if (home !== null && !/^[a-z][a-z0-9-]{0,15}$/.test(home))
    return 'HOME_REGION must be a lower-case name of at most 16 characters, such as eu'
  return null
}
