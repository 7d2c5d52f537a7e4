import { generateCookie, getCookie } from 'hono/cookie'
import { safeNext } from './next.ts'
import { type Page, redirectTo, type PageRequest } from './page-request.ts'

const cookie = 'menu'
const folded = 'folded'
const year = 365 * 24 * 3600

/** Whether the person folded the side bar away in this browser. */
export const isFolded = ({ c }: PageRequest) => getCookie(c, cookie) === folded

/** Folds the side bar away or brings it back, and returns to the page. */
export const foldMenu: Page = async ({ form, settings }) => {
  const isAway = form.menu === folded
  const response = redirectTo(safeNext(form.next) ?? '/dashboard')
  response.headers.append(
    'set-cookie',
    generateCookie(cookie, isAway ? folded : '', {
      httpOnly: true,
      sameSite: 'Lax',
      secure: settings.secureCookies,
      path: '/',
      maxAge: isAway ? year : 0,
    }),
  )
  return response
}
