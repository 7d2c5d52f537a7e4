import { beforeAll, describe, expect, test } from 'vitest'
import { cpuOf } from '../../scripts/bench/parts.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/**
 * The largest permitted writes take at most half of the time that a request has. What counts is the CPU of Postgres, which
 * other work on the machine does not lengthen, so the requests here may take longer.
 */
const halfOfDeadline = 2500
const patient = { DB_DEADLINE_MS: '60000' }
const long = { timeout: 120_000 }
const backends = async () =>
  (
    await asOwner<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'svc_app'`,
    )
  ).reduce((sum, { pid }) => sum + cpuOf(pid), 0)

const largest = 1_500_000
const filled = (part: (n: number) => string) => {
  const parts: string[] = []
  for (let n = 0, size = 0; ; n++) {
    const next = part(n)
    size += Buffer.byteLength(next)
    if (size > largest) return parts.join('').trimEnd()
    parts.push(next)
  }
}

let ws: Workspace
let home: Project
beforeAll(async () => {
  ws = await workspace()
  home = await project(ws, { key: 'BIG' })
  for (let n = 0; n < 20; n++) await task(ws, home.id)
})
async function send(method: string, path: string, body?: unknown) {
  const before = await backends()
  const reply = await call(method, `${ws.base}${path}`, { body, headers: ws.owner.headers }, patient)
  const took = (await backends()) - before
  if (!Number.isNaN(took)) expect([path, took]).toEqual([path, expect.toSatisfy(isWithin)])
  return reply
}
const isWithin = (milliseconds: number) => milliseconds <= halfOfDeadline

describe('the largest document', () => {
  const someone = '00000000-0000-4000-8000-'
  const contents: Record<string, (n: number) => string> = {
    'keys of tasks': (n) => `BIG-${1 + (n % 9999)} `,
    'keys of other projects': (n) => `${'ABCDEFGHIJ'[n % 10]}${'ABCDEFGHIJ'[(n >> 4) % 10]}X-${n % 999} `,
    mentions: (n) => `@[A](user:${someone}${String(n).padStart(12, '0')}) `,
    links: (n) => `[x](https://example.com/${n}) `,
    'distinct words': (n) => `${n.toString(36)} `,
    'one word': () => 'x',
    'Chinese text': (n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)) + (n % 9 ? '' : '，'),
    'Thai text': (n) => String.fromCodePoint(0xe01 + ((n * 7) % 46)),
    lines: (n) => `- [ ] ${n % 7}\n`,
    headings: (n) => `# ${n}\n\n`,
    'nested quotes': (n) => `${'>'.repeat(n % 40)} q\n`,
    brackets: (n) => '[('[n % 2]!,
    emphasis: (n) => '*_`'[n % 3]!,
    accents: () => 'ȩ\u0301',
  }
  test.each(Object.entries(contents))('of %s is created and changed', long, async (title, part) => {
    const content = filled(part)
    const created = await send('POST', '/documents', { title, content })
    expect([created.status, created.body.error]).toEqual([201, undefined])
    const changed = await send('PATCH', `/documents/${created.body.id}`, {
      content: content.split('').toReversed().join('').toWellFormed().trim(),
    })
    expect([changed.status, changed.body.error]).toEqual([200, undefined])
    const patched = await send('PATCH', `/documents/${created.body.id}`, {
      content: 'An end',
      edit_mode: 'prepend',
    })
    expect([200, 422]).toContain(patched.status)
    const read = await send('GET', `/documents/${created.body.id}`)
    expect(read.status).toBe(200)
  })

  test('is copied', long, async () => {
    const { id }: Json = await ws.owner.ok('POST', `${ws.base}/documents`, {
      title: 'Keys',
      content: filled(contents['keys of tasks']!),
    })
    expect((await send('POST', `/documents/${id}/duplicate`, {})).status).toBe(201)
  })
})

describe('a tag of very many tasks', () => {
  const many = 10_000
  const tagged = async (home: Project) => {
    const tag: Json = await ws.owner.ok('POST', `${ws.base}/tags`, { name: `Everywhere ${home.key}` })
    await asOwner(
      `with made as (insert into tasks (org_id, project_id, number, title, rank, created_by, reporter_id)
        select $1, $2, n, 'Task ' || n, 'b' || n, $3, $3 from generate_series(1000001, 1000000 + $5::int) n
        returning id)
       insert into task_tags (org_id, task_id, tag_id) select $1, id, $4 from made`,
      [ws.org.id, home.id, ws.owner.id, tag.id, many],
    )
    await asOwner('analyze tasks, task_tags, tags, task_events')
    return tag
  }

  test('is deleted, renamed and merged', long, async () => {
    const tag = await tagged(await project(ws, { key: 'TAGA' }))
    expect((await send('PATCH', `/tags/${tag.id}`, { name: 'Renamed' })).status).toBe(200)
    const other: Json = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Other' })
    const merged = await send('POST', `/tags/${tag.id}/merge`, { into_tag_id: other.id })
    expect([merged.status, merged.body.error]).toEqual([200, undefined])
    const deleted = await send('DELETE', `/tags/${other.id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { detached: many }])
  })
})
