import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { factsOf } from '../../db/schema/entity.ts'
import {
  change as changeOf,
  idOut,
  moment,
  pageOf,
  paging,
  type Schema,
  sorting,
  sortOf,
  version,
} from './fields.ts'
import { type AnyOperation, type Input, read, write } from './operation.ts'
import {
  all,
  type AnyTable,
  ensureFields,
  type Expression,
  insert,
  one,
  page,
  type Ref,
  rejectStale,
  type Shape,
  shape,
  type Statement,
  update,
} from './sql.ts'
import { type Reference, referencesIn, type Target, targetOf } from './targets.ts'

type Fields = Record<string, Schema>
type Out<S> = S extends { _output: infer T } ? T : never
type DraftOf<F extends Fields, R> = { [K in Extract<keyof F, R>]: Out<F[K]> } & {
  [K in Exclude<keyof F, R>]?: Out<F[K]>
}
type ChangeOf<F extends Fields> = { [K in keyof F]?: Out<F[K]> } & { version?: number | undefined }
/** Fields of an answer: a column's schema, or a schema and the expression it is computed from. */
type Shown = Record<string, Schema | [schema: Schema, from: Expression]>

/** Describes a table as a resource: its paths, the fields that are sent, and those that are only shown. */
type Spec<At extends string, Item extends string, F extends Fields, R extends string, D, U> = {
  /** Its name for people, as in `tag not found`. */
  noun: string
  /** The name of its schemas in the contract: `Tag`, `TagDraft`, `TagChange`. */
  name: string
  /** The paths of the collection, whose parameters are columns of the table, and of one of its objects. */
  at: At
  item: Item
  /** The fields that a caller sends: columns of the table, shown as they are sent unless `shown` overrides them. */
  fields: F
  /** The fields that creating needs. */
  required: readonly R[]
  /** The bodies for creating and changing, if they have more than the fields or are validated as a whole. */
  draft?: Schema<D>
  change?: Schema<U>
  /** What tools show of one in a list: see src/mcp/rows.ts. */
  row?: string
  /** Additional fields of all answers, and of those about a single object. */
  shown?: Shown
  detail?: Shown
  /** What its fields name in a body, which is required before each write. */
  refers?: Record<string, Reference>
  /** The 403s for what the caller may not send, which come first. */
  permits?: (body: Record<string, unknown>) => SQL[]
  /** How a path finds one, if that does not follow from the facts of the table. */
  target?: Target
}

type Common = Pick<
  AnyOperation,
  'role' | 'or' | 'only' | 'not' | 'tool' | 'partOf' | 'asks' | 'details' | 'allowsProjectKeys' | 'maxBytes'
>
/** Query parameters of a list, and the condition that each sets. */
export type Filter = Record<string, [schema: Schema, where: (value: never, all: Values) => SQL | undefined]>
type Listing = Common & {
  filter?: Filter
  /** What must hold between its parameters. */
  check?: (query: z.ZodObject) => z.ZodObject
  /** What lists can be sorted by, and the default. */
  sorts?: Record<string, Expression>
  sort: string
  notesRead?: Statement
  /** Computes the rows once for items and total: for conditions that are expensive to plan or to check. */
  materialize?: true
}
type Values = Record<string, never> & { limit: number; offset: number; sort?: never }
type Creating = Common & { example: object }
type Locks<B> = (row: SQL, body: B) => Statement | Statement[]
type Run<At extends string, B> = (input: Input<At, undefined, Schema<B>>) => Statement | Statement[]

/** The table as resources need it. */
type Rows = AnyTable & { org_id: AnyPgColumn; id: AnyPgColumn }

/**
 * The standard operations of a table as plain operation values. What one needs beyond its options is its own `run`;
 * what needs more than that is a plain `write({…})` next to it.
 */
export const resource = <
  const At extends string,
  const Item extends string,
  F extends Fields,
  const R extends Extract<keyof F, string>,
  D = DraftOf<F, R>,
  U = ChangeOf<F>,
>(
  table: Rows,
  spec: Spec<At, Item, F, R, D, U>,
) => new Resource<At, Item, D, U>(table, spec)

type AnySpec = Spec<string, string, Fields, string, unknown, unknown>

class Resource<At extends string, Item extends string, D, U> {
  readonly target: Target
  readonly Shown: z.ZodObject
  readonly Detail: z.ZodObject
  readonly Draft: Schema<D>
  readonly Change: Schema<U>
  /** Rows of the organization that the caller may see and that are not in the trash. */
  readonly visible: SQL
  /** A row as lists show it. */
  readonly summary: Shape
  readonly #table: Rows
  readonly #spec: AnySpec
  readonly #columns: Record<string, AnyPgColumn>
  readonly #kind: string
  readonly #inScope: SQL
  readonly #answer: Shape

  constructor(table: Rows, spec: AnySpec) {
    const { noun, name, fields, required, draft, change, row, shown = {}, detail } = spec
    this.#table = table
    this.#spec = spec
    this.#columns = getTableColumns(table as unknown as PgTable)
    this.#kind = factsOf(table).kind ?? noun
    this.#inScope = factsOf(table).scope!.condition(table as never)
    this.target = spec.target ?? targetOf(table, { noun })
    this.visible = all(this.#inScope, this.target.notDeleted)
    const Shown = z
      .object(answerShape(this.#columns, { ...fields, ...schemasOf(shown) }))
      .meta({ id: name, 'x-row': row })
    this.Shown = Shown
    this.Detail = detail ? Shown.extend(schemasOf(detail)).meta({ id: `${name}Detail` }) : Shown
    this.summary = shape(Shown, table, computedOf(shown) as never)
    this.#answer = shape(this.Detail, table, computedOf({ ...shown, ...detail }) as never)
    const optional = Object.keys(fields).filter((field) => !required.includes(field))
    const partial = Object.fromEntries(optional.map((field) => [field, true])) as never
    const Draft = z
      .strictObject(fields)
      .partial(partial)
      .meta({ id: `${name}Draft` })
    this.Draft = (draft ?? Draft) as Schema<D>
    this.Change = (change ??
      changeOf(fields as never as z.ZodRawShape).meta({ id: `${name}Change` })) as Schema<U>
  }

  /** The row of an id, whatever its state, as a condition. */
  row(id: Ref): SQL {
    return all(this.#inScope, sql`${this.#table.id} = ${id}`)
  }

  /** The complete answer for an id; no row if it is not live. */
  get(id: Ref): Statement {
    return one(this.#answer, all(this.visible, sql`${this.#table.id} = ${id}`))
  }

  /** Updates a row, unless one of these columns was changed since the expected version; then runs `next` and answers. */
  apply(id: Ref, expectedVersion: number | undefined, changed: object, ...next: SQL[]): Statement[] {
    const stale = rejectStale(getTableName(this.#table as unknown as PgTable), id, expectedVersion, changed)
    return [...stale, update(this.#table, changed as never, this.row(id)), ...next, this.get(id)]
  }

  list(
    id: string,
    summary: string,
    { filter = {}, check = (query) => query, sorts = {}, sort, materialize, ...rest }: Listing,
  ): AnyOperation {
    const keys = Object.keys(sorts)
    const filterParams = Object.entries(filter).map(([field, [schema]]) => [field, optional(schema)])
    const order = keys.length ? { sort: sorting(keys, sort) } : {}
    return read({
      id,
      summary,
      at: `GET ${this.#spec.at}`,
      ...rest,
      query: check(
        z.strictObject({ ...(Object.fromEntries(filterParams) as z.ZodRawShape), ...paging, ...order }),
      ),
      returns: pageOf(this.Shown),
      run: ({ params, query }) => {
        const values = query as unknown as Values
        const conditions = Object.entries(filter).map(([field, [, where]]) =>
          values[field] === undefined ? undefined : where(values[field], values),
        )
        return page({ ...values, sort: values.sort ?? sort.split(',').map(sortOf) }, this.summary, {
          where: all(this.visible, ...this.#ofPath(params), ...conditions),
          sorts: { ...this.#columns, ...sorts },
          ...(materialize && { materialize }),
        })
      },
    })
  }

  create(
    id: string,
    summary: string,
    { run, example, ...rest }: Creating & { run?: Run<`POST ${At}`, D> },
  ): AnyOperation {
    return write({
      id,
      summary,
      at: `POST ${this.#spec.at as At}`,
      ...rest,
      audit: `${this.#kind}.created`,
      body: this.Draft,
      returns: this.Detail,
      status: 201,
      refuses: [409],
      example: { body: example },
      run: this.#checked(
        run ??
          (({ params, body, id: next }) => {
            const created = next()
            const fromPath = Object.fromEntries(
              namesIn(this.#spec.at).map((name) => [name, at(params, name)]),
            )
            return [insert(this.#table, { id: created, ...fromPath, ...body }), this.get(created)]
          }),
      ),
    })
  }

  find(id: string, summary: string, rest: Common): AnyOperation {
    const run = ({ params }: { params: object }) => this.get(this.#named(params))
    return read({ id, summary, at: `GET ${this.#spec.item}`, ...rest, returns: this.Detail, run })
  }

  change(
    id: string,
    summary: string,
    { run, example, ...rest }: Creating & { run?: Run<`PATCH ${Item}`, U>; locks?: Locks<U> },
  ): AnyOperation {
    return write({
      id,
      summary,
      at: `PATCH ${this.#spec.item as Item}`,
      ...rest,
      audit: `${this.#kind}.updated`,
      body: this.Change,
      returns: this.Detail,
      refuses: [409],
      example: { body: example },
      run: this.#checked(
        run ??
          (({ params, body }) => {
            const { version: expectedVersion, ...changed } = body as { version?: number }
            return this.apply(this.#named(params), expectedVersion, changed)
          }),
      ),
    })
  }

  /** Moves to the trash if the table has one, else deletes for good. */
  remove(
    id: string,
    summary: string,
    { run, ...rest }: Common & { run?: Run<`DELETE ${Item}`, undefined>; locks?: (row: SQL) => Statement },
  ): AnyOperation {
    const drop = ({ params }: { params: object }) => {
      const row = this.row(this.#named(params))
      return this.#columns.deleted_at
        ? sql`update ${this.#table} set deleted_at = now() where ${row}`
        : sql`delete from ${this.#table} where ${row}`
    }
    return write({
      id,
      summary,
      at: `DELETE ${this.#spec.item as Item}`,
      ...rest,
      audit: `${this.#kind}.deleted`,
      status: 204,
      example: {},
      run: run ?? drop,
    })
  }

  /** The statements that require what a body names; `run` of a create or change is preceded by them. */
  references(body: object): SQL[] {
    const { permits, refers = {} } = this.#spec
    return [...(permits?.({ ...body }) ?? []), ...ensureFields(referencesIn(refers, body))]
  }

  #checked<I extends { body: unknown }>(run: (input: I) => Statement | Statement[]) {
    return (input: I) => [...this.references(input.body as object), ...[run(input)].flat()]
  }

  #named(params: object): Ref {
    return at(params, namesIn(this.#spec.item).at(-1)!)
  }

  #ofPath(params: object): SQL[] {
    return namesIn(this.#spec.at).map((name) => sql`${this.#columns[name]} = ${at(params, name)}`)
  }
}

const at = (params: object, name: string) => (params as Record<string, Ref>)[name]!

/** The schema of an answer: id, the given fields, and the table's version and timestamps. */
function answerShape(columns: Record<string, AnyPgColumn>, fields: Fields): z.ZodRawShape {
  const standardFields = {
    version: version(),
    created_at: moment().describe('When it was created'),
    updated_at: moment().describe('When it was last changed'),
  }
  const tail = Object.entries(standardFields).filter(([field]) => field in columns)
  return { id: idOut().describe('Identifies it'), ...fields, ...Object.fromEntries(tail) }
}

const schemasOf = (shown: Shown): Fields =>
  Object.fromEntries(
    Object.entries(shown).map(([field, from]) => [field, Array.isArray(from) ? from[0] : from]),
  )
const computedOf = (shown: Shown) =>
  Object.fromEntries(
    Object.entries(shown).flatMap(([field, from]) => (Array.isArray(from) ? [[field, from[1]]] : [])),
  )
/** Makes a query parameter optional, unless it has a default. */
const optional = (schema: Schema) =>
  schema.safeParse(undefined).success ? schema : (schema as z.ZodType).optional()
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
