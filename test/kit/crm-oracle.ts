import type { Json } from './client.ts'
import { closingEvent, type Deal, type History } from './crm.ts'

/** The figures of CRM, recomputed from the events in simple steps. */

type ReportQuery = { zone: string; from: string; to: string; pipeline?: string; owners?: (string | null)[] }
const day = 86_400_000

const dayIn = (zone: string, at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
const isInRange = ({ zone, from, to }: ReportQuery, at: number) =>
  dayIn(zone, at) >= from && dayIn(zone, at) <= to
const isCounted = ({ pipeline, owners }: ReportQuery, deal: { pipeline?: string; owner: string | null }) =>
  (!pipeline || !deal.pipeline || deal.pipeline === pipeline) && (!owners || owners.includes(deal.owner))

const rounded = (value: number, decimals: number) => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale || 0
}
const share = (part: number, total: number) => (total ? Math.round((1000 * part) / total) / 10 : null)
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

/** A deal's stays in a stage: how long each lasted, or null if it still does, and how it ended. */
function staysOf({ events }: Deal, stage: string) {
  const stays: { since: number; lasted: number | null; to: string | null; won: boolean }[] = []
  let since: number | null = null
  for (const [place, { at, type, stage: now }] of events.entries()) {
    const before = events[place - 1]?.stage
    if (since !== null && type !== 'relocated' && (type !== 'moved' || before === stage)) {
      stays.push({ since, lasted: at - since, to: type === 'moved' ? now : null, won: type === 'won' })
      since = null
    }
    if (now === stage && (type === 'created' || type === 'moved' || type === 'reopened')) since = at
  }
  if (since !== null) stays.push({ since, lasted: null, to: null, won: false })
  return stays
}

function funnelStage(query: ReportQuery, deals: Deal[], pipeline: Json, { id, name, position }: Json) {
  const places = new Map<string, number>(pipeline.stages.map((stage: Json) => [stage.id, stage.position]))
  const cohort = deals
    .filter((deal) => isCounted(query, deal))
    .map((deal) => staysOf(deal, id))
    .filter((stays) => stays.some(({ since }) => isInRange(query, since)))
  const forward = cohort.filter((stays) =>
    stays.some(({ to, won }) => won || (to !== null && (places.get(to) ?? 0) > position)),
  )
  const finished = cohort.filter((stays) => stays.every(({ lasted }) => lasted !== null))
  const times = finished.map((stays) => stays.reduce((sum, { lasted }) => sum + lasted!, 0))
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

function leadsBySource(query: ReportQuery, { leads }: History) {
  const arrived = leads.filter((lead) => isInRange(query, lead.at) && isCounted(query, lead))
  return grouped(arrived, ({ source }) => source?.toLowerCase() ?? '\uffff')
    .map(([, group]) => {
      const converted = group.filter((lead) => lead.converted).length
      const source = group[0]!.source === null ? null : least(group.map((lead) => lead.source!))
      return { source, leads: group.length, converted, conversion_percent: share(converted, group.length) }
    })
    .toSorted((a, b) => b.leads - a.leads)
}

export function analytics(query: ReportQuery, history: History, pipelines: Json[]) {
  const closed = history.deals.filter(
    (deal) => isCounted(query, deal) && closingEvent(deal) && isInRange(query, closingEvent(deal)!.at),
  )
  const [won, lost] = ['won', 'lost'].map((type) =>
    closed.filter((deal) => closingEvent(deal)!.type === type),
  ) as [Deal[], Deal[]]
  const cycles = won.map((deal) => closingEvent(deal)!.at - deal.events[0]!.at)
  const slips = won
    .filter(({ expected }) => expected)
    .map((deal) => (Date.parse(dayIn(query.zone, closingEvent(deal)!.at)) - Date.parse(deal.expected!)) / day)
  return {
    from: query.from,
    to: query.to,
    funnel: pipelines
      .filter(({ id }) => !query.pipeline || id === query.pipeline)
      .flatMap((pipeline) =>
        pipeline.stages.map((stage: Json) => funnelStage(query, history.deals, pipeline, stage)),
      ),
    outcome: {
      won: won.length,
      lost: lost.length,
      win_rate_percent: share(won.length, closed.length),
      average_cycle_days: average(cycles, day),
      median_cycle_days: median(cycles, day),
    },
    values: grouped(closed, ({ currency }) => currency).map(([currency, group]) => {
      const [gained, lostDeals] = [
        group.filter((deal) => won.includes(deal)),
        group.filter((deal) => lost.includes(deal)),
      ]
      return {
        currency,
        won: gained.length,
        lost: lostDeals.length,
        won_minor: sum(gained),
        lost_minor: sum(lostDeals),
      }
    }),
    lost_reasons: grouped(lost, ({ reason }) => reason.toLowerCase())
      .map(([, group]) => ({ reason: least(group.map(({ reason }) => reason)), deals: group.length }))
      .toSorted((a, b) => b.deals - a.deals || (a.reason < b.reason ? -1 : 1))
      .slice(0, 20),
    slippage: {
      deals: slips.length,
      late: slips.filter((days) => days > 0).length,
      in_time: slips.filter((days) => days <= 0).length,
      average_days: average(slips, 1),
    },
    leads: leadsBySource(query, history),
  }
}

export function forecast(query: ReportQuery, { deals }: History, pipelines: Json[]) {
  const chances = new Map<string, number>(
    pipelines.flatMap(({ stages }) => stages.map(({ id, probability }: Json) => [id, probability])),
  )
  const weighted = (deal: Deal) => {
    const product = BigInt(deal.value) * BigInt(deal.probability ?? chances.get(deal.events.at(-1)!.stage)!)
    return Number((product * 2n + 100n) / 200n)
  }
  const counted = deals.filter((deal) => isCounted(query, deal) && closingEvent(deal)?.type !== 'lost')
  const open = counted.filter((deal) => !closingEvent(deal))
  const openSums = (group: Deal[]) => ({
    open: group.length,
    open_minor: sum(group),
    weighted_minor: group.reduce((total, deal) => total + weighted(deal), 0),
  })
  const byCurrency = (group: Deal[]) =>
    grouped(group, ({ currency }) => currency).map(([currency, all]) => ({ currency, ...openSums(all) }))
  const closeDay = (deal: Deal) =>
    closingEvent(deal) ? dayIn(query.zone, closingEvent(deal)!.at) : deal.expected
  const dated = counted.filter(
    (deal) => closeDay(deal) && closeDay(deal)! >= query.from && closeDay(deal)! <= query.to,
  )
  return {
    from: query.from,
    to: query.to,
    months: grouped(dated, (deal) => `${closeDay(deal)!.slice(0, 7)} ${deal.currency}`).map(
      ([key, group]) => {
        const [month, currency] = key.split(' ')
        const won = group.filter((deal) => closingEvent(deal))
        return {
          month,
          currency,
          ...openSums(group.filter((deal) => !closingEvent(deal))),
          won: won.length,
          won_minor: sum(won),
        }
      },
    ),
    overdue: byCurrency(open.filter(({ expected }) => expected && expected < query.from)),
    undated: byCurrency(open.filter(({ expected }) => !expected)),
  }
}
