import { bytesOfBase64 } from '../../base/base64.ts'
import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { daysOfMonth, isDay, isMonth, monthAfter } from '../kit/days.ts'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { mayCall, type Query, readerOf, type Schemas } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Figures, LinkButton, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { InWords, useMonth, useShortDay } from '../kit/time.tsx'
import { PageError, sentence, type PageRequest } from '../kit/page-request.ts'
import { shownIn } from '../kit/zone.ts'
import { minutesText } from '../timesheets/week-days.tsx'
import { clockOf } from './correction-facts.tsx'
import { hoursForms, said } from './hours-forms.tsx'
import { Records, Waiting } from './records.tsx'

/** Whose hours the address names; nobody where they are the reader's own. */
const workerIn = ({ c }: PageRequest) => (c.req.param() as Record<string, string>).employee_id
const monthIn = ({ query }: PageRequest, zone: string) =>
  isMonth(query.month) ? query.month! : shownIn(zone, new Date().toISOString())[0].slice(0, 7)

const partsOf = async ({ request, read, organization }: Fetching) => {
  const employee_id = workerIn(request)
  const month = monthIn(request, organization.timezone)
  const [from, to] = daysOfMonth(month)
  const whose = employee_id ? { employee_id } : {}
  const part = partOf(request, request.c.req.path, 'records', 40, 'records')
  const log = employee_id ? whose : { mine: true }
  const found = together({
    month: Promise.resolve(month),
    summary: read('getWorkingHoursSummary', { ...whose, from, to }),
    records: readPart(read, 'listWorkingHours', part, {
      ...log,
      from,
      to,
      sort: '-occurred_at,-seq',
    }),
    waiting: readAll(read, 'listWorkingHours', { ...log, status: 'waiting' }),
  })
  return employee_id ? found.catch(notFound) : ofOwnRecord(found)
}
function notFound(error: unknown): never {
  if (!(error instanceof PageError && error.status === 422)) throw error
  throw new PageError(404, say('No such person'), say('There is nobody here whose hours you can see.'))
}
export type Parts = PartsOf<typeof partsOf>
export type Props = Shown<null, Parts> & { parts: NonNullable<Parts>; isOwn: boolean }

const Content: FC<Shown<null, Parts>> = ({ parts, ...shown }) => {
  if (!parts) return <NoOwnRecord organization={shown.organization} />
  const { missing } = shown.request.query
  const day = isDay(missing) ? missing! : ''
  const props = { ...shown, parts, isOwn: workerIn(shown.request) === undefined }
  return (
    <>
      <Waiting {...props} />
      <Months {...props} />
      <Sums {...props} />
      <Days {...props} />
      <section class="card stack" aria-label={say('Add a record')}>
        {shown.form('add', {
          hidden: { employee_id: workerIn(shown.request), zone: parts.summary.time_zone },
          values: { event: day ? 'clock_out' : 'clock_in', day },
        })}
      </section>
      <Records {...props} />
    </>
  )
}

const Months: FC<Props> = ({ here, parts: { month } }) => {
  const [path = ''] = here.split('?')
  const tab = (label: string, to?: string) => ({ label, to: withQuery(path, { month: to }), current: false })
  return (
    <Tabs
      name={say('Months')}
      of={[
        tab(say('previous'), monthAfter(month, -1)),
        tab(say('this month')),
        tab(say('next'), monthAfter(month, 1)),
      ]}
    />
  )
}

const Sums: FC<Props> = ({ here, organization, parts: { month, summary } }) => {
  const [sum] = summary.months
  const [path = ''] = here.split('?')
  return (
    <section class="card stack" aria-labelledby="sums">
      <h2 id="sums">{useMonth()(month)}</h2>
      <Figures
        of={[
          [say('At work'), minutesText(sum?.minutes ?? 0), count(sum?.days ?? 0, 'day')],
          [say('Overtime'), minutesText(sum?.overtime ?? 0)],
          [say('Breaks'), minutesText(sum?.break_minutes ?? 0)],
        ]}
      />
      <p class="buttons">
        <LinkButton to={withQuery(`${path}/files/csv`, { month })} kind="slim">
          {say('Download as CSV')}
        </LinkButton>
        <LinkButton to={withQuery(`${path}/files/pdf`, { month })} kind="slim">
          {say('Download as PDF')}
        </LinkButton>
        {mayCall(organization, 'verifyWorkingHours') ? (
          <LinkButton to={addressIn(organization, 'hours-log')} kind="slim">
            {say('Log of everybody')}
          </LinkButton>
        ) : null}
      </p>
    </section>
  )
}

const Days: FC<Props> = ({ parts: { summary } }) => {
  const short = useShortDay()
  return (
    <>
      {summary.warnings.length ? (
        <Notice kind="warn" title={say('Worth a look')}>
          <ul>
            {summary.warnings.map(({ text }) => (
              <li>
                <InWords text={sentence(text)} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <ListSection
        id="days"
        title={say('Days')}
        of={summary.days}
        none={say('Nothing is recorded in this month.')}
        line={(day: Schemas['WorkingHoursDay']) => ({
          title: `${day.weekday} ${short(day.date)}`,
          facts: [
            day.first_in &&
              say('{time} to {value}', {
                time: clockOf(day.first_in),
                value: day.last_out ? clockOf(day.last_out) : '…',
              }),
            day.break_minutes > 0 && say('{time} of breaks', { time: minutesText(day.break_minutes) }),
            day.overtime > 0 && say('{time} of overtime', { time: minutesText(day.overtime) }),
          ],
          amount: day.minutes === null ? null : minutesText(day.minutes),
          marks: day.minutes === null ? <Badge kind="warn">{say('no end')}</Badge> : null,
        })}
      />
    </>
  )
}

/** The extract of a month: a table with a line for each shift, or a paper for an inspector. */
async function file(request: PageRequest) {
  const { organization } = await organizationContext(request)
  const [from, to] = daysOfMonth(monthIn(request, organization.timezone))
  const employee_id = workerIn(request)
  const query: Query<'getWorkingHoursFile'> = { from, to, ...(employee_id && { employee_id }) }
  const read = readerOf(request, { org_id: organization.id })
  if (request.c.req.param('file') === 'pdf') {
    const paper = await read('getWorkingHoursFile', query)
    return fileResponse(bytesOfBase64(paper.content), paper.content_type, paper.filename)
  }
  const { content, filename } = await read('exportWorkingHours', { ...query, format: 'csv' })
  return fileResponse(byteOrderMark + (content ?? ''), 'text/csv; charset=utf-8', filename)
}

/** When somebody worked, by month, with the records and what is corrected of them. */
const hoursPage = (at: string) =>
  organizationPage<Parts>({
    at,
    title: (_, parts) =>
      at.includes(':employee_id') && parts
        ? say('Hours of {name}', { name: parts.summary.employee.name })
        : say('My hours'),
    keeps: ['month'],
    under: (organization, _, parts) =>
      at.includes(':employee_id') && parts
        ? [
            [say('People'), addressIn(organization, 'people')],
            [
              parts.summary.employee.name ?? '',
              `/people/${parts.summary.employee.employee_id}?org=${organization.slug}`,
            ],
          ]
        : [[say('Clock'), addressIn(organization, 'clock')]],
    parts: partsOf,
    forms: hoursForms,
    said,
    file,
    Content,
  })

export const myHours = hoursPage('/organizations/:slug/hours')
export const anyHours = hoursPage('/organizations/:slug/hours/:employee_id')
