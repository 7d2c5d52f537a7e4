import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { organizationPage, type Shown, within } from '../kit/page.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

type Affected = Answer<'listAffectedLeave'>
type Page = Shown<null, Affected>

/** So many requests are shown at once; counting them again shows the next ones. */
const most = 100

/** Requests that would count differently today, as hours, holidays or types changed since they were made. */
export default organizationPage<Affected>({
  at: '/organizations/:slug/leave-recounts',
  title: 'Leave to count again',
  lead: 'Requests of this leave year and later that would count differently today, as a schedule, a holiday or their type changed. Their dates stay; what they take less returns to the balance, and the people are told.',
  under: within(['Leave', 'absences'], ['Types of leave', 'leave-types']),
  parts: ({ read }) => read('listAffectedLeave'),
  forms: {
    all: calling('recountLeave', {
      verb: 'Count all of them again',
      warning: 'Balances change at once, and everybody whose leave it is hears of it.',
    }),
    one: calling('recountLeave', {
      verb: 'Count again',
      also: ({ row }) => ({ request_ids: row ? [row] : [] }),
    }),
  },
  said: { all: 'All of it is counted again.', one: 'It is counted again.' },
  Content: (shown) => {
    const { items } = shown.parts
    return (
      <ListSection
        id="affected"
        title={items.length ? count(items.length, 'request') : say('Nothing counts differently')}
        of={items.slice(0, most)}
        total={items.length}
        none={say('What was asked for counts as it did then.')}
        line={(one) => lineOf(one, shown)}
        shown={shown}
        above={
          items.length > most ? <p class="muted">{say('The first {most} are shown.', { most })}</p> : null
        }
      >
        {items.length > 1 ? shown.form('all', { about: 'leave' }) : null}
      </ListSection>
    )
  },
})

function lineOf(one: Affected['items'][number], { form, organization: { slug } }: Page): Line {
  const { employee, request_id: id, start_date, end_date, total, counted_now, status } = one
  return {
    id,
    to: `/absences/${id}?org=${slug}`,
    title: employee.name,
    facts: [
      <Day at={start_date} />,
      end_date !== start_date && <>{say('to {at}', { at: <Day at={end_date} /> })}</>,
      status,
      say('counted {total}, now {counted_now}', { total, counted_now }),
    ],
    buttons: [form('one', { of: { id }, about: say('leave of {name}', { name: employee.name }) })],
  }
}
