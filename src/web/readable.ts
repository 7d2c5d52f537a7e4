import { Refusal } from '../kit/errors.ts'
import type { Context } from '../kit/http.ts'
import { sentence, Trouble, troubleOf } from './visit.ts'

/** Answers with a page that explains an error. */
export type Explain = (c: Context, trouble: Trouble) => Promise<Response>

export const noSuchPage = () =>
  new Trouble(404, 'No such page', 'The address may be mistyped, or what was here is gone.')

/** Whether a browser asks for a page: it names HTML, and no JSON before it. */
export function prefersPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  const [page, json] = [accept.indexOf('text/html'), accept.indexOf('application/json')]
  return page >= 0 && (json < 0 || page < json)
}

/** The answer of an endpoint that people open by a link; what it refuses is a page for them. */
export async function readable(c: Context, answering: () => Promise<Response>, explain: Explain) {
  if (c.req.method !== 'GET' || !prefersPage(c)) return answering()
  try {
    const response = await answering()
    const isJson = response.headers.get('content-type')?.includes('json')
    if (response.status < 400 || !isJson) return response
    const page = await explain(c, troubleWith(c, response.status, await response.json()))
    const wait = response.headers.get('retry-after')
    if (wait) page.headers.set('retry-after', wait)
    return page
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return explain(c, troubleWith(c, error.status, { error: { message: error.message } }))
  }
}

type Told = { error?: unknown; error_description?: string }

function troubleWith(c: Context, status: number, body: Told): Trouble {
  const headers = new Headers()
  if (body.error_description === undefined) return troubleOf({ status, body, headers })
  const said = sentence(body.error_description)
  if (status === 429 || status >= 500)
    return troubleOf({ status, body: { error: { message: said } }, headers })
  return c.req.path.endsWith('/authorize')
    ? new Trouble(status, 'This application cannot be connected', `${said} ${whoCanHelp}`)
    : new Trouble(status, 'Something went wrong', said)
}

const whoCanHelp =
  'The application asked in a way that is not allowed here, so nothing was shared with it. Go back to it and try ' +
  'again; if it stays so, tell whoever makes it.'
