import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

/** What people are paid on average in those departments that the reader may know of. */
export const PayAverages: FC<{ of: Answer<'getPayAverages'> }> = ({ of: { items } }) => (
  <ListSection
    id="averages"
    title={say('Average pay')}
    of={items}
    none={say(
      'Nothing is shown yet: it takes three people of a department whose pay was known when a quarter began.',
    )}
    line={(one) => ({
      title: one.department?.name ?? say('In no department'),
      facts: [
        count(one.people, 'person', 'people'),
        <>{say('on {at}', { at: <Day at={one.on} /> })}</>,
        say('a {per}, before deductions', { per: one.per }),
      ],
      amount: <Money minor={one.average_minor} currency={one.currency} />,
    })}
  />
)
