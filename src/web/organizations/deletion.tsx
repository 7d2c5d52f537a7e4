import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { show } from '../kit/layout.tsx'
import { type Answer, mayCall, type Schemas } from '../kit/operations.ts'
import { addressIn, organizationPage, within } from '../kit/page.tsx'
import { LinkButton, Section } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { keptFor } from '../workforce/retained.ts'

type Parts = { calendar: Answer<'getRetentionCalendar'>; billing: Answer<'getSubscription'> }

/** The end of an organization: what goes, what is kept, and until when it can be taken back. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/deletion',
  title: 'Delete the organization',
  under: within(['Settings', 'settings']),
  parts: async ({ read }) =>
    together({ calendar: read('getRetentionCalendar'), billing: read('getSubscription') }),
  forms: {
    '': calling('deleteOrganization', {
      verb: 'Delete the organization',
      warning: 'Nobody can enter it from then on. You can take it back for 30 days.',
      fields: bodyFields('OrganizationDeletion', {
        confirm_slug: {
          label: 'Its address',
          hint: 'Type it to confirm: the part after /organizations/ in the address of this page.',
        },
      }),
      to: ({ visit, home }, { purge_after, working_hours }) =>
        show(
          visit,
          { title: 'The organization is deleted', centered: 'slim' },
          <div class="card stack">
            <h1>{home.name} is deleted</h1>
            <p>
              Nobody can enter it any more. It is erased for good after <Moment at={purge_after} />; until
              then you can take it back.
            </p>
            {working_hours ? (
              <p>
                Its log of working hours is kept sealed until <Day at={working_hours.kept_until} />, as the
                law asks. Nobody can read it here then:{' '}
                <a href={`/deleted-organizations/${home.id}/files/hours`}>download all of it</a> before the
                rest is erased.
              </p>
            ) : null}
            <p>
              <LinkButton to={`/deleted-organizations/${home.id}`}>Take it back</LinkButton>
            </p>
            <p class="muted">Its owners have a mail with that page, and find it among their organizations.</p>
          </div>,
        ),
    }),
  },
  Content: ({ home, parts: { calendar, billing }, form }) => {
    const deleting = form('')
    const { subscription } = billing
    const log = calendar.items.find(({ kind }) => kind === 'working_hours')
    if (!deleting) return <p class="muted">Only owners delete an organization.</p>
    return (
      <>
        <Section id="first" title="First">
          <ul class="ticks">
            <li>
              {mayCall(home, 'listOrganizationExports') ? (
                <a href={addressIn(home, 'export')}>Export everything</a>
              ) : (
                'Export everything'
              )}{' '}
              that you want to keep, such as invoices, payslips and their bank files.
            </li>
            <li>Tell the members: nothing is sent to them.</li>
          </ul>
        </Section>
        <Section id="what" title="What happens">
          <ul class="ticks">
            <li>At once nobody can enter it, and its API keys stop.</li>
            {subscription ? <Ending {...subscription} /> : null}
            <li>After 30 days everything in it is erased for good. Until then you can take it back.</li>
            <li>Its address becomes free, and is given back with it if nobody has taken it meanwhile.</li>
            {log ? (
              <li>
                {`The log of working hours is kept, sealed, for ${keptFor(log)} (${log.source}); you can export it until the rest is erased.`}
              </li>
            ) : null}
            <li>The audit log is kept, with the record of the deletion.</li>
          </ul>
          {deleting}
        </Section>
      </>
    )
  },
})

const Ending: FC<Pick<Schemas['Subscription'], 'plan' | 'current_period_end'>> = ({
  plan,
  current_period_end: end,
}) => (
  <li>
    The subscription{plan ? ` of ${plan.name}` : ''} ends at once.
    {end ? (
      <>
        {' '}
        What is paid until <Day at={end} /> is not refunded.
      </>
    ) : null}
  </li>
)
