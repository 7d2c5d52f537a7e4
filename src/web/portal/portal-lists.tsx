import type { FC } from 'hono/jsx'
import { offsetOf, pageQuery, pageSize } from '../kit/lists.tsx'
import { Pager } from '../kit/pager.tsx'
import { count } from '../kit/parts.tsx'
import type { Page } from '../kit/visit.ts'
import { contactPage } from './contact-page.tsx'
import { type Me, showPortal } from './portal-frame.tsx'

type List<T> = {
  /** Below /portal, of the pages and of the API. */
  path: string
  title: string
  lead: (me: Me) => string
  noun: string
  Row: FC<{ item: T; me: Me }>
}
/** A list of what concerns the client of the contact. */
export const portalList = <T,>({ path, title, lead, noun, Row }: List<T>): Page =>
  contactPage(async ({ visit, me, get }) => {
    const [who, { items, total }] = await Promise.all([
      me(),
      get<{ items: T[]; total: number }>(`${path}?${pageQuery(visit, {})}`),
    ])
    return showPortal(
      visit,
      { title, me: who },
      <>
        <div>
          <h1>{title}</h1>
          <p class="lead">{lead(who)}</p>
        </div>
        <section class="card stack" aria-labelledby="list">
          <h2 id="list">{total ? count(total, noun) : `No ${noun} yet`}</h2>
          <ul class="rows">
            {items.map((item) => (
              <Row item={item} me={who} />
            ))}
          </ul>
          <Pager at={`/portal${path}`} query={{}} offset={offsetOf(visit)} size={pageSize} total={total} />
        </section>
      </>,
    )
  })
