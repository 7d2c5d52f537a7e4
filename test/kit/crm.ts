import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from './client.ts'
import type { Sales } from './deals.ts'

/** An event of a deal, with its time in milliseconds; `relocated` is a change of stage while closed. */
export type DealEvent =
  | { at: number; type: 'created' | 'moved' | 'reopened' | 'relocated'; stage: string }
  | { at: number; type: 'won' | 'lost'; stage: string }

export type Deal = {
  id: string
  pipeline: string
  owner: string | null
  value: number
  currency: string
  probability: number | null
  expected: string | null
  reason: string
  events: DealEvent[]
}
export type Lead = { at: number; source: string | null; owner: string | null; converted: boolean }

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Random = ReturnType<typeof random>
const pick = <T>(chance: Random, values: readonly T[]): T => values[Math.floor(chance() * values.length)]!
const second = 1000
const day = 86_400 * second

/** Random events of a deal from `start` to `end` at the latest. */
function randomEvents(chance: Random, pipelines: string[][], start: number, end: number): DealEvent[] {
  const first = pick(chance, pick(chance, pipelines).slice(0, 2))
  const events: DealEvent[] = [{ at: start, type: 'created', stage: first }]
  /** Another stage, mostly of the same pipeline. */
  const otherStage = (stage: string) => {
    const ids = pipelines.find((stages) => stages.includes(stage))!
    const stages = chance() < 0.8 ? ids : pick(chance, pipelines)
    const others = stages.filter((stageId) => stageId !== stage)
    return pick(chance, others)
  }
  for (;;) {
    const { at, stage, type } = events.at(-1)!
    const next = at + Math.floor((chance() ** 2 * 20 * day) / second) * second
    if (next > end || chance() < 0.08) return events
    const closed = events.findLast((stageId) =>
      ['won', 'lost', 'reopened', 'created'].includes(stageId.type),
    )!
    if (closed.type === 'won' || closed.type === 'lost') {
      if (chance() < 0.6) return events
      if (type !== 'relocated' && chance() < 0.3)
        events.push({ at: next, type: 'relocated', stage: otherStage(stage) })
      else events.push({ at: next, type: 'reopened', stage })
    } else if (chance() < 0.25) events.push({ at: next, type: chance() < 0.5 ? 'won' : 'lost', stage })
    else events.push({ at: next, type: 'moved', stage: otherStage(stage) })
  }
}

type Options = { pipelines: Json[]; owners: (string | null)[]; from: number; to: number; deals: number }

export function randomHistory(seed: number, { pipelines, owners, from, to, deals }: Options) {
  const chance = random(seed)
  const moment = () => Math.floor((from + chance() * (to - from)) / second) * second
  const reasons = Array.from({ length: 30 }, (_, n) => `reason ${n}`)
  const stages = pipelines.map((pipeline): string[] => pipeline.stages.map(({ id }: Json) => id))
  const generated = Array.from({ length: deals }, (): Deal => {
    const events = randomEvents(chance, stages, moment(), to)
    return {
      id: uuidv7(),
      pipeline: pipelines[stages.findIndex((ids) => ids.includes(events.at(-1)!.stage))].id,
      owner: pick(chance, owners),
      value: Math.floor(chance() * 100_000),
      currency: pick(chance, ['EUR', 'EUR', 'USD', 'JPY']),
      probability: chance() < 0.5 ? null : pick(chance, [0, 1, 33, 50, 100]),
      expected: chance() < 0.2 ? null : new Date(moment() + 30 * day).toISOString().slice(0, 10),
      reason: chance() < 0.3 ? pick(chance, ['Price', 'price', 'PRICE']) : pick(chance, reasons),
      events,
    }
  })
  const leads = Array.from({ length: deals }, (): Lead => ({
    at: moment(),
    source: pick(chance, ['Fair', 'fair', 'web', null]),
    owner: pick(chance, owners),
    converted: chance() < 0.3,
  }))
  return { deals: generated, leads }
}
export type History = ReturnType<typeof randomHistory>

const iso = (at: number) => new Date(at).toISOString()
/** When the deal entered its stage, or was reopened in it. */
export const enteredAt = ({ events }: Deal, until = events.length) =>
  events.slice(0, until).findLast(({ type }) => ['created', 'moved', 'reopened'].includes(type))!.at
/** The event that closed the deal, if it is still closed. */
export const closingEvent = ({ events }: Deal) => {
  const last = events.findLast(({ type }) => ['won', 'lost', 'reopened', 'created'].includes(type))!
  return last.type === 'won' || last.type === 'lost' ? last : undefined
}

/** The history row that the database writes for an event. */
function entryOf(deal: Deal, index: number) {
  const { at, type, stage } = deal.events[index]!
  const before = deal.events[index - 1]
  const closed = deal.events
    .slice(0, index)
    .findLast((stageId) => stageId.type === 'won' || stageId.type === 'lost')
  const seconds = Math.floor((at - (type === 'reopened' ? closed!.at : enteredAt(deal, index || 1))) / second)
  const kinds = {
    created: { kind: 'created', to_stage_id: stage },
    moved: { kind: 'stage', from_stage_id: before?.stage, to_stage_id: stage, seconds_in_previous: seconds },
    relocated: { kind: 'stage', from_stage_id: before?.stage, to_stage_id: stage },
    reopened: {
      kind: 'status',
      from_value: closed?.type,
      to_value: 'open',
      to_stage_id: stage,
      seconds_in_previous: seconds,
    },
    won: {
      kind: 'status',
      from_value: 'open',
      to_value: 'won',
      from_stage_id: stage,
      seconds_in_previous: seconds,
    },
    lost: {
      kind: 'status',
      from_value: 'open',
      to_value: 'lost',
      from_stage_id: stage,
      seconds_in_previous: seconds,
    },
  }
  return { id: uuidv7(), deal_id: deal.id, changed_at: iso(at), ...kinds[type] }
}

/** Inserts the rows without triggers. */
export async function insertHistory({ ws, client }: Sales, { deals, leads }: History) {
  const common = { org_id: ws.org.id, created_by: ws.owner.id, version: 1 }
  const rows = deals.map((deal, n) => ({
    ...common,
    id: deal.id,
    pipeline_id: deal.pipeline,
    stage_id: deal.events.at(-1)!.stage,
    client_id: client,
    title: `Deal ${n}`,
    value_minor: deal.value,
    currency: deal.currency,
    probability: deal.probability,
    status: closingEvent(deal)?.type ?? 'open',
    expected_close_date: deal.expected,
    owner_user_id: deal.owner,
    tags: [],
    rank: `a${n}`,
    created_at: iso(deal.events[0]!.at),
    updated_at: iso(deal.events[0]!.at),
    stage_entered_at: iso(enteredAt(deal)),
    closed_at: closingEvent(deal) ? iso(closingEvent(deal)!.at) : null,
    lost_reason: closingEvent(deal)?.type === 'lost' ? deal.reason : null,
  }))
  const entries = deals.flatMap((deal) => deal.events.map((_, index) => entryOf(deal, index)))
  const history = entries.map((entry) => ({
    created_at: entry.changed_at,
    updated_at: entry.changed_at,
    org_id: ws.org.id,
    ...entry,
  }))
  const leadRows = leads.map(({ at, source, owner, converted }, n) => ({
    ...common,
    id: uuidv7(),
    name: `Lead ${n}`,
    source,
    owner_user_id: owner,
    status: converted ? 'converted' : 'new',
    converted_at: converted ? iso(at + day) : null,
    created_at: iso(at),
    updated_at: iso(at),
  }))
  const insert = (table: string, of: object[]) =>
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $json$${JSON.stringify(of)}$json$)`
  await asOwner(`begin; set local session_replication_role = replica; ${insert('deals', rows)};
    ${insert('deal_history', history)}; ${insert('leads', leadRows)}; commit`)
}
