import type { Child } from 'hono/jsx'
import { showPortal } from './portal-frame.tsx'
import type { Visit } from './visit.ts'

type Asking = { notice: Child; status?: number; headers?: Record<string, string> }

/** How to get into the portal. */
export const askForLink = (visit: Visit, { notice, status, headers }: Asking) =>
  showPortal(
    visit,
    { title: 'Customer portal', ...(status && { status }), ...(headers && { headers }) },
    <div class="card stack">
      <h1>Customer portal</h1>
      {notice}
      <p>You get in with a link, without a password. Ask whoever looks after you for a new one.</p>
    </div>,
  )
