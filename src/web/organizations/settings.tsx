import type { FC } from 'hono/jsx'
import { including, languages, zonesAfter } from '../kit/choices.ts'
import { SecondFactorRequirement } from './second-factor-requirement.tsx'
import { show } from '../kit/layout.tsx'
import { Hidden, Saved, Summary } from '../kit/parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast, organizationContext, withConflictHint } from '../kit/organization-context.ts'
import {
  bodyOf,
  type Form,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Organization = {
  name: string
  slug: string
  timezone: string
  locale: string
  country: string | null
  region: string | null
  week_start: number
  working_days: number[]
  currency: string
  logo_url: string | null
  accent_color: string | null
  require_second_factor: boolean
  version: number
}

const labels = {
  name: 'Name',
  slug: 'Address',
  locale: 'Language',
  timezone: 'Time zone',
  country: 'Country',
  region: 'Region',
  currency: 'Currency',
  week_start: 'The week begins on',
  working_days: 'Working days',
  logo_url: 'Logo',
  accent_color: 'Colour of the customer portal',
}
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export const showSettings: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<Organization>('GET', at), visit.here),
  )
  return show(
    visit,
    { title: `Settings of ${home.name}`, me: person, zone: home.timezone, status },
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
        </p>
        <h1>Settings</h1>
      </div>
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      <General home={home} values={{ ...valuesOf(parts), ...visit.form }} problems={problems} />
      {isAtLeast(home, 'admin') ? (
        <Security home={home} requiresSecondFactor={parts.require_second_factor} />
      ) : null}
    </>,
  )
}

/** Saves the form, unless the settings have changed since it was shown. */
export const saveSettings: Page = async (visit) => {
  const { home, at, parts } = await organizationContext(visit, async (api) =>
    bodyOf(await visit.api.call<Organization>('GET', api), visit.here),
  )
  const reply = await visit.api.call<Organization>('PATCH', at, { body: changeOf(visit.form) })
  if (reply.status === 409) visit.form = { ...visit.form, version: String(parts.version) }
  if ([403, 409, 422].includes(reply.status))
    return page(visit, withConflictHint(problemsOf(reply, Object.keys(labels)), reply.status), reply.status)
  const { slug } = bodyOf(reply, visit.here)
  return redirectTo(`/organizations/${slug ?? home.slug}/settings?done=saved`)
}

export const setSecondFactorRequirement: Page = async (visit) => {
  const { home, at } = await organizationContext(visit)
  const body = { require_second_factor: visit.form.on === 'yes' }
  const reply = await visit.api.call('PATCH', at, { body })
  if (reply.status === 409) throw ownFactorFirst()
  bodyOf(reply, visit.here)
  return redirectTo(`/organizations/${home.slug}/settings?done=saved#security`)
}

const ownFactorFirst = () =>
  new PageError(
    409,
    'Your own account first',
    'Turn on a second factor in your own account, then require it here.',
    {
      to: '/account',
      label: 'Go to your account',
    },
  )

function changeOf(form: Form) {
  const pick = (names: string[], value: (text: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (name in form ? [[name, value(form[name]!)]] : [])))
  const days = weekdays.flatMap((_, n) => (form[`day_${n + 1}`] === 'on' ? [n + 1] : []))
  return {
    ...pick(['name', 'slug', 'locale', 'timezone'], (text) => text),
    ...pick(['currency'], (text) => text.trim().toUpperCase()),
    ...pick(['country'], (text) => text.trim().toUpperCase() || null),
    ...pick(['region', 'logo_url', 'accent_color'], (text) => text.trim() || null),
    ...pick(['week_start', 'version'], (text) => Number(text) || 0),
    working_days: days,
  }
}

const valuesOf = (one: Organization): Form => ({
  name: one.name,
  slug: one.slug,
  locale: one.locale,
  timezone: one.timezone,
  country: one.country ?? '',
  region: one.region ?? '',
  currency: one.currency,
  week_start: String(one.week_start),
  logo_url: one.logo_url ?? '',
  accent_color: one.accent_color ?? '',
  version: String(one.version),
  ...Object.fromEntries(one.working_days.map((day) => [`day_${day}`, 'on'])),
})

type GeneralProps = { home: Home; values: Form; problems: Problems }
const General: FC<GeneralProps> = ({ home, values, problems }) => {
  const shared = { values, problems }
  if (!isAtLeast(home, 'admin')) return <p class="muted">Only admins and owners change the settings.</p>
  return (
    <section class="card" aria-labelledby="general">
      <h2 id="general">General</h2>
      <form class="stack" method="post" action={`/organizations/${home.slug}/settings`} novalidate>
        <Hidden fields={{ version: values.version }} />
        <Field {...shared} name="name" label={labels.name} autocomplete="organization" />
        {isAtLeast(home, 'owner') ? (
          <Field
            {...shared}
            name="slug"
            label={labels.slug}
            hint="The part of the address of its pages; links with the old one stop working."
          />
        ) : null}
        <RegionalSettings {...shared} />
        <WorkingDays values={values} problem={problems.fields.working_days} />
        <Branding {...shared} />
        <button class="primary">Save</button>
      </form>
    </section>
  )
}

const Branding: FC<Omit<GeneralProps, 'home'>> = (shared) => (
  <div class="columns">
    <Field
      {...shared}
      name="logo_url"
      label={labels.logo_url}
      hint="The https address of a picture."
      optional
    />
    <Field
      {...shared}
      name="accent_color"
      label={labels.accent_color}
      hint="As #rrggbb; made darker or lighter where text needs contrast."
      optional
    />
  </div>
)

const RegionalSettings: FC<Omit<GeneralProps, 'home'>> = (shared) => {
  const choice = (name: keyof typeof labels, hint: string, choices: [string, string][]) => (
    <Choice {...shared} name={name} label={labels[name]} hint={hint} choices={choices} />
  )
  const field = (name: keyof typeof labels, hint: string, optional = false) => (
    <Field {...shared} {...{ name, hint, optional }} label={labels[name]} />
  )
  const { locale, timezone } = shared.values
  const days = weekdays.map((name, n): [string, string] => [String(n + 1), name])
  return (
    <div class="columns">
      {choice('locale', 'For mail to members who have not chosen one.', including(languages, locale))}
      {choice('timezone', 'For days and times here.', including(zonesAfter([]), timezone))}
      {field('country', 'Two letters, such as ES.', true)}
      {field('region', 'For its holidays, such as MD.', true)}
      {field('currency', 'Three letters, such as EUR.')}
      {choice('week_start', 'In calendars.', days)}
    </div>
  )
}

const WorkingDays: FC<{ values: Form; problem: string | undefined }> = ({ values, problem }) => (
  <fieldset id="working_days" aria-describedby={problem ? 'working_days-problem' : undefined}>
    <legend>{labels.working_days}</legend>
    {problem ? (
      <p class="problem" id="working_days-problem">
        {problem}
      </p>
    ) : null}
    <div class="week">
      {weekdays.map((name, n) => (
        <div class="check">
          <input
            type="checkbox"
            id={`day_${n + 1}`}
            name={`day_${n + 1}`}
            checked={values[`day_${n + 1}`] === 'on'}
          />
          <label for={`day_${n + 1}`}>{name}</label>
        </div>
      ))}
    </div>
  </fieldset>
)

const Security: FC<{ home: Home; requiresSecondFactor: boolean }> = ({ home, requiresSecondFactor }) => (
  <section class="card stack" aria-labelledby="security">
    <h2 id="security">Security</h2>
    <ul class="ticks">
      <li>
        <a href={`/organizations/${home.slug}/audit`}>Audit log</a>: who did what, and when
      </li>
      <li>
        <a href={`/settings/keys?org=${home.id}`}>API keys</a>: programs that act here without signing in
      </li>
      <li>
        <a href={`/organizations/${home.slug}#members`}>Members</a>: who belongs to it, with which role
      </li>
    </ul>
    <SecondFactorRequirement on={requiresSecondFactor} slug={home.slug} />
  </section>
)
