import type { FC } from 'hono/jsx'
import type { Member } from './deal-parts.tsx'
import { Money } from '../kit/money.tsx'
import type { Item } from '../kit/operations.ts'
import type { Part } from '../kit/pager.tsx'
import { History } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'

type Entry = Item<'listDealHistory'>
type Props = { items: Entry[]; total: number; members: Member[]; part: Part; open: boolean }

/** The changes of a deal, newest first. */
export const DealHistory: FC<Props> = ({ items, members, ...list }) => (
  <History
    {...list}
    of={items}
    line={(entry) => [
      [`${entry.changed_by?.name ?? say('The service')} `, <ChangeText entry={entry} members={members} />],
      entry.changed_at,
    ]}
  />
)

/** A recorded value: minor units and a currency. */
const Amount: FC<{ value: string | null }> = ({ value }) => {
  const [minor, currency] = (value ?? '').split(' ')
  return minor && currency ? <Money minor={Number(minor)} currency={currency} /> : <>{say('nothing')}</>
}

const after = (seconds: number | null) =>
  seconds === null || seconds < 86_400
    ? ''
    : ` ${say('after {counted}', { counted: count(Math.floor(seconds / 86_400), 'day') })}`

const ChangeText: FC<{ entry: Entry; members: Member[] }> = ({ entry, members }) => {
  const { kind, from_value, to_value, seconds_in_previous } = entry
  const name = (id: string | null) =>
    id ? (members.find(({ user_id }) => user_id === id)?.name ?? say('somebody else')) : 'nobody'
  if (kind === 'created') return <>{say('created it in {to_value}', { to_value })}</>
  if (kind === 'stage')
    return (
      <>
        {say('moved it from {from_value} to {to_value}{after}', {
          from_value,
          to_value,
          after: after(seconds_in_previous),
        })}
      </>
    )
  if (kind === 'owner')
    return (
      <>{say('reassigned it from {name} to {name2}', { name: name(from_value), name2: name(to_value) })}</>
    )
  if (kind === 'value')
    return (
      <>
        {say('changed its value from {amount} to {amount2}', {
          amount: <Amount value={from_value} />,
          amount2: <Amount value={to_value} />,
        })}
      </>
    )
  const action = to_value === 'open' ? say('reopened it') : say('marked it as {to_value}', { to_value })
  return <>{action + after(seconds_in_previous)}</>
}
