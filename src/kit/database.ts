import type { Statement } from './sql.ts'

/** What was used: HTTP round trips to the database, statements in them, milliseconds that they took, and calls of other services. */
export type Use = { roundTrips: number; statements: number; milliseconds: number; calls: number }
export const unused = (): Use => ({ roundTrips: 0, statements: 0, milliseconds: 0, calls: 0 })

/** The database as one request uses it: every call is one HTTP round trip, counted, with a deadline. */
export type Database = {
  used: Use
  /** The first column of each statement's first row, as Postgres wrote it; null where there is no row. */
  batch(statements: Statement[], how?: { readOnly?: boolean; deadline?: number }): Promise<(string | null)[]>
}

let driver: typeof import('./round-trip.ts') | undefined

/** A database whose driver is loaded on the first round trip. `mark` stands in a comment before each statement, for Postgres's log. */
export function lazyDatabase(url: string, endpoint: string | undefined, wait: number, mark = ''): Database {
  let opened: Database | undefined
  const used = unused()
  return {
    used,
    async batch(statements, how) {
      driver ??= await import('./round-trip.ts')
      opened ??= driver.openDatabase(url, endpoint, wait, { used, mark })
      return opened.batch(statements, how)
    },
  }
}
