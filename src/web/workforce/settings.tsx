import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { organizationPage, within } from '../kit/page.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { together } from '../kit/all-of.ts'
import { LinkButton, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { keptFor, keptKinds } from './retained.ts'

type Kept = Item<'getRetentionCalendar'>

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const fields = bodyFields('WorkforceSettingsChange', {
  reminder_weekday: {
    label: 'Remind of weeks to submit on',
    none: 'no day',
    choices: days.map((day, place): [string, string] => [String(place + 1), day]),
    hint: 'Whoever decides the weeks of others hears of all of theirs together.',
  },
  reminder_hour: {
    label: 'At',
    choices: Array.from({ length: 24 }, (_, hour): [string, string] => [
      String(hour),
      `${String(hour).padStart(2, '0')}:00`,
    ]),
    hint: 'By the clock of each person.',
  },
  weeks_in_sequence: 'Weeks are submitted one after the other',
  overlapping_time: {
    label: 'Time of one person that overlaps',
    choices: [
      ['allowed', 'is allowed'],
      ['refused', 'is refused'],
    ],
  },
  longest_shift_minutes: { label: 'A shift was forgotten after', hint: 'Minutes without a clock-out.' },
  rest_minutes: { label: 'Warn of less rest than', hint: 'Minutes between two days.' },
  break_after_minutes: { label: 'Warn of no break after', hint: 'Minutes of work.' },
  day_minutes: { label: 'Warn of days longer than', hint: 'Minutes of work.' },
  week_minutes: { label: 'Warn of weeks longer than', hint: 'In minutes, on average over 17 weeks.' },
  tolerance_minutes: {
    label: 'Hours may differ by',
    hint: 'Minutes a day before the reconciliation says so.',
  },
  hourly_pay_from: {
    label: 'Pay by the hour follows',
    choices: [
      ['timesheets', 'approved weeks'],
      ['working_hours', 'the clock'],
    ],
  },
  payroll_day_count: {
    label: 'Payroll counts months',
    choices: [
      ['calendar', 'by their days'],
      ['thirty', 'as thirty days each'],
    ],
  },
  kiosks: {
    label: 'People may clock at kiosks',
    hint: 'Shared devices, by number and PIN.',
  },
  show_birthdays: {
    label: 'Birthdays of people who agree are shown',
    hint: 'To members: the day and the month, never the year.',
  },
  payslip_retention_years: { label: 'Payslips are kept for', hint: 'Years, as your country says.' },
  four_eyes: {
    label: 'Somebody else approves a payroll run',
    hint: 'Than who calculated it, if there is anybody.',
  },
})

const lineOf = (rule: Kept) => ({
  title: say(keptKinds[rule.kind]),
  facts: [keptFor(rule), rule.source],
})

/** How the organization keeps hours, weeks and pay. */
export default organizationPage<{
  settings: Answer<'getWorkforceSettings'>
  kept: Answer<'getRetentionCalendar'>
}>({
  at: '/organizations/:slug/workforce-settings',
  title: 'Hours and weeks',
  lead: 'How hours, weeks and pay are kept. Limits are warnings; they refuse nothing.',
  under: within(['Settings', 'settings']),
  parts: ({ read }) =>
    together({ settings: read('getWorkforceSettings'), kept: read('getRetentionCalendar') }),
  forms: { '': calling('updateWorkforceSettings', { fields }) },
  Content: (shown) => {
    const { form, parts, organization } = shown
    return (
      <>
        <section class="card" aria-label={say('Settings')}>
          {form('', { values: fields.valuesOf(parts.settings, { zone: organization.timezone }) })}
          <p class="buttons">
            <LinkButton to={`/organizations/${organization.slug}/kiosks`}>{say('Kiosks')}</LinkButton>
            <LinkButton to={`/organizations/${organization.slug}/hours-log`}>
              {say('Log of working hours')}
            </LinkButton>
          </p>
        </section>
        <Section id="kept" title={say('How long records are kept')}>
          <Rows of={parts.kept.items} shown={shown} line={lineOf} />
        </Section>
      </>
    )
  },
})
