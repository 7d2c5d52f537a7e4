import type * as z from 'zod'
import { line } from '../../shared/csv.ts'
import type { HoursExport } from './schemas.ts'
import { dayOf, minutesIn, shiftsOf, timeOf } from '../../shared/shifts.ts'
import { type Report, summaryOf } from './summary.ts'

type Answer = z.output<typeof HoursExport>
type Found = Pick<Answer, 'organization_id' | 'valid' | 'records' | 'skeleton'> & {
  format: 'json' | 'csv'
  report: Report
}

/** The extract of a worker: records that verify by themselves, or a table for people. */
export function inFormat(result: string, { now }: { now: Date }): string {
  const { format, report, records, skeleton, ...rest } = JSON.parse(result) as Found
  const { employee, from, to, head } = report
  const answer: Answer = {
    ...rest,
    employee,
    from,
    to,
    head,
    records: format === 'json' ? records : [],
    skeleton: format === 'json' ? skeleton : [],
    filename: `working-hours-${from}-${to}.${format}`,
    content: format === 'csv' ? tableOf(report, records, now) : null,
  }
  return JSON.stringify(answer)
}

const headings = [
  'name',
  'day',
  'start',
  'end',
  'break_minutes',
  'minutes',
  'hours_kind',
  'mode',
  'corrections',
]
/** A line for each shift, the totals of the months, and the end of the log to compare. */
function tableOf(report: Report, records: Answer['records'], now: Date): string {
  const { employee, from, to, head } = report
  const corrections = new Map(records.filter(({ status }) => status).map((one) => [one.seq, one]))
  const shifts = shiftsOf(report.events).filter((shift) => {
    const day = dayOf(timeOf(shift.start), shift)
    return day >= from && day <= to
  })
  const lines = shifts.map((shift) =>
    line([
      employee.name,
      dayOf(timeOf(shift.start), shift),
      shift.start.at,
      shift.end?.at,
      shift.end && minutesIn(shift.breaks),
      shift.end && minutesIn(shift.work),
      shift.kind,
      shift.start.mode,
      shift.events
        .map(({ seq }) => told(corrections.get(seq)))
        .filter(Boolean)
        .join('; '),
    ]),
  )
  const months = summaryOf(report, now).months.map(({ month, minutes, break_minutes }) =>
    line(['total', month, null, null, break_minutes, minutes, null, null, null]),
  )
  const end = head ? [line(['log', head.seq, head.hash])] : []
  return [line(headings), ...lines, ...months, ...end].join('')
}

const told = (correction: Answer['records'][number] | undefined) =>
  correction &&
  `${correction.seq}: ${correction.reason} (${correction.acks
    .map(({ side, decision, name }) => `${side} ${name}: ${decision}`)
    .join(', ')})`
