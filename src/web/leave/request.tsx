import type { Child } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { attachmentFile, fileForms, PageFiles } from '../attachments/page-files.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, type ObjectFetching, objectPage, type PartsOf } from '../kit/page.tsx'
import { Facts, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day, Moment, WeekDay } from '../kit/time.tsx'
import { unneeded } from './draft-fields.ts'
import { leaveLength } from './leave-facts.tsx'
import { MeetingsThen } from './meetings-then.tsx'
import {
  certificateOf,
  isDecidedBy,
  isOpen,
  requestForms,
  saidOfRequests,
  stateOf,
} from './request-parts.tsx'

type Request = Answer<'getLeaveRequest'>

/** The certificates are for the person and admins; a request that is not decided yet can be changed by its person. */
const partsOf = async ({ read, id, organization, object }: ObjectFetching<'getLeaveRequest'>) => {
  const { is_own: isOwn } = await object
  return isOwn || mayCall(organization, 'adjustVacationBalance')
    ? together({
        files: read('listAttachments', { entity_type: 'leave_request', entity_id: id, limit: 50 }),
        kinds: readAll(read, 'listLeaveTypes'),
      })
    : null
}

type Kinds = NonNullable<PartsOf<typeof partsOf>>['kinds']
/** Sickness is certified whether its kind asks for it or not. */
const takesCertificate = ({ certificate, leave_type: { leave_type_id: id } }: Request, kinds: Kinds) =>
  certificate !== 'not_required' || kinds.some((one) => one.id === id && one.overrides)
/** Leave by the hour has no halves of days. */
const exceptFor = ({ leave_type: { unit } }: Request, kinds: Kinds) =>
  unit === 'hour' ? ['start_half', 'end_half'] : unneeded(kinds)

/** A request for leave: its days, what became of it, and its certificates. */
export default objectPage<'getLeaveRequest', PartsOf<typeof partsOf>>({
  at: '/absences/:id',
  of: 'getLeaveRequest',
  noun: 'request',
  under: (organization) => [[say('Leave'), addressIn(organization, 'absences')]],
  title: ({ employee, leave_type }) => `${employee.name}: ${leave_type.name}`,
  marks: stateOf,
  parts: partsOf,
  file: attachmentFile,
  forms: { ...fileForms<Request>('leave_request', 'certificate'), ...requestForms },
  said: saidOfRequests,
  Content: (shown) => {
    const { object: request, parts: own, form } = shown
    const about = request.employee.name ?? ''
    const steps = [
      isDecidedBy(request) ? form('approve', { about }) : null,
      isDecidedBy(request) ? form('note', { about, values: { version: String(request.version) } }) : null,
      isDecidedBy(request) ? form('reject', { about }) : null,
      own && request.is_own && request.status === 'pending'
        ? form('change', {
            choices: { leave_type_id: own.kinds },
            except: exceptFor(request, own.kinds),
          })
        : null,
      isOpen(request) ? form('cancel', { about: request.leave_type.name }) : null,
    ].filter(Boolean)
    return (
      <>
        <Facts of={factsOf(request)} />
        {steps.length ? (
          <section class="card stack" aria-label={say('Next step')}>
            {steps}
          </section>
        ) : null}
        {own && (own.files.total || takesCertificate(request, own.kinds)) ? (
          <PageFiles shown={shown} files={own.files} noun="certificate" may={isOpen(request)} />
        ) : null}
        {request.meetings.length ? (
          <Section id="meetings" title={say('Meetings in that time')}>
            <MeetingsThen of={request.meetings} slug={shown.organization.slug} />
          </Section>
        ) : null}
        {request.days.length ? (
          <Section id="days" title={say('Days')}>
            <Rows of={request.days} shown={shown} line={lineOf} />
          </Section>
        ) : null}
      </>
    )
  },
})

const lineOf = ({ date, am, pm, minutes }: Request['days'][number]) => ({
  title: <WeekDay at={date} />,
  facts: [
    am === pm ? null : am ? say('the morning') : say('the afternoon'),
    say('{value} h of work', { value: Math.round(minutes / 6) / 10 }),
  ],
})

const rules: Record<Request['overridden'][number], string> = {
  min_notice_days: 'notice',
  max_backdate_days: 'days back',
  max_consecutive_days: 'days at once',
  usable_after_days: 'the wait after being hired',
  block: 'blocked days',
}

function factsOf(request: Request): [string, Child][] {
  const { status, asked, decided_by, decided_at, self_decided } = request
  return [
    [say('First day'), <WeekDay at={request.start_date} />],
    [say('Last day'), <WeekDay at={request.end_date} />],
    [
      say('Between'),
      request.start_time &&
        say('{start_time} and {end_time}', { start_time: request.start_time, end_time: request.end_time }),
    ],
    [say('Takes'), leaveLength(request)],
    [say('Certificate'), certificateOf(request)],
    [say('Certificate until'), request.certificate_due_on && <Day at={request.certificate_due_on} />],
    [say('Reason'), request.reason],
    [say('Asked'), status === 'pending' && (asked ? asked.name : say('an admin'))],
    [say('Decided by'), decided_at && (decided_by?.name ?? say('nobody; it is approved at once'))],
    [say('Decided'), decided_at && <Moment at={decided_at} />],
    [say('Because'), self_decided && say('nobody else can decide')],
    [say('Passed over'), request.overridden.map((rule) => say(rules[rule])).join(', ')],
    [say('Note'), request.decision_note],
  ]
}
