import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { conflict, tooMany, unavailable } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { area, read } from '../../kit/operation.ts'
import { serve } from '../../kit/serve.ts'
import { withTimeout } from '../../base/timeout.ts'
import { liveObject, remember } from '../../shared/live/telling.ts'
import { endpoints } from '../endpoint.ts'
import { type FarSocket, streamOf } from './stream.ts'

const id = 'openLiveStream'
const summary = 'Be told when something changes in an organization'

const Query = z.strictObject({
  client: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .describe('What a browser calls itself: its stream takes the place of the one that it had before'),
})

export default endpoints('live', 'Live updates', [
  {
    id,
    summary,
    at: 'GET /api/v1/organizations/{org_id}/live',
    auth: 'credential',
    params: { org_id: 'The organization' },
    query: Query,
    streams: 'text/event-stream',
    status: 200,
    refuses: [401, 403, 404, 409, 422, 429, 503],
    details:
      'Server-sent events for viewers and up; it is 404 for keys of one project. `hello` comes first, then `change` with `{"kinds":["task"]}` when ' +
      'objects of these kinds changed, at most one in two seconds; the kind `*` is any. Events name no object and nobody: read ' +
      'again what you show. `access` says that rights changed, so read everything again. `bye` ends the stream: after a quarter of ' +
      'an hour, and at once when the session, the key or the membership that opened it ends or changes. Come back after the ' +
      'time in `retry`. The ids of events are marks: with the last one in `Last-Event-ID`, a stream begins with one ' +
      '`change` if anything was told meanwhile. Of what is private to a person, finance, payroll, suppliers and people nothing is told. ' +
      'A person may have 5 streams, an organization 500; beyond is 429, unless `client` has one of them, which ends. Where a deployment has no live updates it is 409: ' +
      'ask again every minute.',
    handle: open,
  },
])

/** Admits whoever opens a stream, as any operation does, and says whose it is. */
const admission = area('organizations', 'Live updates', {}, [
  read({
    id,
    summary,
    at: 'GET /live',
    role: 'viewer',
    query: Query,
    returns: z.object({ person: z.string(), credential: z.string() }),
    run: () => sql`select json_build_object('person', app.user_id(), 'credential',
      coalesce(app.impersonator(), app.session_id(), app.key_id(), app.family()))::text`,
  }),
]).operations[0]!

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
const quarter = 15 * 60_000

async function open(c: Context): Promise<Response> {
  const admitted = await serve(c, admission)
  const { person, credential } = (await admitted.json()) as { person: string; credential: string }
  if (!c.env.LIVE) throw conflict('there are no live updates here: ask again every minute')
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  const org = c.req.param('org_id')!.toLowerCase()
  const client = c.req.query('client')
  const asked = new URLSearchParams({ org, person, credential, ...(client && { client }) })
  const socket = await connect(c, asked, org)
  remember(org, true)
  const until = Date.parse(admitted.headers.get('x-impersonation') ?? '') || Infinity
  const life = Math.min(quarter, until - Date.now())
  const back = Math.round(Math.random() * 5000)
  const stream = streamOf(socket, { last: c.req.header('last-event-id'), life, back })
  return new Response(stream, { headers })
}

async function connect(c: Context, asked: URLSearchParams, org: string): Promise<FarSocket> {
  const init = { headers: { upgrade: 'websocket' } }
  const answer = await withTimeout(() => liveObject(c.env, org).fetch(`https://live/?${asked}`, init), 3000)
  if (answer?.status === 429)
    throw tooMany('too_many_requests', 'too many streams are open; close one, or try again in a minute', 60)
  const { webSocket } = (answer ?? {}) as { webSocket?: FarSocket | null }
  if (!webSocket) throw unavailable('live updates did not answer; try again')
  return webSocket
}
