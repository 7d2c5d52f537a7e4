import type { Statement } from './sql.ts'

/** The database as one request uses it: every call is one HTTP trip, counted, with a deadline. */
export type Database = {
  trips: number
  /** The first column of each statement's first row, as Postgres wrote it; null where there is no row. */
  batch(statements: Statement[], how?: { readOnly?: boolean; deadline?: number }): Promise<(string | null)[]>
}

/** A database whose driver is loaded at the first trip, so that what needs none starts at once. */
export function lazyDatabase(url: string, endpoint: string | undefined, deadline: number): Database {
  let opened: Database | undefined
  return {
    get trips() {
      return opened?.trips ?? 0
    },
    async batch(statements, how) {
      const { openDatabase } = await import('./trip.ts')
      opened ??= openDatabase(url, endpoint, deadline)
      return opened.batch(statements, how)
    },
  }
}
