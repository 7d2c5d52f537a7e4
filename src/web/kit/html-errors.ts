import { Refusal } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { say } from './say.ts'
import { sentence, PageError, pageErrorOf } from './page-request.ts'

/** Responds with a page that explains an error. */
export type Explain = (c: Context, error: PageError) => Promise<Response>

export const noSuchPage = () =>
  new PageError(404, say('No such page'), say('The address may be mistyped, or what was here is gone.'))

/** Whether the request is for a page: it accepts HTML, and no JSON before it. */
export function prefersPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  const [page, json] = [accept.indexOf('text/html'), accept.indexOf('application/json')]
  return page >= 0 && (json < 0 || page < json)
}

/** What a page says of a refusal by an endpoint, if not what it says of any. */
type RefusedAs = { title: string; advice: string }

/** The response of an endpoint that people open by a link, with errors shown as a page. */
export async function withErrorPage(
  c: Context,
  respond: () => Promise<Response>,
  explain: Explain,
  refusedAs?: RefusedAs,
) {
  if (c.req.method !== 'GET' || !prefersPage(c)) return respond()
  try {
    const response = await respond()
    const isJson = response.headers.get('content-type')?.includes('json')
    if (response.status < 400 || !isJson) return response
    const page = await explain(c, pageErrorFrom(response.status, await response.json(), refusedAs))
    const wait = response.headers.get('retry-after')
    if (wait) page.headers.set('retry-after', wait)
    return page
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return explain(c, pageErrorFrom(error.status, { error: { message: error.message } }))
  }
}

type ErrorBody = { error?: unknown; error_description?: string }

function pageErrorFrom(status: number, body: ErrorBody, refusedAs?: RefusedAs): PageError {
  const headers = new Headers()
  if (body.error_description === undefined) return pageErrorOf({ status, body, headers })
  const text = sentence(body.error_description)
  if (status === 429 || status >= 500)
    return pageErrorOf({ status, body: { error: { message: text } }, headers })
  return refusedAs
    ? new PageError(status, say(refusedAs.title), `${text} ${refusedAs.advice}`)
    : new PageError(status, say('Something went wrong'), text)
}
