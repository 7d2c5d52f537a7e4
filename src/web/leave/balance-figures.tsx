import type { FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { Figures } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type Balance = Schemas['LeaveBalance']

const amount = (text: string, { unit }: Balance) => (unit === 'minute' ? `${Number(text) / 60} h` : text)

/** What is left of each type of leave. */
export const BalanceFigures: FC<{ of: Balance[] }> = ({ of }) => (
  <Figures
    of={of.map((one): [string, string, string] => [
      say('{leave_type} left in {year}', { leave_type: one.leave_type, year: one.year }),
      amount(one.available, one),
      [
        say('{amount} taken', { amount: amount(one.taken, one) }),
        Number(one.planned) ? say('{amount} planned', { amount: amount(one.planned, one) }) : '',
        Number(one.pending) ? say('{amount} asked for', { amount: amount(one.pending, one) }) : '',
      ]
        .filter(Boolean)
        .join(', '),
    ])}
  />
)
