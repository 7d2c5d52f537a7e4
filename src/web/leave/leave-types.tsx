import type { Description } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { type Item, mayCall } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { Badge, LinkButton, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { accrueForm } from './accruing.tsx'
import { presetForm, PresetList } from './leave-presets.tsx'

const described = {
  name: { label: 'Name', wide: true },
  annual_allowance: { label: 'In a year', hint: 'Days of a full week’s work; hours for types by the hour.' },
  count_by: {
    label: 'Counts',
    choices: [
      ['working', 'the days of the work schedule'],
      ['calendar', 'every day of the calendar'],
      ['six_day', 'Monday to Saturday without holidays'],
    ],
  },
  accrual: {
    label: 'Granted',
    choices: [
      ['upfront', 'for the year at once'],
      ['monthly', 'month by month'],
      ['per_worked_day', 'for the days worked in each month'],
      ['none', 'by hand alone'],
    ],
  },
  rounding: 'Rounded to',
  carryover_max: { label: 'Carried over at most', hint: 'Hours for types by the hour; empty for nothing.' },
  carryover_expires: {
    label: 'Carried days end on',
    hint: 'A month and day such as 03-31; only for whoever was told before.',
  },
  carry_survives_sickness: 'Carried days outlive it where somebody was ill',
  accrual_starts_after_days: {
    label: 'Nothing is granted for the first',
    hint: 'Days of employment; 0 to grant from the first day on.',
  },
  usable_after_days: { label: 'It can be taken after', hint: 'Days of employment; it is granted before.' },
  fed_by_overtime: {
    label: 'Overtime comes to it',
    hint: 'Minutes over what was to be worked, when their week is approved; for types by the hour.',
  },
  max_negative: { label: 'May be overdrawn by', hint: 'Hours for types by the hour.' },
  requires_approval: 'Somebody approves it',
  affects_balance: 'There is only so much of it',
  requires_attachment: { label: 'It needs a certificate', hint: 'The person attaches it to the request.' },
  attachment_due_days: {
    label: 'Certificate within days',
    hint: 'Counted from the first day; empty if it must be there before the approval.',
  },
  overrides: { label: 'It is sickness', hint: 'It may lie over other leave, whose days return.' },
  visibility: {
    label: 'Colleagues see',
    choices: [
      ['masked', 'that somebody is absent'],
      ['public', 'what kind of leave it is'],
    ],
  },
} satisfies Record<string, string | Description>

/** What kinds of leave there are, and how much of each. */
export default listPage({
  at: '/organizations/:slug/leave-types',
  of: 'listLeaveTypes',
  title: 'Types of leave',
  lead: 'What people can be absent for, and how much of it there is in a year.',
  noun: ['type'],
  under: within(['Leave', 'absences']),
  parts: ({ read, organization }) =>
    together({
      years: read('getLeaveYear'),
      presets: mayCall(organization, 'listLeaveTypePresets') ? read('listLeaveTypePresets') : null,
    }),
  forms: {
    '': calling('createLeaveType', {
      title: 'New type',
      verb: 'Create type',
      fields: bodyFields('LeaveTypeDraft', { ...described, unit: 'By' }),
    }),
    preset: presetForm,
    change: calling('updateLeaveType', {
      fields: bodyFields('LeaveTypeChange', {
        ...described,
        archived: {
          label: 'Not offered any more',
          from: ({ archived_at: at }: Item<'listLeaveTypes'>) => at !== null,
        },
      }),
    }),
    delete: calling('deleteLeaveType', { warning: 'One that is in use is archived instead.' }),
    year: calling('setLeaveYear', {
      title: 'Change when leave years begin',
      verb: 'Change it',
      fields: bodyFields('LeaveYearChange', {
        starts: { label: 'They begin on', hint: 'A month and day such as 04-01.' },
        from_year: { label: 'From the year', hint: 'The first leave year that begins on that day.' },
      }),
      warning:
        'The leave year before becomes shorter, or longer, and grants as much of a year. No request may go over that day.',
    }),
    accrue: accrueForm,
  },
  said: { year: 'Leave years begin on that day from then on.' },
  create: {
    values: {
      unit: 'day',
      count_by: 'working',
      accrual: 'upfront',
      rounding: '0.5',
      visibility: 'masked',
      requires_approval: 'yes',
      affects_balance: 'yes',
    },
  },
  line: (one, { form }) => ({
    title: one.name,
    facts: [
      one.affects_balance &&
        say('{annual_allowance} {value} a year', {
          annual_allowance: one.annual_allowance,
          value: one.unit === 'hour' ? say('hours') : say('days'),
        }),
      one.overrides && say('sickness'),
      one.requires_attachment && say('with a certificate'),
      !one.requires_approval && say('approved at once'),
      ...one.warnings,
    ],
    marks: one.archived_at ? <Badge>{say('archived')}</Badge> : null,
    forms: [form('change', { of: one }), form('delete', { of: one, about: one.name })],
  }),
  below: ({
    form,
    organization,
    parts: {
      list: { items },
      more: { years: more, presets },
    },
  }) => (
    <>
      <PresetList of={presets} form={form} />
      <Section id="leave-year" title={say('Leave years')}>
        <ul>
          {[more.this_year, more.next_year, more.year_after].map(({ year, from, to }) => (
            <li>{say('{year}: {at} to {at2}', { year, at: <Day at={from} />, at2: <Day at={to} /> })}</li>
          ))}
        </ul>
        {form('accrue', {
          choices: { leave_type_id: items.filter((one) => one.affects_balance) },
          values: { period: String(more.this_year.year) },
        })}
        {form('year', { values: { starts: more.starts, from_year: String(more.year_after.year) } })}
        {mayCall(organization, 'recountLeave') ? (
          <p>
            <LinkButton to={`/organizations/${organization.slug}/leave-recounts`}>
              {say('Leave to count again')}
            </LinkButton>
          </p>
        ) : null}
      </Section>
    </>
  ),
})
