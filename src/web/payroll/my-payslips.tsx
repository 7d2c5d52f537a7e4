import { Money } from '../kit/money.tsx'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { PayAverages } from './averages.tsx'

const partsOf = async ({ request, read, organization }: Fetching) => {
  const [slips, averages] = await Promise.all([
    ofOwnRecord(
      readPart(read, 'listMyPayslips', partOf(request, addressIn(organization, 'payslips'), 'offset', 25)),
    ),
    ofOwnRecord(read('getPayAverages')),
  ])
  return slips && averages ? { slips, averages } : null
}

/** What the reader was paid. */
export default organizationPage<PartsOf<typeof partsOf>>({
  at: '/organizations/:slug/payslips',
  title: 'My payslips',
  lead: 'Only you and the admins see them.',
  parts: partsOf,
  Content: ({ organization, parts }) =>
    parts ? (
      <>
        <ListSection
          id="payslips"
          title={say('Payslips')}
          of={parts.slips.items}
          total={parts.slips.total}
          part={parts.slips.part}
          none={say('You have none yet. They come here once a run is paid.')}
          line={(slip) => ({
            to: `/payslips/${slip.id}?org=${organization.slug}`,
            title: (
              <>
                {say('{at} to {at2}', {
                  at: <Day at={slip.period_start} />,
                  at2: <Day at={slip.period_end} />,
                })}
              </>
            ),
            facts: [slip.number, slip.is_extra && say('extra payment')],
            amount: <Money minor={slip.net_minor} currency={slip.currency} />,
          })}
        />
        <PayAverages of={parts.averages} />
      </>
    ) : (
      <NoOwnRecord organization={organization} />
    ),
})
