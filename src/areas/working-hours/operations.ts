import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { withCheckpoint, type Verified } from '../../shared/chains.ts'
import { employeeTarget } from '../../shared/employees.ts'
import { hoursChain } from '../../shared/checkpoints.ts'
import { inFormat } from './exporting.ts'
import { hoursFile } from './printing.ts'
import { kioskOperations, kioskTarget } from './kiosks.ts'
import * as queries from './queries.ts'
import {
  CorrectionAnswer,
  CorrectionDraft,
  ExportRange,
  HoursDraft,
  HoursExport,
  HoursFile,
  HoursFilter,
  HoursRecord,
  HoursSummary,
  HoursVerification,
  LogRange,
  PrintRange,
  RecordedHours,
  SummaryRange,
  VerifyRange,
  WholeLog,
} from './schemas.ts'
import { type Report, summaryOf } from './summary.ts'
import { workday } from './workday.ts'

const isNew = (answer: string) => !(JSON.parse(answer) as { repeated: boolean }).repeated
const reach = 'Of the team for its manager, of all for admins.'

export default area(
  'working-hours',
  'Working hours',
  { kiosk_id: kioskTarget, employee_id: employeeTarget },
  [
    write({
      id: 'recordWorkingHours',
      summary: 'Clock in or out, or begin or end a break',
      at: 'POST /working-hours',
      role: 'member',
      not: ['impersonation'],
      tool: 'record_working_hours',
      details:
        'Appended to a chain that nobody can change. The same event within a minute is the one recorded already (200).',
      audit: 'working_hours.recorded',
      body: HoursDraft,
      returns: RecordedHours,
      response: { createdIf: isNew },
      refuses: [409],
      example: { body: { event: 'clock_in' } },
      run: ({ body }) => queries.add(body),
    }),
    read({
      id: 'listWorkingHours',
      summary: 'List the records of who worked when',
      at: 'GET /working-hours',
      role: 'member',
      not: ['impersonation'],
      tool: 'list_working_hours',
      details: reach,
      query: HoursFilter,
      returns: pageOf(HoursRecord),
      run: ({ query }) => queries.list(query),
    }),
    write({
      id: 'correctWorkingHours',
      summary: 'Correct or withdraw a record of working hours, or add one that is missing',
      at: 'POST /working-hours/corrections',
      role: 'member',
      not: ['impersonation'],
      details:
        'Nothing is changed: the correction counts once both the worker and the company agree. Whoever starts it agrees to it.',
      audit: 'working_hours.correction_asked',
      body: CorrectionDraft,
      returns: HoursRecord,
      status: 201,
      refuses: [409],
      example: {
        body: {
          missing: true,
          event: 'clock_in',
          occurred_at: '2026-01-15T08:00:00Z',
          reason: 'My phone was empty',
        },
      },
      run: ({ body }) => queries.correct(body),
    }),
    write({
      id: 'confirmWorkingHoursCorrection',
      summary: 'Agree to a correction of working hours for my side, or refuse it',
      at: 'POST /working-hours/corrections/{seq}/ack',
      role: 'member',
      not: ['impersonation'],
      details: 'Refused, it stays with both statements, and the original counts.',
      audit: 'working_hours.correction_answered',
      noun: 'correction',
      pathFormats: {
        seq: { format: /^[1-9]\d{0,8}$/, problem: 'must be a whole number from 1', example: '1' },
      },
      body: CorrectionAnswer,
      returns: HoursRecord,
      refuses: [409],
      example: { body: { decision: 'agreed' } },
      run: ({ params: { seq }, body }) => queries.confirm(seq, body),
    }),
    read({
      id: 'getWorkingHoursSummary',
      summary: 'Sum up working hours by day and month, with warnings',
      at: 'GET /working-hours/summary',
      role: 'member',
      not: ['impersonation'],
      tool: 'get_working_hours_summary',
      details: `This month unless asked for others. ${reach}`,
      query: SummaryRange,
      returns: HoursSummary,
      transform: (result, { now }) => JSON.stringify(summaryOf(JSON.parse(result) as Report, now)),
      run: ({ query }) => queries.summarize(query),
    }),
    read({
      id: 'verifyWorkingHours',
      summary: 'Check that no record of working hours was changed, removed or slipped in',
      at: 'GET /working-hours/verify',
      role: 'manager',
      heavy: true,
      tool: 'verify_working_hours',
      details:
        'Computes every hash, 100,000 a call (`next_seq` goes on), and compares the newest signed checkpoint outside the ' +
        'database. A head kept earlier shows whether the chain was rewritten or cut off since.',
      query: VerifyRange,
      returns: HoursVerification,
      transform: (result, context) =>
        withCheckpoint(
          {
            ...(JSON.parse(result) as Pick<Verified, 'folder' | 'found'>),
            chain: hoursChain,
            hashAt: queries.hashAt,
          },
          context,
        ),
      run: ({ query }) => queries.verify(query),
    }),
    read({
      id: 'exportWorkingHours',
      summary: 'Export the working hours of somebody, to be verified without those of others',
      at: 'GET /working-hours/export',
      role: 'member',
      not: ['impersonation'],
      exports: true,
      audit: 'working_hours.exported',
      details: `This month unless asked for others. ${reach}`,
      query: ExportRange,
      returns: HoursExport,
      transform: inFormat,
      run: ({ query }) => queries.extract(query),
    }),
    read({
      id: 'getWorkingHoursFile',
      summary: 'Get the working hours of somebody as a PDF, in their language, for an inspector',
      at: 'GET /working-hours/inspection-file',
      role: 'member',
      not: ['impersonation'],
      exports: true,
      audit: 'working_hours.printed',
      details: `This month unless asked for others: shifts, totals, corrections with who agreed, and the end of the log to compare. ${reach}`,
      query: PrintRange,
      returns: HoursFile,
      computes: true,
      transform: hoursFile,
      run: ({ query }) => queries.print(query),
    }),
    read({
      id: 'exportWorkingHoursLog',
      summary: 'Export the log of working hours of everybody, also of an organization that is deleted',
      at: 'GET /working-hours/log/export',
      role: 'owner',
      not: ['impersonation'],
      allows: ['deleted'],
      exports: true,
      audit: 'working_hours.log_exported',
      heavy: true,
      details:
        'For who keeps it once the organization is erased: the service keeps it too, sealed, but nobody can read it there any more.',
      query: LogRange,
      returns: WholeLog,
      run: ({ query }) => queries.wholeLog(query),
    }),
    workday,
    ...kioskOperations,
  ],
)
