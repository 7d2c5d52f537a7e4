import type { Times } from './gateway.ts'
import { fire, type Shot } from './fire.ts'
import { cpuOf, type Part } from './parts.ts'

export type Split = {
  what: string
  /** p50 of the whole request with one client, in milliseconds. */
  whole: number
  /** Median time of the statements in Postgres, by its own clock. */
  statements: number
  commit: number
  /** CPU of workerd per request, with a gateway that replays from memory. */
  worker: number
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Where the time of a request goes: Postgres, the Worker, and the rest (gateway, HTTP and waiting). */
export async function split(
  what: string,
  { service, gateway }: { service: Part; gateway: Part },
  shot: (n: number) => Shot,
  seconds: number,
): Promise<Split> {
  const at = (n: number) => {
    const { url, ...rest } = shot(n)
    return { ...rest, url: service.url + url }
  }
  const whole = await fire(at, { seconds })
  await gateway.ask('time')
  await fire(at, { seconds })
  const times = (await gateway.ask('replay')) as Times
  await fire(at, { seconds: 1 })
  const before = cpuOf(service.pid)
  const { count } = await fire(at, { seconds })
  const worker = (cpuOf(service.pid) - before) / count
  await gateway.ask('work')
  return {
    what,
    whole: whole.p50,
    statements: median(times.statements),
    commit: median(times.commit),
    worker,
  }
}

/** The table, as Markdown, with the CPU of a Worker that only makes one subrequest. */
export function splitTable(rows: Split[], floor: number): string {
  const cells = rows.map(({ what, whole, statements, commit, worker }) =>
    [
      what,
      ...[whole, statements, commit, worker, whole - statements - commit - worker].map((n) => n.toFixed(2)),
    ].join(' | '),
  )
  return [
    '| where the time goes (ms, one client) | p50 | statements in Postgres | COMMIT | Worker CPU | the rest |',
    '| --- | --- | --- | --- | --- | --- |',
    ...cells.map((row) => `| ${row} |`),
    `| the smallest Worker with one subrequest | | | | ${floor.toFixed(2)} | |`,
    '',
  ].join('\n')
}
