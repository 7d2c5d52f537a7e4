import type { Context } from '../kit/http.ts'
import { perAddress, refuseOver } from '../shared/limiter.ts'
import type { Endpoint } from './endpoint.ts'
import type { Operation } from '../kit/operation.ts'
import { speakingOAuth } from './oauth/errors.ts'
import { refuseImpersonation } from './session/cookies.ts'

const publicPerMinute = 60

/** Answers an endpoint, unless its client asked too often. */
export function answerEndpoint(c: Context, { id, perMinute, errorFormat, handle }: Endpoint) {
  const answer = async () => {
    if (perMinute) await refuseOver(c, [perAddress(c, id, perMinute)])
    return handle(c)
  }
  return errorFormat === 'oauth' ? speakingOAuth(answer)(c) : answer()
}

/** An operation that is open to everybody is limited too, and written by nobody who impersonates. */
export async function admitStranger(c: Context, { id, write, perMinute = publicPerMinute }: Operation) {
  if (write) refuseImpersonation(c)
  await refuseOver(c, [perAddress(c, id, perMinute)])
}
