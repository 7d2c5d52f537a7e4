import type { Child, FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { actionAt } from '../kit/forms.tsx'
import { checkOf } from '../kit/inputs.tsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, LinkButton, Section } from '../kit/parts.tsx'
import { type Line, ListSection, Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { leaveLength } from '../leave/leave-facts.tsx'
import { whatIsCorrected } from '../working-hours/correction-facts.tsx'
import { boxOf, forms, said } from './approval-forms.tsx'
import { absencesAround, alsoAway } from './overlaps.ts'
import { balanceText, minutesText } from './week-days.tsx'
import { weekAt } from './week.tsx'

/** What is not submitted takes computing, so it is read where it is asked for. */
const isMissing = ({ query }: PageRequest) => query.show === 'missing'
const partsOf = (fetching: Fetching) =>
  ofOwnRecord(
    together(
      isMissing(fetching.request)
        ? { missing: missingIn(fetching), waiting: null }
        : { missing: null, waiting: waitingIn(fetching) },
    ),
  )
const partIn = (request: PageRequest, organization: MemberOrganization, name: string) =>
  partOf(request, addressIn(organization, 'approvals'), name, 50, name)
const missingIn = ({ request, read, organization }: Fetching) =>
  readPart(read, 'listMissingTimesheets', partIn(request, organization, 'missing'), { mine: false })
const waitingIn = ({ request, read, organization }: Fetching) => {
  const leave = readPart(read, 'listLeaveRequests', partIn(request, organization, 'leave'), {
    status: 'pending',
    mine: false,
    sort: 'start_date',
  })
  return together({
    leave,
    away: leave.then(({ items }) => absencesAround(read, items)),
    weeks: readPart(read, 'listTimesheets', partIn(request, organization, 'weeks'), {
      status: 'submitted',
      mine: false,
      sort: 'submitted_at',
    }),
    corrections: readAll(read, 'listWorkingHours', { status: 'waiting', mine: false }),
  })
}
type Parts = PartsOf<typeof partsOf>
type Page = Shown<null, Parts>
type Props = Omit<Page, 'parts'> & { parts: PartsOf<typeof waitingIn> }

const Content: FC<Page> = ({ parts, ...shown }) => {
  const { organization, request } = shown
  if (!parts) return <NoOwnRecord organization={organization} />
  const tab = (label: string, show?: string) => ({
    label,
    to: withQuery(addressIn(organization, 'approvals'), { show }),
    current: isMissing(request) === Boolean(show),
  })
  return (
    <>
      <Tabs
        name={say('Approvals')}
        of={[tab(say('waiting for you')), tab(say('weeks not submitted'), 'missing')]}
      />
      {parts.waiting ? <Waiting {...shown} parts={parts.waiting} /> : null}
      {parts.missing ? <Missing of={parts.missing} organization={organization} /> : null}
    </>
  )
}

const Waiting: FC<Props> = (shown) => {
  const { leave, weeks } = shown.parts
  const corrections = shown.parts.corrections.filter(
    ({ acks }) => !acks.some(({ side }) => side === 'company'),
  )
  return (
    <>
      {!leave.total && !weeks.total && !corrections.length ? (
        <section class="card close">
          <h2>{say('Nothing waits for you')}</h2>
          <p class="muted">
            {say('Leave, weeks and corrections of your people appear here when they are asked for.')}
          </p>
        </section>
      ) : null}
      <Leave {...shown} />
      <Weeks {...shown} />
      <ListSection
        id="corrections"
        title={say('Corrections of working hours')}
        of={corrections}
        orNothing
        line={(one) => correctionLine(one, shown)}
      />
      <p>
        <LinkButton to={addressIn(shown.organization, 'deputy')}>{say('While you are on leave')}</LinkButton>
      </p>
    </>
  )
}

const Missing: FC<{ of: PartsOf<typeof missingIn>; organization: MemberOrganization }> = ({
  of: { items, total, part },
  organization,
}) => (
  <ListSection
    id="missing"
    title={say('Weeks that are not submitted')}
    of={items}
    total={total}
    part={part}
    none={say('Everybody has submitted the weeks that are over.')}
    line={(one) => ({
      to: weekAt(organization, one.week_start, one.employee.employee_id ?? ''),
      title: one.employee.name,
      facts: [weekOf(one.week_start), workedOf(one)],
      marks: one.status === 'rejected' ? <Badge kind="bad">{say('rejected')}</Badge> : null,
    })}
  />
)

const weekOf = (monday: string) => <>{say('week of {at}', { at: <Day at={monday} /> })}</>
const workedOf = (one: { worked_minutes: number | null; expected_minutes: number | null }) =>
  say('{time} of {time2}', {
    time: minutesText(one.worked_minutes ?? 0),
    time2: minutesText(one.expected_minutes ?? 0),
  })

const Leave: FC<Props> = (shown) => {
  const { leave, away } = shown.parts
  return (
    <ListSection
      id="leave"
      title={say('Leave')}
      of={leave.items}
      total={leave.total}
      part={leave.part}
      orNothing
      above={
        <p>
          <LinkButton to={addressIn(shown.organization, 'absence-calendar')} kind="slim">
            {say('Who is away')}
          </LinkButton>
        </p>
      }
      line={(one) => ({
        to: `/absences/${one.id}?org=${shown.organization.slug}`,
        title: `${one.employee.name}: ${one.leave_type.name}`,
        facts: [<Days of={one} />, leaveLength(one), askedOf(one.asked), overlapText(alsoAway(one, away))],
        buttons: [
          shown.form('approve-leave', {
            of: one,
            hidden: { version: String(one.version) },
            about: say('leave of {name}', { name: one.employee.name }),
            primary: true,
          }),
          shown.form('reject-leave', {
            of: one,
            values: { version: String(one.version) },
            about: say('leave of {name}', { name: one.employee.name }),
            floats: true,
          }),
        ],
      })}
    />
  )
}

const Days: FC<{ of: Schemas['LeaveRequest'] }> = ({ of: { start_date: from, end_date: to } }) => (
  <>
    <Day at={from} />
    {from === to ? null : <> {say('to {at}', { at: <Day at={to} /> })}</>}
  </>
)
const askedOf = (asked: Schemas['LeaveRequest']['asked']) =>
  say('{name} is asked', { name: asked?.name ?? say('an admin') })

const shownNames = 5
/** Who else is away then; what it costs to approve. */
function overlapText(names: string[]): Child {
  if (!names.length) return say('nobody else is away')
  const more = names.length - shownNames
  const text = names.slice(0, shownNames).join(', ')
  return (
    <Badge kind="warn">
      {say('also away: {text}{value}', {
        text,
        value: more > 0 ? ` ${say('and {more} more', { more })}` : '',
      })}
    </Badge>
  )
}

const Weeks: FC<Props> = (shown) => {
  const { items, total, part } = shown.parts.weeks
  if (!total) return null
  const problem = shown.problems.fields.weeks
  return (
    <Section id="weeks" title={say('Weeks')}>
      <form class="stack" method="post" action={actionAt(shown.here, 'approve-weeks')}>
        <fieldset class="stack" id="approve-weeks-weeks">
          <legend class="hidden">{say('The weeks to approve')}</legend>
          <Rows of={items} line={(one) => weekLine(one, shown)} />
        </fieldset>
        {problem ? <p class="problem">{problem}</p> : null}
        <div class="buttons">
          <button class="primary">{say('Approve the chosen weeks')}</button>
        </div>
      </form>
      {part.pager(total)}
    </Section>
  )
}

/** A week with the box that chooses it; to reject it one looks at it first. */
const weekLine = (
  one: Item<'listTimesheets'>,
  { organization, request }: { organization: MemberOrganization; request: Props['request'] },
): Line => {
  const name = checkOf('weeks', boxOf(one))
  const wasSent = request.c.req.method === 'POST'
  return {
    before: (
      <label class="pick">
        <input type="checkbox" name={name} checked={wasSent ? name in request.form : !one.stale} />
        <span class="hidden">
          {say('Week of {at} of {name}', { at: <Day at={one.week_start} />, name: one.employee.name })}
        </span>
      </label>
    ),
    to: weekAt(organization, one.week_start, one.employee.employee_id ?? ''),
    title: one.employee.name,
    facts: [weekOf(one.week_start), workedOf(one), askedIn(one), one.comment && `“${one.comment}”`],
    marks: one.stale ? (
      <Badge kind="warn">{say('changed since')}</Badge>
    ) : (
      <Badge kind={(one.balance_minutes ?? 0) < 0 ? 'warn' : undefined}>
        {balanceText(one.balance_minutes ?? 0)}
      </Badge>
    ),
  }
}
const askedIn = ({ on_behalf }: Item<'listTimesheets'>) => on_behalf && say('submitted by somebody else')

const correctionLine = (one: Item<'listWorkingHours'>, { form }: Pick<Props, 'form'>): Line => {
  const of = { id: String(one.seq) }
  const about = say('the correction of {name}', { name: one.employee.name })
  return {
    title: one.employee.name,
    facts: [whatIsCorrected(one), one.reason && `“${one.reason}”`],
    buttons: [form('agree', { of, about, primary: true }), form('refuse', { of, about, floats: true })],
  }
}

/** What waits for the reader: leave, weeks and corrections of working hours of their people. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/approvals',
  title: 'Approvals',
  lead: 'What your people ask you to decide.',
  parts: partsOf,
  forms,
  said,
  wrongLabels: { weeks: 'Weeks' },
  Content,
})
