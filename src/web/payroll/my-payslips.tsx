import { Money } from '../kit/money.tsx'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { ListSection } from '../kit/rows.tsx'
import { Day } from '../kit/time.tsx'

const partsOf = async ({ visit, read, home }: Fetching) =>
  ofOwnRecord(readPart(read, 'listMyPayslips', partOf(visit, addressIn(home, 'payslips'), 'offset', 25)))

/** What the reader was paid. */
export default organizationPage<PartsOf<typeof partsOf>>({
  at: '/organizations/:slug/payslips',
  title: 'My payslips',
  lead: 'Only you and the admins see them.',
  parts: partsOf,
  Content: ({ home, parts: slips }) =>
    slips ? (
      <ListSection
        id="payslips"
        title="Payslips"
        of={slips.items}
        total={slips.total}
        part={slips.part}
        none="You have none yet. They come here once a run is paid."
        line={(slip) => ({
          to: `/payslips/${slip.id}?org=${home.slug}`,
          title: (
            <>
              <Day at={slip.period_start} /> to <Day at={slip.period_end} />
            </>
          ),
          facts: [slip.number, slip.is_extra && 'extra payment'],
          amount: <Money minor={slip.net_minor} currency={slip.currency} />,
        })}
      />
    ) : (
      <NoOwnRecord home={home} />
    ),
})
