import type { FC } from 'hono/jsx'
import { liveJs } from './assets.ts'

/** More would use up the connections that a browser opens to one host. */
const mostStreams = 3

/** Has a page follow what changes in these organizations, where it is of these kinds. */
export const Live: FC<{ of: string; homes: { id: string }[] }> = ({ of, homes }) => {
  const organizations = homes.slice(0, mostStreams).map(({ id }) => id)
  return organizations.length ? (
    <script src={liveJs.address} data-live={of} data-organizations={organizations.join(' ')} defer></script>
  ) : null
}
