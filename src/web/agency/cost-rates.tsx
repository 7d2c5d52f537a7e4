import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { addressIn, organizationPage } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'

type Parts = { rates: Answer<'listCostRates'> & { part: Part }; members: Item<'listMembers'>[] }

/** What an hour of each person costs, which margins are computed with. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/cost-rates',
  title: 'Cost of an hour',
  lead: 'What an hour of each person costs, for margins. It never follows from what somebody is paid; only admins see it.',
  under: (organization) => [[say('Client work'), addressIn(organization, 'agency')]],
  parts: async ({ request, read, organization }) => {
    const part = partOf(request, addressIn(organization, 'cost-rates'), 'offset', 50)
    return together({
      rates: readPart(read, 'listCostRates', part),
      members: readAll(read, 'listMembers', { status: 'active' }),
    })
  },
  forms: {
    '': calling('setCostRate', {
      title: 'Set a rate',
      verb: 'Set',
      fields: bodyFields('CostRateDraft', {
        user_id: 'Person',
        effective_from: { label: 'From', hint: 'Time of this day and later, until the next rate.' },
        hourly_minor: { label: 'An hour', hint: 'Such as 40.00; empty takes the rate of that day away.' },
        currency: { label: 'Currency', hint: 'That of the organization if empty.' },
      }),
    }),
  },
  Content: (shown) => {
    const { parts, form } = shown
    return (
      <>
        <section class="card" aria-label={say('New rate')}>
          {form('', {
            open: true,
            choices: { user_id: parts.members.map(({ user_id, name }) => ({ id: user_id, name })) },
          })}
        </section>
        <ListSection
          id="rates"
          title={say('Rates')}
          of={parts.rates.items}
          total={parts.rates.total}
          part={parts.rates.part}
          none={say('None yet, so that no margin is known.')}
          line={(one) => ({
            title: one.person?.name ?? say('Somebody who left'),
            facts: [onDay('from', one.effective_from)],
            amount: <Money minor={one.hourly_minor} currency={one.currency} />,
          })}
        />
      </>
    )
  },
})
