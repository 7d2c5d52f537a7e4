import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  type ExtraConfigColumn,
  type PgColumnBuilderBase,
  pgTable,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core'
import { policiesOf, type Scope } from './scopes.ts'

/** A table's facts, which the migration writes to `app.entities`; the only list of tables and columns. */
export type Facts<T = Record<string, AnyPgColumn>> = {
  /** The kind under which events, links, search and tools know a row, if they do. */
  kind?: string
  /** What people call the kind, if not that. */
  noun?: string
  /** How tools find a row by what people call it. */
  called?: (table: T) => Called
  /** How else a person names a row to a tool: what `app.find_by_name` understands of it, such as that it "has the key". */
  said?: string
  /** Who sees a row; null if the table declares its own policies, or callers cannot reach it. */
  scope: Scope<never> | null
  /** Whether changes are audited. Rows of an append-only table are never changed or deleted. */
  history: 'audited' | 'append_only' | 'none'
  /** The column that labels a row in the audit trail, if any. */
  label?: Extract<keyof T, string>
  /** Derived or bookkeeping columns: changing only these makes no version and no audit entry. */
  derived?: Extract<keyof T, string>[]
  /** The derived columns that answers show as content: changing them moves `updated_at` all the same. */
  counted?: Extract<keyof T, string>[]
  /** The block of what is sensitive that its operations belong to; a test compares it with the catalogue. */
  block?: 'fin' | 'pay' | 'hr' | 'sup' | 'org'
  /** Belongs to one person, always or while this holds: the audit trail records that it changed, never values. */
  private?: true | ((table: T) => SQL)
  /** The message when a unique, exclusion or check constraint of the table rejects a write. */
  conflicts?: Record<string, string>
  /** Days a row stays in the trash, and the erase function if a DELETE is not enough. */
  trash?: { days: number; erase?: string }
  /** The service role's direct access, if restricted: read only, or only through functions. */
  access?: 'read' | 'functions'
  /** Rows outlive their organization: erasing it skips them, as they have their own cleanup. */
  outlives?: true
  /** How a row is found, opened and linked to. */
  item?: (table: T) => Item
  /** The page that shows a row, as a path; `home` is its project, if any. */
  page?: (table: T) => SQL
  /** What can be about a row, naming it by kind and id. */
  takes?: readonly Reference[]
  /** Files can be attached to a row by whoever can open it. */
  files?: (table: T) => FilesOf
}

/** What people call a row. */
export type Called = {
  /** Compared without case; the beginning of three letters or more is enough where it `begins`. */
  name?: AnyPgColumn
  begins?: true
  /** Compared as they are, with or without a #: its number, code or address. */
  numbers?: AnyPgColumn[]
  /** What else stands for it, folded as names are, such as `me` for one's own record; null where it does not. */
  words?: SQL[]
  /** What tells several of the same name apart, if not the project. */
  label?: SQL
  /** Narrowed to the project at hand. */
  project?: AnyPgColumn
  /** There are few: a name that none has is answered with all there are. */
  few?: true
  /** From which role level it may be named, if not that from which it is found. */
  leastLevel?: number
  /** Narrowed by another argument of the call, if given: of which kind that is, and what holds then of the row. */
  within?: Record<string, [kind: string, holds: (ids: SQL) => SQL]>
}

/** Links of notes and reminders, recently opened items, notifications, automations, and clocks of service levels. */
type Reference = 'links' | 'visits' | 'notifications' | 'automations' | 'clocks'

/**
 * Whose files a row has, from which role level its files are open, to whom of those who see the row, if not to all, and why
 * they cannot change at present, or null.
 */
type FilesOf = { owner: AnyPgColumn; leastLevel?: SQL; openTo?: SQL; state?: SQL }

/** A row as search, links and recent items see it. Columns are the table's; `home` is its project, if any. */
export type Item = {
  id?: AnyPgColumn
  project?: AnyPgColumn
  title: AnyPgColumn | SQL
  key?: AnyPgColumn | SQL
  body?: AnyPgColumn | SQL
  /** Only this person may find it. */
  person?: AnyPgColumn
  leastLevel?: SQL
  /** Keys of one project may open it; other kinds belong to the organization, even if they name a project. */
  projectKeys?: true
  /** Its subject: whoever can find that can find it. */
  subject?: { kind: SQL; id: SQL }
  /** The kind of the subject that search shows in its place. */
  foundAs?: string
  archived?: AnyPgColumn
  /** A further table, and a condition. */
  join?: SQL
  where?: SQL
  /** The columns that the indexed content depends on. */
  follows: string[]
}

const registry = new Map<PgTable, Facts>()
/** Every table with its facts. */
export const entities: ReadonlyMap<PgTable, Facts> = registry

export const factsOf = (table: object): Facts => registry.get(table as PgTable)!

/** The kinds of objects that can have something, in alphabetical order. All tables must have been loaded: see kinds.ts. */
export const kindsTaking = (what: Reference | 'files'): string[] =>
  [...registry.values()]
    .filter((facts) => {
      if (what === 'files') return facts.files
      return facts.takes?.includes(what)
    })
    .map(({ kind }) => kind!)
    .toSorted()

/**
 * Whether endpoints outside may be told of changes: of what is audited and has a kind, unless it belongs to one person. What
 * is private although everybody's, such as an employee, is sensitive.
 */
export const isAnnounced = ({ kind, history, scope, private: own, block }: Facts) =>
  Boolean(kind) &&
  history === 'audited' &&
  !['person', 'recipient'].includes(scope?.name ?? '') &&
  (own !== true || block !== undefined)

/** Their kinds, and whether endpoints need an owner's permission for each. */
export const announcedKinds = (): {
  kind: string
  block: string | null
  isSensitive: boolean
  hasTrash: boolean
}[] =>
  [...registry]
    .flatMap(([table, facts]) =>
      isAnnounced(facts)
        ? {
            kind: facts.kind!,
            block: facts.block ?? null,
            isSensitive: facts.block !== undefined && facts.block !== 'org',
            hasTrash: 'deleted_at' in getTableColumns(table),
          }
        : [],
    )
    .toSorted((a, b) => a.kind.localeCompare(b.kind))

/** How people name the objects of each kind that tools find by a name: "project has the key or name". */
export const saidKinds = (): Record<string, string> =>
  Object.fromEntries(
    [...registry.values()].flatMap(({ kind, noun, called, said = called && 'is called' }) =>
      said ? [[kind!, `${noun ?? kind!.replaceAll('_', ' ')} ${said}`]] : [],
    ),
  )

/** The kinds of objects that search finds. */
export const foundKinds = (): string[] =>
  [...registry]
    .filter(([table, { item }]) => item && !item(getTableColumns(table) as never).foundAs)
    .map(([, { kind }]) => kind!)
    .toSorted()

/** True where a column names a kind that takes this; for checks, which are read once all tables have been loaded. */
export const isKindTaking = (what: Reference | 'files', column: AnyPgColumn) =>
  sql`${column} in (${sql.raw(
    kindsTaking(what)
      .map((kind) => `'${kind}'`)
      .join(', '),
  )})`

/** A table as queries see it: its columns by name. Their types are left out, as rows are typed by schemas, not by tables. */
export type Table<C> = PgTable & { readonly enableRLS: unknown } & Columns<C>
type Columns<C> = { readonly [K in keyof C]: AnyPgColumn }

/** A table with its facts, and its scope's row-level security. */
export function entity<C extends Record<string, PgColumnBuilderBase>>(
  name: string,
  facts: Omit<Facts<Columns<C>>, 'scope'> & { scope: Scope<never> | null },
  columns: C,
  extra: (table: { readonly [K in keyof C]: ExtraConfigColumn }) => PgTableExtraConfigValue[] = () => [],
): Table<C> {
  const { scope } = facts
  const table = pgTable(name, columns, (t) => [
    ...extra(t as never),
    ...(scope ? policiesOf(scope, t as never) : []),
  ])
  registry.set(table, facts as Facts)
  return table
}
