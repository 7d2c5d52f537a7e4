import type { Use } from '../kit/database.ts'

/** What a request used of the database, for the header Server-Timing. */
export const timingOf = ({ roundTrips, statements }: Use) =>
  `db;desc="${roundTrips}", sql;desc="${statements}"`

/** What that header tells; nothing of it is nothing used. */
export function usedIn(header: string | null): Pick<Use, 'roundTrips' | 'statements'> {
  const count = (name: string) => Number(new RegExp(`\\b${name};desc="(\\d+)"`).exec(header ?? '')?.[1] ?? 0)
  return { roundTrips: count('db'), statements: count('sql') }
}
