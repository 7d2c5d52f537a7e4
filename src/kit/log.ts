import { Refusal } from './errors.ts'

/** One line of JSON; never the text of an error, which may contain SQL or values. */
export function log(event: string, requestId: string, error: unknown) {
  const name = error instanceof Refusal ? 'Refusal' : error instanceof Error ? error.name : typeof error
  const where =
    error instanceof Refusal
      ? [error.code, error.place].join(' ').trim()
      : error instanceof Error
        ? error.stack?.split('\n')[1]?.trim()
        : ''
  console.error(JSON.stringify({ event, request_id: requestId, error: name, where }))
}

/** Logs something that is no failure but that operators will want to know. */
export const note = (event: string, facts: Record<string, string>) =>
  console.warn(JSON.stringify({ event, ...facts }))
