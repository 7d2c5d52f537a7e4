import type { FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { Figures } from '../kit/parts.tsx'

type Balance = Schemas['LeaveBalance']

const amount = (text: string, { unit }: Balance) => (unit === 'minute' ? `${Number(text) / 60} h` : text)

/** What is left of each type of leave. */
export const BalanceFigures: FC<{ of: Balance[] }> = ({ of }) => (
  <Figures
    of={of.map((one): [string, string, string] => [
      `${one.leave_type} left in ${one.year}`,
      amount(one.available, one),
      [
        `${amount(one.taken, one)} taken`,
        Number(one.planned) ? `${amount(one.planned, one)} planned` : '',
        Number(one.pending) ? `${amount(one.pending, one)} asked for` : '',
      ]
        .filter(Boolean)
        .join(', '),
    ])}
  />
)
