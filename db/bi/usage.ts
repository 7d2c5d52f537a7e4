import { sql } from 'drizzle-orm'
import { meterKeys } from '../schema/metering.ts'
import { day, type Source, sum } from './source.ts'

const gauges = new Set<string>(['storage_bytes', 'seats'])
const usageMeters: Source = {
  label: 'Usage of the service',
  says: 'What the organization used of the service by day; meters that add up',
  role: 'admin',
  like: 'queryUsage',
  block: 'org',
  from: sql`app.usage_days() usage`,
  measures: { quantity: sum('Used', 'amount', sql`usage.quantity`) },
  dimensions: {
    meter: {
      label: 'Meter',
      kind: 'enum',
      value: sql`usage.meter`,
      values: meterKeys.filter((key) => !gauges.has(key)),
    },
  },
  times: { day: day('Day', sql`usage.day`) },
}

export const usage = { usage_meters: usageMeters }
