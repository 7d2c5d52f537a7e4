import { Refusal } from '../../kit/errors.ts'

/** Somebody outside whom the answer needs did not give what it takes. */
export const upstream = (why: string, retryAfter?: number) =>
  new Refusal(502, 'upstream_error', why, retryAfter)
