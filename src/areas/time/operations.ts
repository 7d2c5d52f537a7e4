import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { toCsv, exportRows } from './exporting.ts'
import * as queries from './queries.ts'
import { Export, ExportFilter, TimeEntryFilter, TimerDraft, TimerStop, Totals } from './schemas.ts'

const { entry } = queries

export default area('time', 'Time entries', { entry_id: entry.target }, [
  read({
    id: 'listTimeEntries',
    summary: 'List my time entries; for managers, everybody’s',
    at: 'GET /time-entries',
    role: 'member',
    tool: 'list_time_entries',
    details: 'The totals are of all that match, not of the page alone.',
    query: TimeEntryFilter,
    returns: pageOf(entry.Shown, Totals),
    run: ({ query }) => queries.listEntries(query),
  }),
  read({
    id: 'exportTimeEntries',
    summary: 'Export the time entries of some days as CSV',
    at: 'GET /time-entries/export',
    role: 'manager',
    exports: true,
    audit: 'time_entry.exported',
    details: 'For whoever bills or pays the time; at most 10 000, without running timers.',
    query: ExportFilter,
    returns: Export,
    example: { query: 'from=2026-01-01&to=2026-01-31' },
    run: ({ query }) => exportRows(query),
    computes: true,
    transform: toCsv,
  }),
  read({
    id: 'getRunningTimer',
    summary: 'Get my running timer, or null',
    at: 'GET /time-entries/timer',
    role: 'member',
    returns: queries.RunningTimer,
    run: queries.runningTimer,
  }),
  write({
    id: 'startTimer',
    summary: 'Start my timer, on a task or a project',
    at: 'POST /time-entries/timer/start',
    role: 'member',
    tool: 'start_timer',
    details: 'Only one runs at a time: stop_running stops the other.',
    audit: 'time_entry.timer_started',
    body: TimerDraft,
    returns: entry.Detail,
    status: 201,
    example: { body: { description: 'Draw the checkout', stop_running: true } },
    run: ({ body, id }) => queries.startTimer(id(), body),
  }),
  write({
    id: 'stopTimer',
    summary: 'Stop my running timer',
    at: 'POST /time-entries/timer/stop',
    role: 'member',
    tool: 'stop_timer',
    details: 'After more than 24 hours it needs ended_at, when the work ended.',
    audit: 'time_entry.timer_stopped',
    body: TimerStop,
    returns: entry.Detail,
    setup: ['startTimer'],
    example: { body: {} },
    run: ({ body: { ended_at } }) => queries.stopTimer(ended_at),
  }),
  entry.create('createTimeEntry', 'Record time that I worked', {
    role: 'member',
    tool: 'create_time_entry',
    details:
      'Send work_date and duration_seconds, or started_at and ended_at. A task decides the project, and the project the client. The answer names entries at the same time.',
    example: { description: 'Draw the checkout', work_date: '2026-01-15', duration_seconds: 7200 },
    run: ({ body, id }) => queries.addEntry(id(), body),
  }),
  entry.find('getTimeEntry', 'Get a time entry', { role: 'member' }),
  entry.change('updateTimeEntry', 'Change a time entry that no invoice bills', {
    role: 'member',
    tool: 'update_time_entry',
    details: 'Another project brings its client and its rate, unless they are sent.',
    example: { description: 'Draw the checkout again' },
    run: ({ params: { entry_id }, body: { version, ...change } }) =>
      queries.changeEntry(entry_id, version, change),
  }),
  entry.remove('deleteTimeEntry', 'Delete a time entry that no invoice bills', {
    role: 'member',
    tool: 'delete_time_entry',
    run: ({ params: { entry_id } }) => queries.dropEntry(entry_id),
  }),
])
