import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown, within } from '../kit/page.tsx'
import { Badge, LinkButton, Notice, Section } from '../kit/parts.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day, WeekDay } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'

const partsOf = async ({ request, read, organization }: Fetching) => {
  const [today] = shownIn(organization.timezone, new Date().toISOString())
  const asked = Number(request.query.year)
  const year = asked >= 2020 && asked <= 2100 ? asked : Number(today.slice(0, 4))
  return {
    year,
    ...(await together({
      days: read('listHolidays', { year, lang: 'en', types: 'public' }),
      settings: read('getCalendarSettings'),
    })),
  }
}
type Parts = PartsOf<typeof partsOf>
type Page = Shown<null, Parts>
type Override = Parts['settings']['overrides'][number]

/** The public holidays of a year, and what the organization keeps otherwise. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/holidays',
  title: 'Holidays',
  lead: 'Days on which nobody works: the public ones of the place of the organization, and what differs here.',
  keeps: ['year'],
  under: within(['Leave', 'absences']),
  parts: partsOf,
  forms: {
    '': calling('createHolidayOverride', {
      title: 'Add a day off, or work on a holiday',
      verb: 'Add it',
      done: 'added',
      fields: bodyFields('HolidayOverrideDraft', {
        date: 'Day',
        name: { label: 'Name', wide: true },
        kind: {
          label: 'It is',
          choices: [
            ['add', 'a day off'],
            ['remove', 'a holiday on which people work'],
          ],
        },
        half_day: { label: 'Only half of the day is free', hint: 'The afternoon.' },
        region: { label: 'Only in the region', hint: 'Such as MD; everywhere if empty.' },
        recalculate: {
          label: 'Count leave on that day again at once',
          hint: 'Otherwise you see first what would count differently.',
        },
      }),
      to: ({ organization }, { affected_requests: affected }, again) =>
        affected.length
          ? again(<Affected of={affected} at={addressIn(organization, 'leave-recounts')} />)
          : undefined,
    }),
    delete: calling('deleteHolidayOverride', {
      verb: 'Take it back',
      warning: 'The day counts as the public calendar says. Leave on it is not counted again by itself.',
    }),
  },
  said: { added: 'The day is entered.', delete: 'The day counts as the public calendar says again.' },
  Content: (shown) => (
    <>
      <Years {...shown} />
      <Own {...shown} />
      <Public {...shown} />
    </>
  ),
})

const Years = ({ organization, parts: { year } }: Page) => {
  const tab = (label: string, to?: number) => ({
    label,
    to: withQuery(addressIn(organization, 'holidays'), { year: to?.toString() }),
    current: false,
  })
  return (
    <Tabs
      name={say('Years')}
      of={[tab(say('previous'), year - 1), tab(say('this year')), tab(say('next'), year + 1)]}
    />
  )
}

const Own = (shown: Page) => {
  const { form, organization, parts } = shown
  const own = parts.settings.overrides.filter(({ date }) => date.startsWith(String(parts.year)))
  return (
    <ListSection
      id="own"
      title={say('What differs here in {year}', { year: parts.year })}
      of={own}
      none={say('Nothing: the public holidays are kept as they are.')}
      shown={shown}
      line={(one) => lineOf(one, shown)}
    >
      {form('')}
      {mayCall(organization, 'recountLeave') ? (
        <p>
          <LinkButton to={addressIn(organization, 'leave-recounts')} kind="slim">
            {say('Leave to count again')}
          </LinkButton>
        </p>
      ) : null}
    </ListSection>
  )
}

const lineOf = (one: Override, { form }: Page): Line => ({
  id: one.id,
  title: one.name,
  facts: [
    <WeekDay at={one.date} />,
    one.half_day && say('half a day'),
    one.region && say('in {region}', { region: one.region }),
  ],
  marks:
    one.kind === 'add' ? <Badge kind="good">{say('day off')}</Badge> : <Badge>{say('people work')}</Badge>,
  forms: [form('delete', { of: one, about: one.name })],
})

const Public = ({ parts: { days, year, settings } }: Page) => {
  const found = days.items.filter(({ source }) => source === 'library')
  const place = [settings.country, settings.region].filter(Boolean).join('-')
  return (
    <Section id="public" title={say('Public holidays of {year}', { year })}>
      {found.length ? (
        <ul class="ticks">
          {found.map(({ date, name, half_day: isHalf }) => (
            <li>
              <WeekDay at={date} />: {name}
              {isHalf ? say(', half a day') : ''}
            </li>
          ))}
        </ul>
      ) : (
        <p class="muted">
          {place ? say('None are known of this year.') : say('None, as the settings name no country.')}
        </p>
      )}
      {place ? (
        <p class="hint">
          {say('Of {place}, as in the settings. {attribution}.', { place, attribution: days.attribution })}
        </p>
      ) : null}
    </Section>
  )
}

type Requests = Answer<'createHolidayOverride'>['affected_requests']
const Affected = ({ of, at }: { of: Requests; at: string }) => (
  <Notice kind="warn" title={say('The day is entered')}>
    <p>{say('{counted} for leave would count differently now:', { counted: count(of.length, 'request') })}</p>
    <ul class="ticks">
      {of.slice(0, 50).map(({ employee, start_date, end_date, total, counted_now: now }) => (
        <li>
          {`${employee.name}, `}
          <Day at={start_date} />
          {end_date === start_date ? null : (
            <>
              {' to '}
              <Day at={end_date} />
            </>
          )}
          {say(', counted {total}, now {now}', { total, now })}
        </li>
      ))}
    </ul>
    <p>
      <a href={at}>{say('Leave to count again')}</a>
    </p>
  </Notice>
)
