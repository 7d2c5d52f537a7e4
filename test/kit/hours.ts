import { createHash } from 'node:crypto'
import { asOwner, type Caller, type Json } from './client.ts'
import { join, type Workspace, workspace } from './makers.ts'

/** The address of the log of working hours. */
export const hoursPath = (ws: Workspace, path = '') => `${ws.base}/working-hours${path}`

/** An employee of a workspace in Madrid. */
export const hire = (
  ws: Workspace,
  account: Caller | undefined,
  name: string,
  draft: object = {},
): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/employees`, {
    first_name: name,
    hire_date: '2026-01-01',
    time_zone: 'Europe/Madrid',
    ...(account && { user_id: account.id }),
    ...draft,
  })

/** An organization with Grace, who leads Ada, and Bob, a colleague of both; none of them is an admin. */
export async function crew() {
  const ws = await workspace()
  const [boss, ada, bob] = [await join(ws), await join(ws), await join(ws)]
  const grace = await hire(ws, boss, 'Grace')
  const worker = await hire(ws, ada, 'Ada', { manager_employee_id: grace.id })
  const other = await hire(ws, bob, 'Bob')
  return { ws, boss, ada, bob, grace, worker, other }
}

/** Appends records as they would have been recorded: `event local-time`, such as `clock_in 2026-11-20T09:00:00+01:00`. */
export async function log(ws: Workspace, employee: Json, lines: string[], more: object = {}): Promise<void> {
  const entries = lines.map((line) => {
    const [event, moment] = line.split(' ') as [string, string]
    return { event, occurred_at: moment, occurred_offset: moment.slice(-6), ...more }
  })
  const each = `select app.append_working_hours(app.lock_working_hours(), jsonb_populate_record(null::working_hours_log,
    e || jsonb_build_object('employee_id', $2::text, 'source', coalesce(e->>'source', 'web'), 'mode',
      coalesce(e->>'mode', 'on_site')))) from jsonb_array_elements($3::jsonb) with ordinality x(e, n) order by n`
  for (const entry of entries)
    await asOwner(
      `with entered as materialized (select set_config('app.org_id', $1, true)) ${each.replace(
        'from jsonb',
        'from entered, jsonb',
      )}`,
      [ws.org.id, employee.id, JSON.stringify([entry])],
    )
}

const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase()

/** What the digest of an exported record covers, by the rules alone. */
export function digestOf(record: Json, employee: string): string {
  const said: Record<string, unknown> = {
    corrects_seq: record.corrects_seq,
    employee_id: employee,
    event: record.event,
    mode: record.mode,
    occurred_at: record.occurred_at,
    reason: record.reason,
    salt: record.salt,
    source: record.source,
  }
  for (const later of ['hours_kind', 'of_event', 'recorded_by', 'captured_offline'])
    if (record[later]) said[later] = record[later]
  return sha(
    JSON.stringify(
      Object.fromEntries(
        Object.keys(said)
          .sort()
          .map((key) => [key, said[key]]),
      ),
    ),
  )
}
export const hashOf = (org: string, record: Json): string =>
  sha(`WHL1|${org}|${record.seq}|${record.recorded_at}|${record.entry_digest}|${record.prev_hash}`)

/** Changes the log as only the owner of the database can. */
export async function forge(...statements: string[]): Promise<void> {
  await asOwner('alter table working_hours_log disable trigger user')
  try {
    for (const statement of statements) await asOwner(statement)
  } finally {
    await asOwner('alter table working_hours_log enable trigger user')
  }
}

/** A crew with five records: of Ada, and one of Bob between them. */
export async function five() {
  const all = await crew()
  await log(all.ws, all.worker, ['clock_in 2026-11-16T09:00:00+01:00', 'clock_out 2026-11-16T17:00:00+01:00'])
  await log(all.ws, all.other, ['clock_in 2026-11-16T10:00:00+01:00'])
  await log(all.ws, all.worker, ['clock_in 2026-11-17T09:00:00+01:00', 'clock_out 2026-11-17T17:00:00+01:00'])
  return all
}
