import type { Context } from '../kit/http.ts'
import { perAddress, refuseOver } from '../platform/limiter.ts'
import type { Endpoint } from './endpoint.ts'
import type { Operation } from '../kit/operation.ts'
import { withOAuthErrors } from './oauth/errors.ts'
import { refuseImpersonation } from './session/cookies.ts'

const publicPerMinute = 60

/** Runs an endpoint, unless its client has sent too many requests. */
export function answerEndpoint(c: Context, { id, perMinute, errorFormat, handle }: Endpoint) {
  c.set('operation', id)
  const answer = async () => {
    if (perMinute) await refuseOver(c, [perAddress(c, id, perMinute)])
    return handle(c)
  }
  return errorFormat === 'oauth' ? withOAuthErrors(answer)(c) : answer()
}

/** Public operations are rate-limited too, and refuse writes while impersonating. */
export async function admitPublicRequest(c: Context, { id, write, perMinute = publicPerMinute }: Operation) {
  if (write) refuseImpersonation(c)
  await refuseOver(c, [perAddress(c, id, perMinute)])
}
