import { calling } from '../kit/forms.tsx'
import { Redirect, redirectTo } from '../kit/page-request.ts'
import { codeOf } from './portal.tsx'
import { portalDoor } from './portal-page.tsx'
import { sessionCookie } from './portal-session.ts'

const ended = '/portal?link=ended'

/**
 * The target of a sign-in link. Mail scanners open links too, so only the button uses it up. The second of two clicks fails,
 * but the first has opened the session.
 */
export default portalDoor({
  at: '/portal/open',
  parts: async ({ request: { query, form } }) => {
    const token = query.token ?? form.token
    if (!token) throw new Redirect(ended)
    return token
  },
  title: 'Welcome',
  lead: 'This link opens your customer portal in this browser. It works once.',
  centered: 'slim',
  forms: {
    '': calling('openPortalSession', {
      verb: 'Open the portal',
      also: ({ token = '' }) => ({ token }),
      onward: (body) =>
        codeOf(body) === 'too_many_requests' ? undefined : Promise.resolve(redirectTo(ended)),
      to: async ({ request }, { token }) => {
        const response = redirectTo('/portal')
        response.headers.append('set-cookie', sessionCookie(request, token))
        return response
      },
    }),
  },
  Content: ({ form, parts: token }) => <>{form('', { hidden: { token }, primary: true })}</>,
})
