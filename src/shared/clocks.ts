import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { slaClocks, slaMetrics } from '../../db/schema/sla.ts'
import { any } from '../kit/sql.ts'

export const Metric = z.enum(slaMetrics)
export const ClockState = z
  .enum(['running', 'at_risk', 'breached', 'paused', 'met', 'missed', 'cancelled'])
  .meta({ id: 'SlaClockState', description: 'breached: late and not ended; missed: ended late' })

const state = sql`app.clock_state(${slaClocks})`
const elapsed = sql`app.clock_elapsed(${slaClocks})`

/** Computed fields of a clock, now. */
export const clockTimes = {
  policy: { id: slaClocks.policy_id, name: sql`${slaClocks.policy_snapshot}->>'name'` },
  state,
  elapsed_seconds: elapsed,
  remaining_seconds: sql`${slaClocks.target_seconds} - ${elapsed}`,
  percent: sql`(100::bigint * ${elapsed} / ${slaClocks.target_seconds})::int`,
}

const running = (rest: SQL) => sql`(${slaClocks.state} = 'running' and ${rest})`
const conditionOf: Record<string, SQL> = {
  breached: running(sql`${slaClocks.due_at} < now()`),
  at_risk: running(sql`${slaClocks.due_at} >= now() and ${slaClocks.warn_at} <= now()`),
  running: running(sql`${slaClocks.due_at} >= now() and ${slaClocks.warn_at} > now()`),
}
/** Clocks in these states, in terms of their columns, so that an index is used and the planner can estimate them. */
export const inClockState = (states: string[]) => {
  const [late, risky] = [states.includes('breached'), states.includes('at_risk')]
  const single = late && risky ? states.filter((state) => !['breached', 'at_risk'].includes(state)) : states
  return any(
    ...(late && risky ? [running(sql`${slaClocks.warn_at} <= now()`)] : []),
    ...single.map((state) => conditionOf[state] ?? sql`${slaClocks.state} = ${state}`),
  )
}
