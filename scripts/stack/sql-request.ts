import type { IncomingHttpHeaders } from 'node:http'

export type Account = { user: string; password: string; database: string }

export type Statement = { query: string; params: (string | null)[]; arrayMode: boolean }

export type Work = { statements: Statement[]; batch: boolean }

export type Modes = {
  rawText: boolean
  arrayMode: boolean
  isolation: string | null
  readOnly: boolean
  deferrable: boolean
}

/** A request that is invalid before it reaches Postgres; answered with HTTP 400. */
export class BadRequest extends Error {}

const ISOLATION: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
}

/** Reads the account from the Neon-Connection-String header; throws BadRequest if it is incomplete. */
export function readAccount(headers: IncomingHttpHeaders): Account {
  const text = headers['neon-connection-string']
  if (typeof text !== 'string') throw new BadRequest('invalid header: Neon-Connection-String')
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw new BadRequest('invalid connection string')
  const account = {
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
  }
  for (const [name, value] of Object.entries(account)) {
    if (!value) throw new BadRequest(`invalid connection string: missing ${name}`)
  }
  return account
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new BadRequest('invalid connection string')
  }
}

/** Reads the Neon-* mode headers; only the exact text `true` switches one on. */
export function readModes(headers: IncomingHttpHeaders): Modes {
  const isOn = (name: string) => headers[name] === 'true'
  const level = headers['neon-batch-isolation-level']
  const isolation = typeof level === 'string' ? ISOLATION[level] : null
  if (isolation === undefined) throw new BadRequest('invalid isolation level')
  return {
    rawText: isOn('neon-raw-text-output'),
    arrayMode: isOn('neon-array-mode'),
    isolation,
    readOnly: isOn('neon-batch-read-only'),
    deferrable: isOn('neon-batch-deferrable'),
  }
}

/** Returns the statement that opens a batch's transaction. */
export function beginText(modes: Modes): string {
  const words = ['BEGIN']
  if (modes.isolation) words.push('ISOLATION LEVEL', modes.isolation)
  if (modes.readOnly) words.push('READ ONLY')
  if (modes.deferrable) words.push('DEFERRABLE')
  return words.join(' ')
}

/** Reads the body, one statement or a batch; throws BadRequest if it is neither. */
export function readWork(body: string, arrayMode: boolean): Work {
  const value = parse(body)
  if (typeof value.query === 'string') {
    return { statements: [statementOf(value, arrayMode)], batch: false }
  }
  if (!Array.isArray(value.queries)) throw unreadable('neither query nor queries')
  return { statements: value.queries.map((item) => statementOf(item, arrayMode)), batch: true }
}

function parse(body: string): { query?: unknown; queries?: unknown } {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : 'not JSON')
  }
  if (typeof value !== 'object' || value === null) throw unreadable('not an object')
  return value
}

function unreadable(why: string): BadRequest {
  return new BadRequest(`could not parse the HTTP request body: ${why}`)
}

function statementOf(item: unknown, arrayMode: boolean): Statement {
  const { query, params = [], arrayMode: own } = (item ?? {}) as Record<string, unknown>
  if (typeof query !== 'string') throw unreadable('a query is not a string')
  if (!Array.isArray(params)) throw unreadable('params is not an array')
  return { query, params: params.map(paramText), arrayMode: typeof own === 'boolean' ? own : arrayMode }
}

function paramText(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string') return value
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value)
}

function arrayText(values: unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return arrayText(value)
  if (typeof value === 'object') return JSON.stringify(JSON.stringify(value))
  return JSON.stringify(value)
}
