import type { Json } from './client.ts'
import { closing, type Deal, type Imagined } from './crm.ts'

/** The figures of CRM computed once more, from what happened and in plain steps. */

type Asked = { zone: string; from: string; to: string; pipeline?: string; owners?: (string | null)[] }
const day = 86_400_000

const dayIn = (zone: string, at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
const within = ({ zone, from, to }: Asked, at: number) => dayIn(zone, at) >= from && dayIn(zone, at) <= to
const counts = ({ pipeline, owners }: Asked, deal: { pipeline?: string; owner: string | null }) =>
  (!pipeline || !deal.pipeline || deal.pipeline === pipeline) && (!owners || owners.includes(deal.owner))

const rounded = (value: number, decimals: number) => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale || 0
}
const share = (part: number, whole: number) => (whole ? Math.round((1000 * part) / whole) / 10 : null)
const average = (values: number[], unit: number) =>
  values.length ? rounded(values.reduce((sum, value) => sum + value, 0) / (values.length * unit), 2) : null
function median(values: number[], unit: number) {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)]!,
    sorted[Math.ceil((sorted.length - 1) / 2)]!,
  ]
  return rounded((low + high) / (2 * unit), 2)
}

/** The stays of a deal in a stage: how long each was, or null while it goes on, and how it ended. */
function staysOf({ life }: Deal, stage: string) {
  const stays: { since: number; lasted: number | null; to: string | null; won: boolean }[] = []
  let since: number | null = null
  for (const [place, { at, what, stage: now }] of life.entries()) {
    const before = life[place - 1]?.stage
    if (since !== null && what !== 'relocated' && (what !== 'moved' || before === stage)) {
      stays.push({ since, lasted: at - since, to: what === 'moved' ? now : null, won: what === 'won' })
      since = null
    }
    if (now === stage && (what === 'created' || what === 'moved' || what === 'reopened')) since = at
  }
  if (since !== null) stays.push({ since, lasted: null, to: null, won: false })
  return stays
}

function funnelStage(asked: Asked, deals: Deal[], pipeline: Json, { id, name, position }: Json) {
  const places = new Map<string, number>(pipeline.stages.map((stage: Json) => [stage.id, stage.position]))
  const cohort = deals
    .filter((deal) => counts(asked, deal))
    .map((deal) => staysOf(deal, id))
    .filter((stays) => stays.some(({ since }) => within(asked, since)))
  const forward = cohort.filter((stays) =>
    stays.some(({ to, won }) => won || (to !== null && (places.get(to) ?? 0) > position)),
  )
  const over = cohort.filter((stays) => stays.every(({ lasted }) => lasted !== null))
  const times = over.map((stays) => stays.reduce((sum, { lasted }) => sum + lasted!, 0))
  return {
    pipeline_id: pipeline.id,
    stage_id: id,
    name,
    position,
    entered: cohort.length,
    left_forward: forward.length,
    conversion_percent: share(forward.length, cohort.length),
    median_days: median(times, day),
  }
}

const grouped = <T>(items: T[], key: (item: T) => string) =>
  [...Map.groupBy(items, key)].toSorted(([a], [b]) => (a < b ? -1 : 1))
const sum = (deals: Deal[]) => deals.reduce((total, { value }) => total + value, 0)
const least = (values: string[]) => values.toSorted()[0]!

function leadsBySource(asked: Asked, { leads }: Imagined) {
  const came = leads.filter((lead) => within(asked, lead.at) && counts(asked, lead))
  return grouped(came, ({ source }) => source?.toLowerCase() ?? '\uffff')
    .map(([, of]) => {
      const converted = of.filter((lead) => lead.converted).length
      const source = of[0]!.source === null ? null : least(of.map((lead) => lead.source!))
      return { source, leads: of.length, converted, conversion_percent: share(converted, of.length) }
    })
    .toSorted((a, b) => b.leads - a.leads)
}

export function analytics(asked: Asked, imagined: Imagined, pipelines: Json[]) {
  const closed = imagined.deals.filter(
    (deal) => counts(asked, deal) && closing(deal) && within(asked, closing(deal)!.at),
  )
  const [won, lost] = ['won', 'lost'].map((what) =>
    closed.filter((deal) => closing(deal)!.what === what),
  ) as [Deal[], Deal[]]
  const cycles = won.map((deal) => closing(deal)!.at - deal.life[0]!.at)
  const slips = won
    .filter(({ expected }) => expected)
    .map((deal) => (Date.parse(dayIn(asked.zone, closing(deal)!.at)) - Date.parse(deal.expected!)) / day)
  return {
    from: asked.from,
    to: asked.to,
    funnel: pipelines
      .filter(({ id }) => !asked.pipeline || id === asked.pipeline)
      .flatMap((pipeline) =>
        pipeline.stages.map((stage: Json) => funnelStage(asked, imagined.deals, pipeline, stage)),
      ),
    outcome: {
      won: won.length,
      lost: lost.length,
      win_rate_percent: share(won.length, closed.length),
      average_cycle_days: average(cycles, day),
      median_cycle_days: median(cycles, day),
    },
    values: grouped(closed, ({ currency }) => currency).map(([currency, of]) => {
      const [gained, gone] = [
        of.filter((deal) => won.includes(deal)),
        of.filter((deal) => lost.includes(deal)),
      ]
      return {
        currency,
        won: gained.length,
        lost: gone.length,
        won_minor: sum(gained),
        lost_minor: sum(gone),
      }
    }),
    lost_reasons: grouped(lost, ({ reason }) => reason.toLowerCase())
      .map(([, of]) => ({ reason: least(of.map(({ reason }) => reason)), deals: of.length }))
      .toSorted((a, b) => b.deals - a.deals || (a.reason < b.reason ? -1 : 1))
      .slice(0, 20),
    slippage: {
      deals: slips.length,
      late: slips.filter((days) => days > 0).length,
      in_time: slips.filter((days) => days <= 0).length,
      average_days: average(slips, 1),
    },
    leads: leadsBySource(asked, imagined),
  }
}

export function forecast(asked: Asked, { deals }: Imagined, pipelines: Json[]) {
  const chances = new Map<string, number>(
    pipelines.flatMap(({ stages }) => stages.map(({ id, probability }: Json) => [id, probability])),
  )
  const weighted = (deal: Deal) => {
    const product = BigInt(deal.value) * BigInt(deal.probability ?? chances.get(deal.life.at(-1)!.stage)!)
    return Number((product * 2n + 100n) / 200n)
  }
  const mine = deals.filter((deal) => counts(asked, deal) && closing(deal)?.what !== 'lost')
  const open = mine.filter((deal) => !closing(deal))
  const opened = (of: Deal[]) => ({
    open: of.length,
    open_minor: sum(of),
    weighted_minor: of.reduce((total, deal) => total + weighted(deal), 0),
  })
  const waiting = (of: Deal[]) =>
    grouped(of, ({ currency }) => currency).map(([currency, all]) => ({ currency, ...opened(all) }))
  const dayOf = (deal: Deal) => (closing(deal) ? dayIn(asked.zone, closing(deal)!.at) : deal.expected)
  const dated = mine.filter((deal) => dayOf(deal) && dayOf(deal)! >= asked.from && dayOf(deal)! <= asked.to)
  return {
    from: asked.from,
    to: asked.to,
    months: grouped(dated, (deal) => `${dayOf(deal)!.slice(0, 7)} ${deal.currency}`).map(([key, of]) => {
      const [month, currency] = key.split(' ')
      const won = of.filter((deal) => closing(deal))
      return {
        month,
        currency,
        ...opened(of.filter((deal) => !closing(deal))),
        won: won.length,
        won_minor: sum(won),
      }
    }),
    overdue: waiting(open.filter(({ expected }) => expected && expected < asked.from)),
    undated: waiting(open.filter(({ expected }) => !expected)),
  }
}
