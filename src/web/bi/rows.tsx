import { isUuid } from '../../base/id.ts'
import { Rows } from '../kit/rows.tsx'
import { objectAddress } from '../kit/object-address.ts'
import type { Answer } from '../kit/operations.ts'
import { addressIn, objectPage } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day, Moment } from '../kit/time.tsx'
import { PageError } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { onlyIn } from './dashboard.tsx'
import { refusals } from './figure.tsx'
import { cellIn } from './leading.ts'

type Found = Answer<'listBiWidgetRows'> & { part: Part }
type One = NonNullable<Found['items']>[number]

/** What a figure of a dashboard counts, or what one of its cells does, row by row. */
export default objectPage<'getBiDashboard', Found>({
  at: '/figures/:id/rows',
  of: 'getBiDashboard',
  noun: 'dashboard',
  keeps: ['w', 'm', 't', 'c', 'g', 'only', 'is'],
  under: (organization, { id, name }) => [
    [say('Figures'), addressIn(organization, 'figures')],
    [name, `/figures/${id}`],
  ],
  title: () => say('What is counted'),
  lead: 'The rows behind the figure that you may open, the latest first.',
  parts: ({ request, read, id }) => {
    const { w: widget_id = '' } = request.query
    if (!isUuid(widget_id)) throw new PageError(404, say('No such figure'), say('The address is incomplete.'))
    const part = partOf(request, `/figures/${id}/rows`, 'offset', 50)
    const query = { ...onlyIn(request), cell: cellIn(request.query) }
    return readPart(read, 'listBiWidgetRows', part, query, { widget_id })
  },
  Content: (shown) => {
    const { error, items = [], total = 0, part } = shown.parts
    if (error) return <p class="muted">{say(refusals[error])}</p>
    return (
      <section class="card stack" aria-label={say('Rows')}>
        <Rows<One>
          of={items}
          shown={shown}
          none={say('Nothing is counted here.')}
          line={(one) => lineOf(one, shown.organization.slug)}
        />
        {part.pager(total)}
      </section>
    )
  },
})

const lineOf = ({ type, id, key, title, note, at }: One, org: string) => {
  const to = id && objectAddress({ type, id, key }, org)
  return {
    title: [key, title ?? say('Not for you')].filter(Boolean).join(' '),
    ...(to && { to }),
    marks: <Badge>{inWords(type)}</Badge>,
    facts: [note, at && (at.length === 10 ? <Day at={at} /> : <Moment at={at} />)],
  }
}
