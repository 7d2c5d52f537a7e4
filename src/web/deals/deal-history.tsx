import type { FC } from 'hono/jsx'
import type { Member } from './deal-parts.tsx'
import { Money } from '../kit/money.tsx'
import type { Part } from '../kit/pager.tsx'
import { count } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'

export type Entry = {
  kind: 'created' | 'stage' | 'status' | 'value' | 'owner'
  from_value: string | null
  to_value: string | null
  seconds_in_previous: number | null
  changed_by: { name: string } | null
  changed_at: string
}
type Props = { items: Entry[]; total: number; members: Member[]; part: Part; open: boolean }

/** The changes of a deal, newest first. */
export const DealHistory: FC<Props> = ({ items, total, members, part, open }) => (
  <details class="more card" id="history" open={open}>
    <summary>History</summary>
    <ul class="rows">
      {items.map((entry) => (
        <li>
          <p>
            {`${entry.changed_by?.name ?? 'The service'} `}
            <ChangeText entry={entry} members={members} />
          </p>
          <p class="hint">
            <Moment at={entry.changed_at} />
          </p>
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </details>
)

/** A recorded value: minor units and a currency. */
const Amount: FC<{ value: string | null }> = ({ value }) => {
  const [minor, currency] = (value ?? '').split(' ')
  return minor && currency ? <Money minor={Number(minor)} currency={currency} /> : <>nothing</>
}

const after = (seconds: number | null) =>
  seconds === null || seconds < 86_400 ? '' : ` after ${count(Math.floor(seconds / 86_400), 'day')}`

const ChangeText: FC<{ entry: Entry; members: Member[] }> = ({ entry, members }) => {
  const { kind, from_value, to_value, seconds_in_previous } = entry
  const name = (id: string | null) =>
    id ? (members.find(({ user_id }) => user_id === id)?.name ?? 'somebody else') : 'nobody'
  if (kind === 'created') return <>{`created it in ${to_value}`}</>
  if (kind === 'stage')
    return <>{`moved it from ${from_value} to ${to_value}${after(seconds_in_previous)}`}</>
  if (kind === 'owner') return <>{`reassigned it from ${name(from_value)} to ${name(to_value)}`}</>
  if (kind === 'value')
    return (
      <>
        changed its value from <Amount value={from_value} /> to <Amount value={to_value} />
      </>
    )
  const action = to_value === 'open' ? 'reopened it' : `marked it as ${to_value}`
  return <>{action + after(seconds_in_previous)}</>
}
