import type * as z from 'zod'
import type { Forecast } from './insight-schemas.ts'

export const maxDays = 1000
const minDays = 5

/**
 * Tasks completed on each day of the history, oldest first, today's date in the project, and its open tasks.
 */
export type History = { today: string; samples: number[]; open: number }
export type Question = { items?: number; by_date?: string; trials: number; seed: number }

/**
 * Numbers from 0 to 1 (excluded) that depend only on the seed. Mulberry32 by Tommy Ettinger (public domain).
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Days until `items` tasks are done, drawing each day's throughput from the samples; at most 1000. */
export function daysUntil(items: number, samples: number[], random: () => number): number {
  let remaining = items
  let days = 0
  while (remaining > 0 && days < maxDays) {
    remaining -= samples[Math.floor(random() * samples.length)]!
    days++
  }
  return days
}

/** Tasks done within a number of days, drawing each day's throughput from the samples. */
export function doneWithin(days: number, samples: number[], random: () => number): number {
  let done = 0
  for (let day = 0; day < days; day++) done += samples[Math.floor(random() * samples.length)]!
  return done
}

/** The smallest outcome that at least `percent` of the sorted trials do not exceed (nearest rank). */
export const percentile = (sorted: ArrayLike<number>, percent: number) =>
  sorted[Math.max(Math.ceil((percent / 100) * sorted.length) - 1, 0)]!

const dayAfter = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 864e5).toISOString().slice(0, 10)
const daysTo = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / 864e5)

/**
 * Monte Carlo forecast: each trial replays random days of the history, including those without a completion.
 * For "when", the result is a day that the given percentage of trials meet; for "how many", the number they
 * reach or exceed.
 */
export function forecast({ today, samples, open }: History, query: Question): z.output<typeof Forecast> {
  const byDate = query.by_date ?? null
  const items = byDate ? null : (query.items ?? open)
  const insufficient = samples.filter((done) => done > 0).length < minDays
  const span = byDate ? Math.min(Math.max(daysTo(today, byDate), 0), maxDays) : 0
  const random = randomFrom(query.seed)
  const trial =
    items === null ? () => doneWithin(span, samples, random) : () => daysUntil(items, samples, random)
  const trials = insufficient ? new Int32Array() : Int32Array.from({ length: query.trials }, trial).sort()
  const atConfidence = (chance: number) => {
    if (insufficient) return null
    if (items === null) return { items: percentile(trials, 100 - chance), days: null, date: byDate }
    const days = percentile(trials, chance)
    return { items, days, date: dayAfter(today, days) }
  }
  return {
    question: byDate ? 'how_many' : 'when',
    items,
    by_date: byDate,
    insufficient_data: insufficient,
    clamped: items === null ? byDate !== null && daysTo(today, byDate) > maxDays : trials.at(-1) === maxDays,
    p50: atConfidence(50),
    p70: atConfidence(70),
    p85: atConfidence(85),
    p95: atConfidence(95),
    histogram: histogramOf(trials),
    sample_size: samples.length,
    assumptions: assumptions(samples.length, query),
  }
}

const histogramOf = (sorted: Int32Array) => {
  const counts = new Map<number, number>()
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, trials]) => ({ value, trials }))
}

const assumptions = (days: number, { trials, seed }: Question) => [
  `The days to come are like the last ${days}: each is one of them, drawn at random, days without a completion too.`,
  'Tasks count alike, whatever their estimate; new ones are not counted; epics are left out.',
  `${trials} trials from seed ${seed}; the first day is tomorrow.`,
]
