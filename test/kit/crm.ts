import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, type Json } from './client.ts'
import type { Sales } from './deals.ts'

/** What happens to a deal at a moment, in milliseconds: it enters a stage, is closed, reopened, or put elsewhere while closed. */
export type Happening =
  | { at: number; what: 'created' | 'moved' | 'reopened' | 'relocated'; stage: string }
  | { at: number; what: 'won' | 'lost'; stage: string }

export type Deal = {
  id: string
  pipeline: string
  owner: string | null
  value: number
  currency: string
  probability: number | null
  expected: string | null
  reason: string
  life: Happening[]
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

type Chance = ReturnType<typeof random>
const pick = <T>(chance: Chance, values: readonly T[]): T => values[Math.floor(chance() * values.length)]!
const second = 1000
const day = 86_400 * second

/** What a deal goes through from a moment on, until nothing more happens to it or `end` has come. */
function lifeOf(chance: Chance, pipelines: string[][], start: number, end: number): Happening[] {
  const first = pick(chance, pick(chance, pipelines).slice(0, 2))
  const life: Happening[] = [{ at: start, what: 'created', stage: first }]
  /** Another stage of the same pipeline, and now and then of any. */
  const another = (stage: string) => {
    const own = pipelines.find((stages) => stages.includes(stage))!
    const stages = chance() < 0.8 ? own : pick(chance, pipelines)
    const others = stages.filter((one) => one !== stage)
    return pick(chance, others)
  }
  for (;;) {
    const { at, stage, what } = life.at(-1)!
    const next = at + Math.floor((chance() ** 2 * 20 * day) / second) * second
    if (next > end || chance() < 0.08) return life
    const closed = life.findLast((one) => ['won', 'lost', 'reopened', 'created'].includes(one.what))!
    if (closed.what === 'won' || closed.what === 'lost') {
      if (chance() < 0.6) return life
      if (what !== 'relocated' && chance() < 0.3)
        life.push({ at: next, what: 'relocated', stage: another(stage) })
      else life.push({ at: next, what: 'reopened', stage })
    } else if (chance() < 0.25) life.push({ at: next, what: chance() < 0.5 ? 'won' : 'lost', stage })
    else life.push({ at: next, what: 'moved', stage: another(stage) })
  }
}

type Given = { pipelines: Json[]; owners: (string | null)[]; from: number; to: number; deals: number }

export function imagine(seed: number, { pipelines, owners, from, to, deals }: Given) {
  const chance = random(seed)
  const moment = () => Math.floor((from + chance() * (to - from)) / second) * second
  const reasons = Array.from({ length: 30 }, (_, n) => `reason ${n}`)
  const stages = pipelines.map((pipeline): string[] => pipeline.stages.map(({ id }: Json) => id))
  const made = Array.from({ length: deals }, (): Deal => {
    const life = lifeOf(chance, stages, moment(), to)
    return {
      id: uuidv7(),
      pipeline: pipelines[stages.findIndex((own) => own.includes(life.at(-1)!.stage))].id,
      owner: pick(chance, owners),
      value: Math.floor(chance() * 100_000),
      currency: pick(chance, ['EUR', 'EUR', 'USD', 'JPY']),
      probability: chance() < 0.5 ? null : pick(chance, [0, 1, 33, 50, 100]),
      expected: chance() < 0.2 ? null : new Date(moment() + 30 * day).toISOString().slice(0, 10),
      reason: chance() < 0.3 ? pick(chance, ['Price', 'price', 'PRICE']) : pick(chance, reasons),
      life,
    }
  })
  const leads = Array.from({ length: deals }, (): Lead => ({
    at: moment(),
    source: pick(chance, ['Fair', 'fair', 'web', null]),
    owner: pick(chance, owners),
    converted: chance() < 0.3,
  }))
  return { deals: made, leads }
}
export type Imagined = ReturnType<typeof imagine>

const iso = (at: number) => new Date(at).toISOString()
/** When the deal came to be in its stage, or was reopened in it. */
export const enteredAt = ({ life }: Deal, until = life.length) =>
  life.slice(0, until).findLast(({ what }) => ['created', 'moved', 'reopened'].includes(what))!.at
/** The last time that it was won or lost, where it still is. */
export const closing = ({ life }: Deal) => {
  const last = life.findLast(({ what }) => ['won', 'lost', 'reopened', 'created'].includes(what))!
  return last.what === 'won' || last.what === 'lost' ? last : undefined
}

/** The row of history that the database writes of what happened. */
function entryOf(deal: Deal, place: number) {
  const { at, what, stage } = deal.life[place]!
  const before = deal.life[place - 1]
  const closed = deal.life.slice(0, place).findLast((one) => one.what === 'won' || one.what === 'lost')
  const seconds = Math.floor((at - (what === 'reopened' ? closed!.at : enteredAt(deal, place || 1))) / second)
  const kinds = {
    created: { kind: 'created', to_stage_id: stage },
    moved: { kind: 'stage', from_stage_id: before?.stage, to_stage_id: stage, seconds_in_previous: seconds },
    relocated: { kind: 'stage', from_stage_id: before?.stage, to_stage_id: stage },
    reopened: {
      kind: 'status',
      from_value: closed?.what,
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
  return { id: uuidv7(), deal_id: deal.id, changed_at: iso(at), ...kinds[what] }
}

/** Writes it as rows, without any trigger. */
export async function record({ ws, client }: Sales, { deals, leads }: Imagined) {
  const common = { org_id: ws.org.id, created_by: ws.owner.id, version: 1 }
  const rows = deals.map((deal, n) => ({
    ...common,
    id: deal.id,
    pipeline_id: deal.pipeline,
    stage_id: deal.life.at(-1)!.stage,
    client_id: client,
    title: `Deal ${n}`,
    value_minor: deal.value,
    currency: deal.currency,
    probability: deal.probability,
    status: closing(deal)?.what ?? 'open',
    expected_close_date: deal.expected,
    owner_user_id: deal.owner,
    tags: [],
    rank: `a${n}`,
    created_at: iso(deal.life[0]!.at),
    updated_at: iso(deal.life[0]!.at),
    stage_entered_at: iso(enteredAt(deal)),
    closed_at: closing(deal) ? iso(closing(deal)!.at) : null,
    lost_reason: closing(deal)?.what === 'lost' ? deal.reason : null,
  }))
  const entries = deals.flatMap((deal) => deal.life.map((_, place) => entryOf(deal, place)))
  const history = entries.map((entry) => ({
    created_at: entry.changed_at,
    updated_at: entry.changed_at,
    org_id: ws.org.id,
    ...entry,
  }))
  const came = leads.map(({ at, source, owner, converted }, n) => ({
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
    ${insert('deal_history', history)}; ${insert('leads', came)}; commit`)
}
