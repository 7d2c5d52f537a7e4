import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { dayAfter } from '../kit/days.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Tabs } from '../kit/lists.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { type MemberOrganization, isAtLeast } from '../kit/organization-context.ts'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { Badge, Figures, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day, InWords, Moment } from '../kit/time.tsx'
import { sentence } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { shownIn } from '../kit/zone.ts'
import { changeTime } from '../time/entry-change.ts'
import { timeForm } from '../time/task-time.tsx'
import { balanceText, minutesText, WeekDays } from './week-days.tsx'
import { saidOfTimer, timerForms, timerOf, WeekTimer } from './week-timer.tsx'

type Sheet = Schemas['TimesheetDetail']

const partsOf = async ({ request, read, organization }: Fetching) => {
  const { employee_id = 'me', week_start = 'current' } = request.c.req.param() as Record<string, string>
  const found = read('getTimesheet', {}, { employee_id, week_start })
  const isOwn = employee_id === 'me'
  return together({
    sheet: isOwn ? ofOwnRecord(found) : found,
    projects: readAll(read, 'listProjects'),
    timer: isOwn ? timerOf(read, organization) : null,
  })
}
type Parts = PartsOf<typeof partsOf>
type Props = Shown<null, Parts> & { sheet: Sheet }

const kinds = { open: undefined, submitted: 'accent', approved: 'good', rejected: 'bad' } as const
const states = {
  open: 'Not submitted yet',
  submitted: 'Waits for a decision',
  approved: 'Settled',
  rejected: 'To be submitted again',
} as const
const comment = { label: 'Anything to say about it', wide: true } as const

const forms = {
  'log-time': timeForm(),
  'change-time': changeTime,
  'delete-time': calling('deleteTimeEntry', { verb: 'Remove', warning: 'The time is gone.' }),
  submit: calling('submitTimesheet', {
    verb: 'Submit the week',
    fields: bodyFields('TimesheetSubmission', { comment }),
  }),
  'submit-empty': calling('submitTimesheet', {
    verb: 'Submit the week',
    warning: 'No time is logged in this week. It is submitted as a week without work.',
    also: () => ({ empty: true }),
    done: 'submit',
  }),
  reopen: calling('reopenTimesheet', { verb: 'Withdraw it' }),
  approve: calling('approveTimesheet', { verb: 'Approve' }),
  reject: calling('rejectTimesheet', {
    title: 'Reject',
    verb: 'Reject',
    fields: bodyFields('TimesheetRejection', {
      note: { label: 'Why', hint: 'For the person.', wide: true },
    }),
  }),
  ...timerForms,
}
const said = {
  'log-time': 'The time is logged.',
  'change-time': 'The time is changed.',
  'delete-time': 'The time is removed.',
  ...saidOfTimer,
  submit: 'The week is submitted. Its time is locked until it is decided.',
  reopen: 'The week is open again. Submit it when its time is right.',
  approve: 'The week is approved.',
  reject: 'The week is rejected. The person was told why.',
}

/** The address of a week; of the reader's own without a person. */
export const weekAt = (organization: MemberOrganization, monday: string, employee_id = 'me') =>
  addressIn(organization, `weeks/${employee_id}/${monday}`)

const Content: FC<Shown<null, Parts>> = (shown) => {
  const { organization, parts, form } = shown
  if (!parts.sheet) return <NoOwnRecord organization={organization} />
  const { sheet } = parts
  const isOpen = sheet.is_own && (sheet.status === 'open' || sheet.status === 'rejected')
  return (
    <>
      <Weeks organization={organization} sheet={sheet} />
      <State {...shown} sheet={sheet} />
      {parts.timer ? (
        <WeekTimer of={parts.timer} projects={parts.projects} form={form} org={organization.slug} />
      ) : null}
      <WeekDays
        days={sheet.days}
        isOpen={isOpen}
        form={form}
        org={organization.slug}
        zone={sheet.time_zone}
        projects={parts.projects}
      />
      {isOpen ? (
        <section class="card stack" aria-label={say('Log time')}>
          {form('log-time', {
            choices: { project_id: parts.projects },
            values: { work_date: dayToLog(sheet) },
          })}
        </section>
      ) : null}
      <History sheet={sheet} />
    </>
  )
}

/** A week of an employee, their own or one to decide. */
const weekPage = (at: string) =>
  organizationPage<Parts>({
    at,
    title: (_, { sheet }) =>
      !sheet || sheet.is_own ? say('My week') : say('Week of {name}', { name: sheet.employee.name }),
    lead: (_, { parts: { sheet } }) =>
      sheet && (
        <>{say('{at} to {at2}', { at: <Day at={sheet.week_start} />, at2: <Day at={sheet.week_end} /> })}</>
      ),
    under: (organization, _, { sheet }) =>
      sheet && !sheet.is_own ? [[say('Approvals'), addressIn(organization, 'approvals')]] : [],
    parts: partsOf,
    forms,
    said,
    Content,
  })

export const myWeek = weekPage('/organizations/:slug/week')
export const anyWeek = weekPage('/organizations/:slug/weeks/:employee_id/:week_start')

/** Today, if it is in the week, or else its Monday. */
function dayToLog({ week_start, week_end, time_zone }: Sheet) {
  const [today] = shownIn(time_zone, new Date().toISOString())
  return today >= week_start && today <= week_end ? today : week_start
}

const Weeks: FC<{ organization: MemberOrganization; sheet: Sheet }> = ({ organization, sheet }) => {
  const whose = sheet.is_own ? 'me' : (sheet.employee.employee_id ?? 'me')
  const tab = (label: string, week: string) => ({
    label,
    to: weekAt(organization, week, whose),
    current: false,
  })
  return (
    <Tabs
      name={say('Weeks')}
      of={[
        tab(say('previous'), dayAfter(sheet.week_start, -7)),
        tab(say('this week'), 'current'),
        tab(say('next'), dayAfter(sheet.week_start, 7)),
      ]}
    />
  )
}

const State: FC<Props> = (shown) => {
  const { sheet } = shown
  return (
    <section class="card stack" aria-labelledby="state">
      <div class="head">
        <h2 id="state">{say(states[sheet.status])}</h2>
        <Badge kind={kinds[sheet.status]}>{inWords(sheet.status)}</Badge>
      </div>
      <Figures
        of={[
          [say('Worked'), minutesText(sheet.worked_minutes)],
          [say('Expected'), minutesText(sheet.expected_minutes), lessIn(sheet)],
          [say('Balance'), balanceText(sheet.balance_minutes)],
        ]}
      />
      <Said {...shown} />
      <Actions {...shown} />
    </section>
  )
}

/** What lowers the hours of the work schedule. */
const lessIn = ({ holiday_minutes, leave_minutes }: Sheet) =>
  [
    holiday_minutes && say('{time} less for holidays', { time: minutesText(holiday_minutes) }),
    leave_minutes && say('{time} less for leave', { time: minutesText(leave_minutes) }),
  ]
    .filter(Boolean)
    .join(', ')

const Stale: FC<Pick<Props, 'sheet'>> = ({ sheet }) => (
  <Notice kind="warn" title={say('It has changed since it was submitted')}>
    <ul>
      {sheet.changes.map((change) => (
        <li>
          <InWords text={sentence(change)} />
        </li>
      ))}
    </ul>
    <p>
      {sheet.is_own
        ? say('Withdraw it and submit it again.')
        : say('Reject it, so that it is submitted again.')}
    </p>
  </Notice>
)

/** What is to be known of the week before it is submitted or decided. */
const Said: FC<Props> = ({ sheet }) => (
  <>
    {sheet.status === 'rejected' ? (
      <Notice
        kind="bad"
        title={`Rejected${sheet.decided_by ? ` ${say('by {name}', { name: sheet.decided_by.name })}` : ''}`}
      >
        <p>{sheet.note}</p>
      </Notice>
    ) : null}
    {sheet.stale ? <Stale sheet={sheet} /> : null}
    {sheet.warnings.length ? (
      <Notice kind="warn">
        {sheet.warnings.map((warning) => (
          <p>
            <InWords text={sentence(warning)} />
          </p>
        ))}
      </Notice>
    ) : null}
    {sheet.comment ? <p>{`“${sheet.comment}”`}</p> : null}
    {sheet.status === 'submitted' ? (
      <p class="muted">
        {sheet.asked
          ? say('{name} is asked to decide.', { name: sheet.asked.name })
          : say('Admins are asked to decide.')}
      </p>
    ) : null}
  </>
)

const Actions: FC<Props> = ({ sheet, form, organization }) => {
  const { status, is_own: isOwn } = sheet
  const of = { employee_id: sheet.employee.employee_id ?? '', week_start: sheet.week_start }
  const version = String(sheet.version)
  const about = isOwn ? undefined : say('for {name}', { name: sheet.employee.name })
  const isEmpty = sheet.worked_minutes === 0 && sheet.expected_minutes > 0
  if (status === 'open' || status === 'rejected')
    return isEmpty
      ? form('submit-empty', { hidden: of, about: about ?? '' })
      : form('submit', { hidden: of, verb: isOwn ? 'Submit the week' : say('Submit it {about}', { about }) })
  const isForAdmins = status === 'approved'
  return (
    <div class="buttons">
      {status === 'submitted' && !isOwn ? (
        <>
          {form('approve', { hidden: { ...of, version }, primary: true })}
          {form('reject', { hidden: of, values: { version }, floats: true })}
        </>
      ) : null}
      {isForAdmins && !isAtLeast(organization, 'admin')
        ? null
        : form('reopen', { hidden: of, verb: isForAdmins || !isOwn ? 'Open it again' : 'Withdraw it' })}
    </div>
  )
}

const happened = {
  submitted: 'submitted it',
  approved: 'approved it',
  rejected: 'rejected it',
  withdrawn: 'took it back',
  reopened: 'opened it again',
} as const
const History: FC<{ sheet: Answer<'getTimesheet'> }> = ({ sheet: { events } }) =>
  events.length ? (
    <details class="more card" id="history">
      <summary>{say('History')}</summary>
      <ul class="rows">
        {events.map(({ action, at, by, note }) => (
          <li class="head">
            <span>
              {`${by?.name ?? say('Somebody')} ${say(happened[action])}`}
              {note ? `: ${note}` : null}
            </span>
            <span class="muted small">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  ) : null
