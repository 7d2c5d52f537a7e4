export type Row = {
  what: string
  ours: string
  perSecond?: number
  cpu?: number
  target: string
  peers?: Record<string, string>
}

/** The table, as Markdown. Times are p50 / p95 in milliseconds. */
export function report(rows: Row[], { tasks, peers }: { tasks: string; peers: string[] }): string {
  const names = ['what', 'ours (p50 / p95 ms)', 'per second', 'CPU per request (ms)', 'target', ...peers]
  const cells = rows.map(({ what, ours, perSecond, cpu, target, peers: theirs = {} }) => [
    what,
    ours,
    perSecond?.toFixed(0) ?? '',
    cpu === undefined || Number.isNaN(cpu) ? '' : cpu.toFixed(2),
    target,
    ...peers.map((name) => theirs[name] ?? ''),
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
