import { beforeAll, describe, expect, test } from 'vitest'
import { consumers } from '../../src/jobs/index.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { expectWithin, runsOf } from '../kit/caps.ts'
import { asOwner } from '../kit/client.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/** More than one invocation may call, though each of them be one call. */
const burst = 30
let ws: Workspace
beforeAll(async () => {
  ws = await workspace()
  await project(ws)
  await asOwner('update outbox set done_at = now() where done_at is null')
})

const names =
  'export_id import_id project_id reminder_id attachment_id impersonation_id task_id user_id link share policy_id change_id'.split(
    ' ',
  )
/** What a job of any topic may ask for; what it names is not there, but for the organization. */
const payload = (n: number) => ({
  ...Object.fromEntries(names.map((name) => [name, uuidv7()])),
  n,
  issuer: 'us',
  subscription: `sub_${n}`,
  part: 'sessions',
  zone: 'UTC',
  room: `room-${n}`,
  day: '2027-01-01',
  at: '2026-01-01T00:00:00Z',
  until: '2020-01-01T00:00:00Z',
  event: 'sprint.started',
  kind: 'ticket',
  events: [],
  name: 'nothing',
  code: '00000',
})
/** Erases the organization itself; see caps-heavy.test.ts. */
const elsewhere = new Set(['organization.purge'])

const enqueue = (topic: string, count = burst) =>
  asOwner(
    `insert into outbox (org_id, topic, payload) select $1, $2, p from jsonb_array_elements($3::jsonb) p`,
    [
      ws.org.id,
      topic,
      JSON.stringify(
        Array.from({ length: count }, (_, n) => (topic === 'audit.seal' ? 60 * (n + 1) : payload(n))),
      ),
    ],
  )

describe('a burst of jobs that is larger than one invocation', () => {
  test.each(consumers.map(({ topic }) => topic).filter((topic) => !elsewhere.has(topic)))(
    'is done by several, each job once: %s',
    async (topic) => {
      await asOwner('delete from outbox')
      await enqueue(topic)
      const runs = await runsOf(ws.org.id, [topic])
      expectWithin(runs)
      expect(runs.filter(({ calls }) => calls > 1).length).toBeGreaterThan(1)
      const tries = await asOwner<{ attempts: number; jobs: number }>(
        `select attempts, count(*)::int as jobs from outbox where topic = $1 group by attempts`,
        [topic],
      )
      expect(tries.map(({ attempts }) => attempts)).toEqual([1])
      expect(tries[0]!.jobs).toBeGreaterThanOrEqual(burst)
    },
    60_000,
  )
})
