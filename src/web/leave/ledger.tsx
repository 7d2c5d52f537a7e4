import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import type { Answer, Item } from '../kit/operations.ts'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { BalanceFigures } from './balance-figures.tsx'

const employeeIn = ({ c }: PageRequest) => (c.req.param() as Record<string, string>).employee_id!

const partsOf = async ({ request, read, organization }: Fetching) => {
  const employee_id = employeeIn(request)
  const at = addressIn(organization, `leave-ledger/${employee_id}`)
  return together({
    ledger: readPart(read, 'listLeaveLedger', partOf(request, at, 'offset', 50), {}, { employee_id }),
    balances: read('getVacationBalance', {}, { employee_id }),
    person: read('getEmployee', {}, { employee_id }),
    kinds: readAll(read, 'listLeaveTypes'),
  })
}
type Parts = PartsOf<typeof partsOf>

const kinds: Record<Item<'listLeaveLedger'>['kind'], string> = {
  grant: 'Granted for the year',
  accrual: 'Earned',
  proration: 'Adjusted to the time employed',
  carryover: 'Carried over from the year before',
  carryover_kept: 'Carried over, kept after its end',
  adjustment: 'Adjusted by hand',
  request: 'Leave',
  cancellation: 'Leave given back',
}

/** What gave and took the leave of an employee. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/leave-ledger/:employee_id',
  title: (_, { person }) => say('Leave of {name}', { name: person.name }),
  lead: 'What gave leave and what took it, the latest first.',
  under: (organization, _, { person }) => [
    [say('People'), addressIn(organization, 'people')],
    [person.name, `/people/${person.id}?org=${organization.slug}`],
  ],
  parts: partsOf,
  Content: (shown) => (
    <>
      <BalanceFigures of={shown.parts.balances.items} />
      <Entries {...shown} />
    </>
  ),
})

const Entries: FC<Shown<null, Parts>> = ({ organization, parts: { ledger, kinds: types } }) => (
  <ListSection
    id="ledger"
    title={say('Entries')}
    of={ledger.items}
    total={ledger.total}
    part={ledger.part}
    none={say('Nothing was granted or taken yet.')}
    line={(one) => {
      const type = types.find(({ id }) => id === one.leave_type_id)
      return {
        to: one.request_id ? `/absences/${one.request_id}?org=${organization.slug}` : undefined,
        title: say(kinds[one.kind]),
        facts: [
          type?.name,
          <>{say('from {at}', { at: <Day at={one.effective_on} /> })}</>,
          say('for {year}', { year: one.year }),
          one.note,
        ],
        amount: amountOf(one, type),
      }
    }}
  />
)

function amountOf({ amount }: Item<'listLeaveLedger'>, type?: Answer<'listLeaveTypes'>['items'][number]) {
  const size = Math.abs(Number(amount))
  const text =
    type?.unit === 'hour' ? `${size / 60} h` : say('{size, plural, one {# day} other {# days}}', { size })
  return `${amount.startsWith('-') ? '−' : '+'}${text}`
}
