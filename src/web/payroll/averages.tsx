import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { count } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { Day } from '../kit/time.tsx'

/** What people are paid on average in those departments that the reader may know of. */
export const PayAverages: FC<{ of: Answer<'getPayAverages'> }> = ({ of: { items } }) => (
  <ListSection
    id="averages"
    title="Average pay"
    of={items}
    none="Nothing is shown yet: it takes three people of a department whose pay was known when a quarter began."
    line={(one) => ({
      title: one.department?.name ?? 'In no department',
      facts: [
        count(one.people, 'person', 'people'),
        <>
          on <Day at={one.on} />
        </>,
        `a ${one.per}, before deductions`,
      ],
      amount: <Money minor={one.average_minor} currency={one.currency} />,
    })}
  />
)
