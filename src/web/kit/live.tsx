import type { FC } from 'hono/jsx'
import { liveJs } from './assets.ts'
import type { PageRequest } from './page-request.ts'

/** More would use up the connections that a browser opens to one host. */
const mostStreams = 3

/**
 * Has a page follow what changes in these organizations, where it is of these kinds. One that answers a form stays as it is: it
 * says what was refused, and nothing can be fetched from where a form is sent to.
 */
export const Live: FC<{ of: string; homes: { id: string }[]; visit: PageRequest }> = ({
  of,
  homes,
  visit,
}) => {
  if (visit.c.req.method !== 'GET') return null
  const organizations = homes.slice(0, mostStreams).map(({ id }) => id)
  return organizations.length ? (
    <script src={liveJs.address} data-live={of} data-organizations={organizations.join(' ')} defer></script>
  ) : null
}
