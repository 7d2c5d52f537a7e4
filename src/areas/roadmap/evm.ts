/** The inputs of earned value, in minutes or minor units of money, not rounded. Days are working days. */
export type Sums = {
  bac: number
  pv: number
  ev: number
  ac: number
  planned_days: number | null
  actual_days: number | null
  earned_days: number | null
  forecast_finish: string | null
  closed: boolean
}

type Value = { value: number | null; reason?: string }
const none = (reason: string): Value => ({ value: null, reason })

const quotient = (numerator: number, denominator: number, reason: string): Value =>
  denominator === 0 ? none(reason) : { value: numerator / denominator }

const then = (input: Value, make: (value: number) => Value): Value =>
  input.value === null ? input : make(input.value)

const amounts = new Set(['sv', 'cv', 'eac.typical', 'eac.atypical', 'eac.combined', 'etc', 'vac'])
const decimals = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places || 0

/**
 * A null value has its reason in `undefined`; amounts are whole minutes or minor units, ratios have four
 * decimals.
 */
function rounded(found: Record<string, Value>) {
  const value = (name: string) => {
    const input = found[name]!.value
    return input === null ? null : decimals(input, amounts.has(name) ? 0 : 4)
  }
  const missing = Object.entries(found).flatMap(([metric, { reason }]) =>
    reason ? [{ metric, reason }] : [],
  )
  return { value, undefined: missing }
}

/**
 * The metrics of earned value management over sums (PMI, Practice Standard for Earned Value Management; TCPI
 * based on BAC). Rounded only here.
 */
export function valueMetrics(sums: Sums) {
  const { value, undefined: missing } = rounded({ ...ratiosOf(sums), ...forecastOf(sums) })
  return {
    bac: decimals(sums.bac, 0),
    pv: decimals(sums.pv, 0),
    ev: decimals(sums.ev, 0),
    ac: decimals(sums.ac, 0),
    sv: value('sv'),
    cv: value('cv'),
    spi: value('spi'),
    cpi: value('cpi'),
    eac: {
      typical: value('eac.typical'),
      atypical: value('eac.atypical'),
      combined: value('eac.combined'),
    },
    etc: value('etc'),
    vac: value('vac'),
    tcpi: value('tcpi'),
    undefined: missing,
  }
}

/** The same with the earned schedule of Lipke (2003), in working days. */
export function earnedValue(sums: Sums) {
  const metrics = valueMetrics(sums)
  const { value, undefined: missing } = rounded(scheduleOf(sums))
  const finishes = !missing.some(({ metric }) => metric === 'forecast_finish')
  return {
    ...metrics,
    es: value('es'),
    at: value('at'),
    spi_t: value('spi_t'),
    forecast_finish: finishes ? sums.forecast_finish : null,
    undefined: [...metrics.undefined, ...missing],
  }
}

const ratiosOf = ({ pv, ev, ac }: Sums): Record<string, Value> => ({
  sv: { value: ev - pv },
  cv: { value: ev - ac },
  spi: quotient(ev, pv, 'nothing was planned by this day (PV is 0)'),
  cpi: quotient(ev, ac, 'nothing was spent by this day (AC is 0)'),
})

function forecastOf(sums: Sums): Record<string, Value> {
  const { bac, ev, ac, closed } = sums
  const names = ['eac.typical', 'eac.atypical', 'eac.combined', 'etc', 'vac', 'tcpi']
  const blockedBy = closed ? 'the project is closed' : bac === 0 && 'nothing is estimated (BAC is 0)'
  if (blockedBy) return Object.fromEntries(names.map((name) => [name, none(blockedBy)]))
  const { spi, cpi } = ratiosOf(sums)
  const typical = then(cpi!, (index) => quotient(bac, index, 'nothing was earned by this day (CPI is 0)'))
  const combined = then(cpi!, (cost) =>
    then(spi!, (schedule) => {
      const left = quotient(bac - ev, cost * schedule, 'nothing was earned by this day (CPI x SPI is 0)')
      return then(left, (rest) => ({ value: ac + rest }))
    }),
  )
  return {
    'eac.typical': typical,
    'eac.atypical': { value: ac + (bac - ev) },
    'eac.combined': combined,
    etc: then(typical, (eac) => ({ value: eac - ac })),
    vac: then(typical, (eac) => ({ value: bac - eac })),
    tcpi:
      ac >= bac
        ? none('nothing of the budget is left (AC has reached BAC)')
        : quotient(bac - ev, bac - ac, ''),
  }
}

function scheduleOf({ actual_days, earned_days, planned_days, closed, ev }: Sums): Record<string, Value> {
  if (planned_days === null || earned_days === null || actual_days === null) {
    const noValue = none('nothing is estimated (BAC is 0)')
    return { es: noValue, at: noValue, spi_t: noValue, forecast_finish: noValue }
  }
  const index = quotient(earned_days, actual_days, 'the plan has not begun by this day')
  const early = closed ? 'the project is closed' : index.reason
  const noValue = early ?? (ev === 0 || earned_days === 0 ? 'nothing was earned by this day' : undefined)
  return {
    es: { value: earned_days },
    at: { value: actual_days },
    spi_t: index,
    ...(noValue ? { forecast_finish: none(noValue) } : {}),
  }
}
