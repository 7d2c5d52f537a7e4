import { Refusal } from '../../kit/errors.ts'

/** A service outside that the response depends on failed. */
export const upstream = (why: string, retryAfter?: number) =>
  new Refusal(502, 'upstream_error', why, retryAfter)
