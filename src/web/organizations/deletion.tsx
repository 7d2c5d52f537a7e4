import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { show } from '../kit/layout.tsx'
import { type Answer, mayCall, type Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn, organizationPage, within } from '../kit/page.tsx'
import { LinkButton, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
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
      to: ({ request, organization }, { purge_after, working_hours }) =>
        show(
          request,
          { title: say('The organization is deleted'), centered: 'slim' },
          <div class="card stack">
            <h1>{say('{name} is deleted', { name: organization.name })}</h1>
            <p>
              {say(
                'Nobody can enter it any more. It is erased for good after {at}; until then you can take it back.',
                { at: <Moment at={purge_after} /> },
              )}
            </p>
            {working_hours ? (
              <p>
                {say(
                  'Its log of working hours is kept sealed until {at}, as the law asks. Nobody can read it here then: {link} before the rest is erased.',
                  {
                    at: <Day at={working_hours.kept_until} />,
                    link: (
                      <a href={`/deleted-organizations/${organization.id}/files/hours`}>
                        {say('download all of it')}
                      </a>
                    ),
                  },
                )}
              </p>
            ) : null}
            <p>
              <LinkButton to={`/deleted-organizations/${organization.id}`}>{say('Take it back')}</LinkButton>
            </p>
            <p class="muted">
              {say('Its owners have a mail with that page, and find it among their organizations.')}
            </p>
          </div>,
        ),
    }),
  },
  Content: ({ organization, parts: { calendar, billing }, form }) => {
    const deleting = form('')
    const { subscription } = billing
    const log = calendar.items.find(({ kind }) => kind === 'working_hours')
    if (!deleting) return <p class="muted">{say('Only owners delete an organization.')}</p>
    return (
      <>
        <First organization={organization} />
        <Section id="what" title={say('What happens')}>
          <ul class="ticks">
            <li>{say('At once nobody can enter it, and its API keys stop.')}</li>
            {subscription ? <Ending {...subscription} /> : null}
            <li>
              {say('After 30 days everything in it is erased for good. Until then you can take it back.')}
            </li>
            <li>
              {say('Its address becomes free, and is given back with it if nobody has taken it meanwhile.')}
            </li>
            {log ? (
              <li>
                {say(
                  'The log of working hours is kept, sealed, for {period} ({source}); you can export it until the rest is erased.',
                  { period: keptFor(log), source: log.source },
                )}
              </li>
            ) : null}
            <li>{say('The audit log is kept, with the record of the deletion.')}</li>
          </ul>
          {deleting}
        </Section>
      </>
    )
  },
})

/** What is left to do before it is deleted. */
const First: FC<{ organization: MemberOrganization }> = ({ organization }) => (
  <Section id="first" title={say('First')}>
    <ul class="ticks">
      <li>
        {mayCall(organization, 'listOrganizationExports') ? (
          <a href={addressIn(organization, 'export')}>{say('Export everything')}</a>
        ) : (
          say('Export everything')
        )}{' '}
        {say('that you want to keep, such as invoices, payslips and their bank files.')}
      </li>
      <li>{say('Tell the members: nothing is sent to them.')}</li>
    </ul>
  </Section>
)

const Ending: FC<Pick<Schemas['Subscription'], 'plan' | 'current_period_end'>> = ({
  plan,
  current_period_end: end,
}) => (
  <li>
    {say('The subscription')}
    {plan ? ` ${say('of {name}', { name: plan.name })}` : ''} {say('ends at once.')}
    {end ? <> {say('What is paid until {at} is not refunded.', { at: <Day at={end} /> })}</> : null}
  </li>
)
