/** The floor of a row: what the least that can answer the same took, or a word why there is none. */
export type FloorOf = { p50: number; share: number } | string

export type Row = {
  what: string
  ours: string
  /** The median, in milliseconds, which is compared with that of the floor. */
  p50?: number
  perSecond?: number
  cpu?: number
  floor: FloorOf
  target: string
  peers?: Record<string, string>
}

/**
 * How many times its floor a row takes. An answer of the floor that is less than two thirds or more than one and a half
 * times as large as that of the service is said, because then it is not the same answer.
 */
export function timesFloor({ p50, floor }: Pick<Row, 'p50' | 'floor'>): string {
  if (typeof floor === 'string') return `none: ${floor}`
  if (p50 === undefined) throw new Error('a row with a floor needs its median')
  const times = `${(p50 / floor.p50).toFixed(1)} × ${floor.p50.toFixed(2)}`
  const isAlike = floor.share >= 2 / 3 && floor.share <= 1.5
  return isAlike ? times : `${times} (its answer has ${Math.round(100 * floor.share)} % of the bytes)`
}

/** The table, as Markdown. Times are p50 / p95 in milliseconds. */
export function report(rows: Row[], { tasks, peers }: { tasks: string; peers: string[] }): string {
  const names = [
    'what',
    'ours (p50 / p95 ms)',
    '× floor (p50 ms)',
    'per second',
    'CPU per request (ms)',
    'target',
    ...peers,
  ]
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    timesFloor(row),
    row.perSecond?.toFixed(0) ?? '',
    row.cpu === undefined || Number.isNaN(row.cpu) ? '' : row.cpu.toFixed(2),
    row.target,
    ...peers.map((name) => row.peers?.[name] ?? ''),
  ])
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [
    `${tasks} tasks; workerd on the built bundle, the SQL gateway and Postgres on one machine; ${new Date().toISOString().slice(0, 10)}`,
    '',
    line(names),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
    '',
  ].join('\n')
}
