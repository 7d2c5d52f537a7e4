import type { FC } from 'hono/jsx'
import { languages, zonesAfter } from '../kit/choices.ts'
import type { Choices } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, savedAt } from '../kit/forms.tsx'
import { checkedIn } from '../kit/inputs.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type Organization = Answer<'getOrganization'>

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, n): Choices[number] => [String(n + 1), name],
)
const months = Array.from({ length: 12 }, (_, n): Choices[number] => [
  String(n + 1),
  new Date(Date.UTC(2026, n)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
])
const general = bodyFields(
  'OrganizationChange',
  {
    name: { label: 'Name', wide: true },
    slug: {
      label: 'Address',
      hint: 'The part of the address of its pages; links with the old one stop working.',
      wide: true,
    },
    locale: {
      label: 'Language',
      hint: 'For mail to members who have not chosen one.',
      choices: languages,
    },
    timezone: { label: 'Time zone', hint: 'For days and times here.', choices: zonesAfter([]) },
    country: { label: 'Country', hint: 'Two letters, such as ES.' },
    region: { label: 'Region', hint: 'For its holidays, such as MD.' },
    currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
    week_start: { label: 'The week begins on', hint: 'In calendars.', choices: weekdays },
    fiscal_year_start: {
      label: 'The financial year begins in',
      hint: 'Offered as a range of figures and as quarters of objectives.',
      choices: months,
    },
    logo_url: { label: 'Logo', hint: 'The https address of a picture.' },
    accent_color: {
      label: 'Colour of the customer portal',
      hint: 'As #rrggbb; made darker or lighter where text needs contrast.',
    },
  },
  { working_days: { label: 'Working days', type: 'list', choices: weekdays, after: 'week_start' } },
)

/** The settings of an organization. */
export default organizationPage<Organization>({
  at: '/organizations/:slug/settings',
  title: 'Settings',
  parts: async ({ read }) => read('getOrganization'),
  forms: {
    '': calling('updateOrganization', {
      fields: general,
      also: (form) =>
        form.working_days ? { working_days: checkedIn(form, 'working_days').map(Number) } : {},
      saidAt: { working_days: 'working_days' },
      to: (_, { slug }) => `/organizations/${slug}/settings?done=saved`,
    }),
    'second-factor': calling('updateOrganization', {
      verb: 'Require a second factor',
      also: ({ on }) => ({ require_second_factor: on === 'yes' }),
      to: ({ here }) => savedAt(here, 'security'),
    }),
  },
  Content: (shown) => {
    const { organization, parts, form } = shown
    const except = isAtLeast(organization, 'owner') ? [] : ['slug']
    const changing = form('', { of: { ...parts, id: undefined }, except })
    if (!changing) return <p class="muted">{say('Only admins and owners change the settings.')}</p>
    return (
      <>
        <Section id="general" title={say('General')}>
          {changing}
        </Section>
        <Section id="usage" title={say('Usage')}>
          <p>
            {say('{link}: what is used of each limit, and by day', {
              link: <a href={addressIn(organization, 'usage')}>{say('Usage')}</a>,
            })}
          </p>
        </Section>
        {mayCall(organization, 'listOrganizationExports') ? (
          <Section id="export" title={say('Export')}>
            <p>
              {say('{link}: all that the organization has, as files', {
                link: <a href={addressIn(organization, 'export')}>{say('Export everything')}</a>,
              })}
            </p>
          </Section>
        ) : null}
        <Security {...shown} />
        {mayCall(organization, 'deleteOrganization') ? (
          <Section id="deletion" title={say('Deletion')}>
            <p>
              {say('{link}: what goes, what is kept, and until when you can take it back', {
                link: <a href={addressIn(organization, 'deletion')}>{say('Delete the organization')}</a>,
              })}
            </p>
          </Section>
        ) : null}
      </>
    )
  },
})

const Security: FC<Shown<null, Organization>> = ({
  organization,
  parts: { require_second_factor: on },
  form,
}) => (
  <Section id="security" title={say('Security')}>
    <ul class="ticks">
      <li>
        {say('{link}: who did what, and when', {
          link: <a href={`/organizations/${organization.slug}/audit`}>{say('Audit log')}</a>,
        })}
      </li>
      <li>
        {say('{link}: programs that act here without signing in', {
          link: <a href={`/settings/keys?org=${organization.id}`}>{say('API keys')}</a>,
        })}
      </li>
      <li>
        {say('{link}: organizations that see sums of each other', {
          link: <a href={`/organizations/${organization.slug}/holding`}>{say('Holding')}</a>,
        })}
      </li>
      <li>
        {say('{link}: who belongs to it, with which role', {
          link: <a href={`/organizations/${organization.slug}#members`}>{say('Members')}</a>,
        })}
      </li>
    </ul>
    <SecondFactor on={on} />
    {form('second-factor', {
      hidden: { on: on ? 'no' : 'yes' },
      ...(on && { verb: 'Stop requiring it' }),
    })}
  </Section>
)

const SecondFactor: FC<{ on: boolean }> = ({ on }) => (
  <>
    <h3>
      {say('Second factor')}{' '}
      {on ? <Badge kind="good">{say('required')}</Badge> : <Badge>{say('not required')}</Badge>}
    </h3>
    <p>
      {on
        ? say(
            'Only members whose account has a second factor can enter; keys and applications of the others are refused too.',
          )
        : say(
            'Once it is required, members without one are shut out at once, with their keys and applications, until they turn one on in their account.',
          )}
    </p>
  </>
)
