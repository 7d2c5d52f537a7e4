import type { Statement } from './sql.ts'

/** The database as one request uses it: every call is one HTTP trip, counted, with a deadline. */
export type Database = {
  trips: number
  /** The first column of each statement's first row, as Postgres wrote it; null where there is no row. */
  batch(statements: Statement[], how?: { readOnly?: boolean; deadline?: number }): Promise<(string | null)[]>
}

let driver: typeof import('./trip.ts') | undefined

/** A database whose driver is loaded on the first trip, so that requests without one start at once. */
export function lazyDatabase(url: string, endpoint: string | undefined, deadline: number): Database {
  let opened: Database | undefined
  let others = 0
  return {
    get trips() {
      return others + (opened?.trips ?? 0)
    },
    /** A page adds the trips of the operations that it called. */
    set trips(counted) {
      others = counted - (opened?.trips ?? 0)
    },
    async batch(statements, how) {
      driver ??= await import('./trip.ts')
      opened ??= driver.openDatabase(url, endpoint, deadline)
      return opened.batch(statements, how)
    },
  }
}
