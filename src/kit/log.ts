import { type DatabaseFault, functionsIn, Refusal } from './errors.ts'

let wholeMessages = false
/** In development and in tests the log has whole messages, with the values and the SQL that they contain. */
export const logWholeMessages = (isWanted: boolean) => void (wholeMessages = isWanted)

/**
 * What is known of a failure: SQLSTATE, constraint, table, column, the routine of Postgres, our functions with their lines,
 * or the stack of an exception. No message or detail, which may contain values.
 */
export function causeOf(error: unknown) {
  const source = (error instanceof Refusal ? (error.cause ?? error) : error) as Partial<DatabaseFault & Error>
  const { code: sqlstate, constraint, table, column, routine, message, detail, where } = source
  const functions = functionsIn(source)
  return {
    error: source.name ?? 'DatabaseError',
    ...(error instanceof Refusal && { code: error.code }),
    ...(/^[\dA-Z]{5}$/.test(sqlstate ?? '') && { sqlstate, constraint, table, column, routine }),
    ...(functions.length && { in: functions }),
    ...(source instanceof Error && { stack: framesOf(source) }),
    ...((wholeMessages || isAboutNames(sqlstate)) && { message }),
    ...(wholeMessages && { detail, where }),
  }
}

/** Postgres names a table, column or function that does not exist, or a type that does not fit: never a value. */
const isAboutNames = (sqlstate = '') => /^42(?:P01|703|883|702|725|804|846|501)$/.test(sqlstate)

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? [])
    .slice(0, 4)

/** One line of JSON about a failure and its cause; `facts` say during what it occurred, and hold no values. */
export const log = (
  event: string,
  requestId: string,
  error: unknown,
  facts: Record<string, string | undefined> = {},
) => console.error(JSON.stringify({ event, request_id: requestId, ...facts, ...causeOf(error) }))

/** Logs something that is no failure but that operators will want to know. */
export const note = (event: string, facts: Record<string, string>) =>
  console.warn(JSON.stringify({ event, ...facts }))
