import * as z from 'zod'
import { clockEvents, hoursKinds, hoursModes, hoursSources } from '../../../db/schema/working-hours.ts'
import {
  boolParam,
  count,
  day,
  id,
  idOut,
  intParam,
  moment,
  paging,
  sorting,
  text,
} from '../../kit/fields.ts'
import { headOf, knownTogether, verificationOf, verifyRange } from '../../shared/chains.ts'
import { inOrder, notTooLong } from '../../shared/day-range.ts'
import { EmployeeRef } from '../../shared/employees.ts'

export const ClockEvent = z.enum(clockEvents).meta({ id: 'ClockEvent' })
export const HoursMode = z.enum(hoursModes).meta({ id: 'HoursMode' })
const HoursKind = z.enum(hoursKinds).meta({ id: 'HoursKind' })
const LogEvent = z.enum([...clockEvents, 'correction', 'void']).meta({ id: 'WorkingHoursEvent' })
const Status = z
  .enum(['waiting', 'agreed', 'disputed', 'unilateral', 'sole'])
  .meta({ id: 'CorrectionStatus' })
const decisions = ['agreed', 'refused', 'unilateral', 'sole'] as const

const mode = HoursMode.describe('Where')
const kind = HoursKind.describe('What the hours count as')
const forPeople = { 'x-brief': null }
const worker = () => id().meta({ description: 'Whose; yours unless sent', 'x-names': 'employee' })
const seq = count().describe('Its place in the log')
export const offsetMoment = (description: string) =>
  z.string().meta({ description, example: '2026-11-20T09:00:00+01:00' })
const place = z.int('must be a whole number').min(1, 'must be a whole number from 1')

export const HoursDraft = z
  .strictObject({
    event: ClockEvent.describe('What happens'),
    employee_id: worker(),
    occurred_at: moment().meta({
      description: 'Now unless sent; at most 5 minutes ago, and 24 hours if captured_offline',
      'x-brief': 'Now unless sent; older: a correction',
    }),
    mode: mode.meta({ description: 'Where; that of the shift unless sent, on_site at first' }),
    hours_kind: kind.meta({ description: 'What the hours count as', ...forPeople }),
    source: z.enum(['web', 'mobile']).meta({ description: 'What it was recorded with', ...forPeople }),
    captured_offline: z.boolean().meta({ description: 'Kept by a phone without network', ...forPeople }),
  })
  .partial()
  .required({ event: true })
  .meta({ id: 'WorkingHoursDraft' })

const corrected = ({ corrects_seq, missing }: { corrects_seq?: unknown; missing?: unknown }) =>
  (corrects_seq === undefined) !== (missing === undefined)
export const CorrectionDraft = z
  .strictObject({
    employee_id: worker(),
    corrects_seq: place.meta({ description: 'The record that is wrong' }),
    missing: z.literal(true, 'must be true').meta({ description: 'The record is missing' }),
    event: z.enum([...clockEvents, 'void']).describe('What is right; void withdraws the record'),
    occurred_at: moment().describe('When that was; not with void'),
    mode,
    hours_kind: kind,
    reason: text(500).describe('Why, for both sides'),
  })
  .partial()
  .required({ event: true, reason: true })
  .refine(corrected, { message: 'send it, or missing: true', path: ['corrects_seq'] })
  .refine(({ event, missing }) => event !== 'void' || !missing, {
    message: 'void withdraws a record; name it in corrects_seq',
    path: ['event'],
  })
  .refine(({ event, occurred_at }) => (event === 'void') === (occurred_at === undefined), {
    message: 'required, except with void',
    path: ['occurred_at'],
  })
  .meta({ id: 'WorkingHoursCorrection' })

export const CorrectionAnswer = z
  .strictObject({
    decision: z
      .enum(['agreed', 'refused', 'unilateral'])
      .describe('unilateral: the word of the company where the worker cannot answer, or did not for 14 days'),
    reason: text(500).optional().describe('Why; required unless agreed'),
  })
  .refine(({ decision, reason }) => decision === 'agreed' || reason !== undefined, {
    message: 'required unless agreed',
    path: ['reason'],
  })
  .meta({ id: 'CorrectionAnswer' })

const Ack = z
  .object({
    side: z.enum(['worker', 'company']).describe('Who answers'),
    decision: z.enum(decisions).describe('What it says'),
    reason: z.string().nullable().describe('Why'),
    name: z.string().nullable().describe('The name of who answered'),
    decided_at: moment().describe('When'),
  })
  .meta({ id: 'CorrectionAck' })

export const HoursRecord = z
  .object({
    seq,
    employee: EmployeeRef.describe('Whose it is'),
    event: LogEvent.describe('What it records'),
    of_event: ClockEvent.nullable().describe('What a correction records, unless as the corrected one'),
    occurred_at: offsetMoment('When it happened, in the time of its place'),
    mode,
    hours_kind: kind.nullable(),
    source: z.enum(hoursSources).describe('What it was recorded with'),
    captured_offline: z.boolean().describe('Kept by a phone without network'),
    reason: z.string().nullable().describe('Why it is corrected'),
    corrects_seq: count().nullable().describe('The record that it corrects'),
    status: Status.nullable().describe('How a correction stands'),
    acks: z.array(Ack).describe('What both sides say of a correction'),
    recorded_at: moment().describe('When it was recorded'),
    recorded_by: idOut().nullable().describe('Who recorded it, if not the worker'),
    entry_digest: z.string().describe('SHA-256 of what it says, with a salt'),
    prev_hash: z.string().describe('The hash before it; empty for the first'),
    hash: z.string().describe('Its hash, to keep and to compare'),
  })
  .meta({
    id: 'WorkingHoursRecord',
    'x-row': 'seq employee=employee.name event of_event occurred_at@ status',
  })
export const RecordedHours = HoursRecord.extend({
  repeated: z.boolean().describe('It was recorded already, within a minute'),
}).meta({ id: 'RecordedHours', 'x-row': 'seq employee=employee.name event occurred_at@ repeated!false' })
export const ExportedRecord = HoursRecord.extend({
  salt: z.string().describe('Part of what the digest covers'),
}).meta({ id: 'ExportedHoursRecord' })

const from = day().optional().describe('The first day')
const to = day().optional().describe('The last day')
export const HoursFilter = z
  .strictObject({
    employee_id: id().optional().meta({ description: 'Whose', 'x-names': 'employee' }),
    mine: boolParam()
      .optional()
      .meta({ description: 'Only my own, or only others’', ...forPeople }),
    from,
    to,
    event: LogEvent.optional().meta({ description: 'Only these', ...forPeople }),
    status: Status.optional().meta({ description: 'Only corrections that stand so', ...forPeople }),
    ...paging,
    sort: sorting(['seq', 'occurred_at'], 'seq').meta(forPeople),
  })
  .refine(...inOrder)

const range = { employee_id: worker().optional(), from, to }
export const SummaryRange = z
  .strictObject(range)
  .refine(...inOrder)
  .refine(...notTooLong)
export const ExportRange = z
  .strictObject({
    ...range,
    format: z.enum(['json', 'csv']).default('json').describe('csv has a line for each shift'),
  })
  .refine(...inOrder)
  .refine(...notTooLong)

export const PrintRange = z
  .strictObject(range)
  .refine(...inOrder)
  .refine(...notTooLong)
export const HoursFile = z
  .object({
    filename: z.string().describe('Name of the file'),
    content_type: z.literal('application/pdf').describe('Media type of the file'),
    content: z.string().meta({ description: 'The file in base64', format: 'byte' }),
  })
  .meta({ id: 'WorkingHoursFile' })

export const VerifyRange = z.strictObject(verifyRange).refine(...knownTogether)
const Head = headOf('WorkingHoursHead')
export const HoursVerification = verificationOf('WorkingHoursVerification', Head)

export const LogRange = z.strictObject({
  from_seq: verifyRange.from_seq,
  records: intParam(1, 5000).default(1000).meta({ type: 'integer', description: 'How many' }),
})
export const WholeLog = z
  .object({
    organization_id: idOut().describe('Whose log it is; part of each hash'),
    head: Head.nullable().describe('The end of the log, to keep and to compare'),
    kept_until: day()
      .nullable()
      .describe('The day until which the law has the last record kept; null without one'),
    records: z.array(ExportedRecord).describe('In their order, with all that the digests cover'),
    next_seq: count().nullable().describe('Where to go on; null at the end'),
  })
  .meta({ id: 'WorkingHoursLog' })

const minutes = (description: string) => count().describe(description)
const amounts = {
  minutes: minutes('At work').nullable().describe('At work; null with a shift that is open'),
  break_minutes: minutes('On breaks'),
  ordinary: minutes('Of these ordinary'),
  overtime: minutes('Of these overtime'),
  complementary: minutes('Of these complementary'),
}
const HoursDay = z
  .object({
    date: z.iso.date().describe('The local day'),
    weekday: z.string().describe('Its name'),
    first_in: offsetMoment('The first clock-in').nullable(),
    last_out: offsetMoment('The last clock-out').nullable(),
    ...amounts,
  })
  .meta({ id: 'WorkingHoursDay' })
const HoursMonth = z
  .object({
    month: z.string().meta({ description: 'Which one', example: '2026-11' }),
    days: count().describe('Days with hours'),
    ...amounts,
    minutes: minutes('At work, without open shifts'),
  })
  .meta({ id: 'WorkingHoursMonth' })
export const OpenShift = z
  .object({
    seq,
    started_at: offsetMoment('When it began'),
    is_running: z.boolean().describe('False if the clock-out was forgotten'),
    on_break: z.boolean().describe('Whether a break has begun and not ended'),
    since: offsetMoment('Since when the person is at work, or on a break'),
    minutes: minutes('At work until now').nullable().describe('At work until now; null if it was forgotten'),
  })
  .meta({ id: 'OpenShift' })
const Warning = z
  .object({
    code: z.enum(['short_rest', 'no_break', 'long_day', 'long_week', 'open_shift']).describe('What it is'),
    date: z.iso.date().describe('The day, or the last of the week'),
    minutes: count().nullable().describe('How many there were'),
    text: z.string().describe('In words'),
  })
  .meta({ id: 'HoursWarning' })
const OpenCorrection = z
  .object({ seq, status: Status.describe('Why it does not count') })
  .meta({ id: 'OpenCorrection' })

export const HoursSummary = z
  .object({
    employee: EmployeeRef.describe('Whose hours'),
    time_zone: z.string().describe('In which the person works now'),
    from: z.iso.date().describe('The first day'),
    to: z.iso.date().describe('The last day'),
    days: z.array(HoursDay).describe('Days with records'),
    months: z.array(HoursMonth).describe('The same by month'),
    open_shifts: z.array(OpenShift).describe('Without clock-out'),
    open_corrections: z.array(OpenCorrection).describe('Corrections that wait or are disputed'),
    warnings: z.array(Warning).describe('What is against usual limits'),
    head: Head.nullable().describe('The end of the log, to keep and to compare'),
  })
  .meta({ id: 'WorkingHoursSummary' })

const Link = z
  .object({
    seq,
    entry_digest: z.string().describe('SHA-256 of what it says'),
    prev_hash: z.string().describe('The hash before it'),
    hash: z.string().describe('Its hash'),
  })
  .meta({ id: 'WorkingHoursLink' })
export const HoursExport = z
  .object({
    organization_id: idOut().describe('Whose log it is; part of each hash'),
    employee: EmployeeRef.describe('Whose hours'),
    from: z.iso.date().describe('The first day'),
    to: z.iso.date().describe('The last day'),
    valid: z.boolean().describe('Whether these records are as they were recorded'),
    head: Head.nullable().describe('The end of the log, to keep and to compare'),
    records: z.array(ExportedRecord).describe('With all that the digests cover; empty with csv'),
    skeleton: z.array(Link).describe('What links them, without what others recorded; empty with csv'),
    filename: z.string().describe('Name of the file'),
    content: z.string().nullable().describe('The file, with csv'),
  })
  .meta({ id: 'WorkingHoursExport' })
