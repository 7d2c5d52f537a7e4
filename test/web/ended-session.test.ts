import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { pages } from '../../src/web/pages.ts'
import { origin, newcomer, open, submit } from './browse.ts'

/** Forms that need no session, of people who are not signed in, of customers and of operators, who sign in otherwise or not at all. */
const openToAll =
  /^\/(?:login|signup|logout|forgot|reset|verify|unsubscribe|oauth|portal|platform|confirm-address|undo-address|ticket-rating|invoice|kiosk\/|meet\/|clock-offline|shares\/|dev|connect|menu|invitations\/:token$)/
/** Parts of paths that are not ids. */
const actions: Record<string, string> = {
  '/account/second-factor/:action': 'passkey',
  '/invitations/:token/:action': 'accept',
}
const forms = Object.keys(pages)
  .filter((at) => at.startsWith('POST '))
  .map((at) => at.slice(5))
  .filter((path) => !openToAll.test(path))
const filled = (path: string) =>
  path.replace(/:action$/, actions[path] ?? 'delete').replaceAll(/:\w+/g, () => uuidv7())
const fieldsOf = (path: string) => ({
  id: uuidv7(),
  org: uuidv7(),
  action: path.startsWith('/contracts') ? 'send' : 'start',
})

describe('a form sent after the session ended leads to the sign-in page, and from there to a page', () => {
  test.each(forms)('%s', async (form) => {
    const reply = await submit(filled(form), fieldsOf(form))
    const next = new URL(reply.headers.get('location') ?? '', origin).searchParams.get('next') ?? 'none'
    expect([reply.status, next]).toEqual([303, expect.stringMatching(/^\//)])
    const { headers } = await person
    expect((await open(next, headers)).text).not.toContain('No such page')
  })
  const person = newcomer()

  test('that had the form', async () => {
    const referer = `${origin}/organizations/x/tickets/7?page=2`
    const reply = await submit('/organizations/x/tickets/7/reply', {}, { referer })
    expect(reply.headers.get('location')).toBe(
      `/login?next=${encodeURIComponent('/organizations/x/tickets/7?page=2')}`,
    )
  })
  test.each(['https://elsewhere.test/tasks', `${origin}//elsewhere.test`, 'nonsense'])(
    'of the service, not %s',
    async (referer) => {
      const reply = await submit('/tasks/x/comments', {}, { referer })
      expect(reply.headers.get('location')).toBe(`/login?next=${encodeURIComponent('/tasks/x')}`)
    },
  )
})
