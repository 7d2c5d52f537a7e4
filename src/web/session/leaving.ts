import { safeNext, signInAt } from '../kit/next.ts'
import { pathOf } from '../kit/operations.ts'
import { type Page, pageErrorOf, redirectTo } from '../kit/page-request.ts'

export const organization: Page = async ({ api }) => redirectTo(api.mayBeSignedIn() ? '/dashboard' : '/login')

export const logout: Page = async (request) => {
  const reply = await request.api.send('POST', pathOf('logout', {}))
  if (reply.status >= 300) throw pageErrorOf(reply)
  const next = safeNext(request.form.next)
  return redirectTo(next ? signInAt(next) : '/login')
}
