import pg from 'pg'
import type { QueryArrayResult } from 'pg'
import { json } from './http.ts'
import type { Answer } from './http.ts'
import { ConnectFailed, TooManyAttempts } from './sql-pool.ts'
import type { Statement } from './sql-request.ts'

export const LIMIT_BYTES = 10_485_760

/** Thrown if the rows of a response are over the limit. */
export class AnswerTooLarge extends Error {
  constructor() {
    super(`response is too large (max is ${LIMIT_BYTES} bytes)`)
  }
}

type Field = pg.FieldDef & { format: string }

/** Returns the JSON form of one statement's result. */
export function resultOf(result: QueryArrayResult, statement: Statement, rawText: boolean): object {
  const fields = result.fields as Field[]
  const rows = rawText ? result.rows : result.rows.map((row) => row.map((v, i) => valueOf(v, fields[i])))
  return {
    rowAsArray: statement.arrayMode,
    fields: fields.map(fieldOf),
    rows: statement.arrayMode ? rows : rows.map((row) => rowObject(row, fields)),
    command: result.command ?? '',
    rowCount: result.rowCount,
  }
}

function fieldOf(field: Field): object {
  return {
    name: field.name,
    dataTypeID: field.dataTypeID,
    tableID: field.tableID,
    columnID: field.columnID,
    dataTypeSize: field.dataTypeSize,
    dataTypeModifier: field.dataTypeModifier,
    format: 'text',
  }
}

function rowObject(row: unknown[], fields: Field[]): object {
  return Object.fromEntries(row.map((value, index) => [fields[index]?.name, value]))
}

const JSON_TYPES = new Set([16, 21, 23, 114, 3802, 199, 1000, 1005, 1007, 1009, 1015, 1016, 3807])
const FLOAT_TYPES = new Set([700, 701])

function valueOf(text: unknown, field: Field | undefined): unknown {
  if (typeof text !== 'string' || !field) return text
  if (FLOAT_TYPES.has(field.dataTypeID)) return Number.isFinite(Number(text)) ? Number(text) : text
  if (!JSON_TYPES.has(field.dataTypeID)) return text
  return (pg.types.getTypeParser as (oid: number, format: 'text') => (text: string) => unknown)(
    field.dataTypeID,
    'text',
  )(text)
}

/** Turns an error into the response that Neon returns for it. */
export function errorAnswer(error: unknown): Answer {
  if (error instanceof AnswerTooLarge) return json(507, errorBody(error))
  if (error instanceof TooManyAttempts) return json(500, { ...errorBody(error), 'neon:retryable': true })
  if (error instanceof ConnectFailed) {
    const cause = error.cause
    if (!(cause instanceof pg.DatabaseError)) {
      return json(500, errorBody(new Error(`couldn't connect to compute node: ${reasonOf(cause)}`)))
    }
    return json(isOwnFault(cause.code) ? 400 : 500, errorBody(cause))
  }
  return json(400, errorBody(error))
}

function isOwnFault(code = ''): boolean {
  return code.startsWith('28') || code === '3D000' || code === '42501'
}

function reasonOf(cause: unknown): string {
  const error = cause as NodeJS.ErrnoException
  return error.code ?? error.message
}

function errorBody(error: unknown): object {
  const source = (error instanceof pg.DatabaseError ? error : {}) as Partial<pg.DatabaseError>
  return {
    message: error instanceof Error ? error.message : String(error),
    code: source.code ?? '',
    detail: source.detail ?? null,
    hint: source.hint ?? null,
    position: source.position ?? null,
    internalPosition: source.internalPosition ?? null,
    internalQuery: source.internalQuery ?? null,
    severity: source.severity ?? '',
    where: source.where ?? null,
    table: source.table ?? null,
    column: source.column ?? null,
    schema: source.schema ?? null,
    dataType: source.dataType ?? null,
    constraint: source.constraint ?? null,
    file: source.file ?? null,
    line: source.line ?? null,
    routine: source.routine ?? null,
  }
}
