import type { FC } from 'hono/jsx'
import type { Member } from './deal-parts.tsx'
import { Money } from '../kit/money.tsx'
import type { Item } from '../kit/operations.ts'
import type { Part } from '../kit/pager.tsx'
import { count } from '../kit/parts.tsx'
import { History } from '../kit/rows.tsx'

type Entry = Item<'listDealHistory'>
type Props = { items: Entry[]; total: number; members: Member[]; part: Part; open: boolean }

/** The changes of a deal, newest first. */
export const DealHistory: FC<Props> = ({ items, members, ...list }) => (
  <History
    {...list}
    of={items}
    line={(entry) => [
      [`${entry.changed_by?.name ?? 'The service'} `, <ChangeText entry={entry} members={members} />],
      entry.changed_at,
    ]}
  />
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
