import type { FC } from 'hono/jsx'
import { liveJs } from './assets.ts'
import type { PageRequest } from './page-request.ts'

/** More would use up the connections that a browser opens to one host. */
const mostStreams = 3

/**
 * Has a page follow what changes in these organizations, where it is of these kinds. One that answers a form stays as it is: it
 * says what was refused, and nothing can be fetched from where a form is sent to.
 */
export const Live: FC<{ of: string; organizations: { id: string }[]; request: PageRequest }> = ({
  of,
  organizations,
  request,
}) => {
  if (request.c.req.method !== 'GET') return null
  const streams = organizations.slice(0, mostStreams).map(({ id }) => id)
  return streams.length ? (
    <script src={liveJs.address} data-live={of} data-organizations={streams.join(' ')} defer></script>
  ) : null
}
