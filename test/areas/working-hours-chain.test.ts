import { describe, expect, test } from 'vitest'
import { hoursCheckpoints } from '../../src/jobs/record-checkpoints.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { hoursPath, crew, five, forge, log } from '../kit/hours.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import type { Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { codedRefusal } from '../kit/refusals.ts'

await ownDatabase()

const verify = (ws: Workspace, query = ''): Promise<Json> =>
  ws.owner.ok('GET', hoursPath(ws, `/verify${query}`))

// The three vectors of the log, and one of what was added to it.
const employee = '0193a5c0-0000-7000-8000-0000000000e1'
const base = { employee_id: employee, source: 'web', mode: 'on_site', occurred_offset: '+01:00' }
const vectors: [record: Json, digest: string, hash: string][] = [
  [
    { event: 'clock_in', occurred_at: '2026-11-20T09:00:00+01:00', recorded_at: '2026-11-20T08:00:01.000Z' },
    '104ACA0BEF83B7017B4280B12E91E45BEE81277BC0D671B08E9D6089E5FAAE7A',
    '8FC189C71236907AAC39B90CE1A2766CD3A55CD68A5F7B347DFB30FDF0419253',
  ],
  [
    { event: 'clock_out', occurred_at: '2026-11-20T17:30:00+01:00', recorded_at: '2026-11-20T16:30:02.000Z' },
    '72D48ABCDDBCD4DEFEB89A4178C24EF457CA7A89E6E7B5ED8650A9DB699304C5',
    'F131C6804A7F10CC8A2F3AD96EE5650F43D9D8976956E9C8890CE96332C16580',
  ],
  [
    {
      event: 'correction',
      occurred_at: '2026-11-20T18:00:00+01:00',
      reason: 'Forgot to clock out: niño',
      corrects_seq: 2,
      recorded_at: '2026-11-21T07:00:00.000Z',
    },
    '77E994087142820A6324F4AC322B32623B70E3342AE5F31C60351DCB60530118',
    '5845BC66189147F6F2655DE5E545C028B45CAEA44F5422C08E515177662B46E2',
  ],
  [
    {
      event: 'correction',
      of_event: 'clock_out',
      occurred_at: '2026-11-23T20:15:00+01:00',
      mode: 'remote',
      hours_kind: 'overtime',
      reason: 'Phone was empty',
      recorded_by: '0193a5c0-0000-7000-8000-0000000000a9',
      recorded_at: '2026-11-24T07:05:00.250Z',
    },
    'F4A8FB75A5C4D8AF57AC6E3C2A056DB0E91396D115E26F5FAADBBF63A856AD07',
    '7330F0C6D8F6E6F18AF3C5828B79EC65EC16DD3A386130FA128EC5CDA58BF853',
  ],
]

test('records are hashed as the four vectors say', async () => {
  const org = '0193a5c0-0000-7000-8000-000000000001'
  for (const [place, [record]] of vectors.entries()) {
    const entry = { ...base, salt: String(place + 1).padStart(32, '0'), ...record }
    await asOwner(
      `with entered as materialized (select set_config('app.org_id', $1, true))
        select app.append_working_hours(app.lock_working_hours(), jsonb_populate_record(null::working_hours_log, $2))
        from entered`,
      [org, JSON.stringify(entry)],
    )
  }
  const rows = await asOwner(
    'select entry_digest as digest, hash from working_hours_log where org_id = $1 order by seq',
    [org],
  )
  expect(rows.map(({ digest, hash }) => [digest, hash])).toEqual(vectors.map(([, ...hashes]) => hashes))
})

const broken = async (ws: Workspace) => {
  const { valid, first_break } = await verify(ws)
  return [valid, first_break?.seq, first_break?.kind]
}
const unlocked = async (statements: () => Promise<void>) => {
  await asOwner('alter table working_hours_log drop constraint working_hours_log_org_id_seq_pk')
  await asOwner('drop index working_hours_log_link')
  try {
    await statements()
  } finally {
    await forge('delete from working_hours_log')
    await asOwner(
      'alter table working_hours_log add constraint working_hours_log_org_id_seq_pk primary key (org_id, seq)',
    )
    await asOwner('create unique index working_hours_log_link on working_hours_log (org_id, prev_hash)')
  }
}

describe('verification', () => {
  test.each([
    ['time', `occurred_at = occurred_at - interval '1 hour'`],
    ['offset', `occurred_offset = '+02:00'`],
    ['kind of hours', `hours_kind = 'overtime'`],
    ['author', `recorded_by = employee_id`],
    ['place of work', `mode = 'remote'`],
    ['worker', `employee_id = uuidv7()`],
    ['mark of a phone', `captured_offline = true`],
    ['moment of recording', `recorded_at = recorded_at + interval '1 second'`],
    ['digest', `entry_digest = repeat('A', 64)`],
    ['hash', `hash = repeat('A', 64)`],
    ['salt', `salt = repeat('0', 32)`],
  ])('finds an altered %s', async (_, change) => {
    const { ws } = await five()
    expect(await broken(ws)).toEqual([true, undefined, undefined])
    await forge(`update working_hours_log set ${change} where org_id = '${ws.org.id}' and seq = 3`)
    expect(await broken(ws)).toEqual([false, 3, 'content_altered'])
  })

  test('tells what is missing, cut off, gone, swapped, slipped in and doubled apart', async () => {
    const kinds: [statements: string[], found: unknown[]][] = [
      [['delete from working_hours_log where @ and seq = 3'], [false, 4, 'missing_seq']],
      [['delete from working_hours_log where @ and seq = 1'], [false, 2, 'missing_seq']],
      [['delete from working_hours_log where @ and seq > 3'], [false, 4, 'truncated']],
      [['delete from working_hours_log where @'], [false, 1, 'chain_missing']],
      [['delete from working_hours_heads where @'], [false, 1, 'chain_missing']],
      [
        [
          `insert into working_hours_log select (app.slipped_in(l)).* from working_hours_log l where @ and seq = 5`,
        ],
        [false, 6, 'link_broken'],
      ],
    ]
    await asOwner(`create function app.slipped_in(w working_hours_log) returns working_hours_log language plpgsql as $$
      begin w.seq := 6; w.prev_hash := repeat('B', 64); w.hash := app.working_hours_hash(w); return w; end $$`)
    for (const [statements, found] of kinds) {
      const { ws } = await five()
      const here = statements.map((statement) => statement.replaceAll('@', `org_id = '${ws.org.id}'`))
      await forge(here.join('; '))
      expect(await broken(ws)).toEqual(found)
    }
  })

  test('finds two records that changed places', async () => {
    const { ws } = await five()
    const here = `org_id = '${ws.org.id}'`
    await forge(
      `update working_hours_log set seq = 99 where ${here} and seq = 3`,
      `update working_hours_log set seq = 3 where ${here} and seq = 4`,
      `update working_hours_log set seq = 4 where ${here} and seq = 99`,
    )
    expect(await broken(ws)).toEqual([false, 3, 'reordered'])
  })

  test('finds a record that is there twice', async () => {
    const { ws } = await five()
    await unlocked(async () => {
      await forge(
        `insert into working_hours_log select * from working_hours_log where org_id = '${ws.org.id}' and seq = 3`,
      )
      expect(await broken(ws)).toEqual([false, 3, 'duplicate_seq'])
    })
  })

  test('says whether a head that was kept is still in the chain', async () => {
    const { ws, worker } = await five()
    const { head } = await verify(ws)
    const kept = `?known_seq=${head.seq}&known_hash=${head.hash.toLowerCase()}`
    await log(ws, worker, ['clock_in 2026-11-18T09:00:00+01:00'])
    expect(await verify(ws, kept)).toMatchObject({ valid: true, known_head: 'consistent', head: { seq: 6 } })
    const other = `?known_seq=${head.seq}&known_hash=${'0'.repeat(64)}`
    expect(await verify(ws, other)).toMatchObject({
      valid: false,
      first_break: null,
      known_head: 'rewritten',
    })
    const beyond = `?known_seq=99&known_hash=${head.hash}`
    expect(await verify(ws, beyond)).toMatchObject({ valid: false, known_head: 'truncated' })
    expect(codedRefusal(await ws.owner.call('GET', hoursPath(ws, '/verify?known_seq=1')))).toEqual([
      422,
      'validation_error',
      'query.known_hash: send known_seq and known_hash together',
    ])
    expect(codedRefusal(await ws.owner.call('GET', hoursPath(ws, '/verify?from_seq=8')))).toEqual([
      422,
      'validation_error',
      'query.from_seq: beyond the last record, which is 6',
    ])
    expect(await verify(ws, '?from_seq=4')).toMatchObject({ valid: true, checked: 3 })
  })

  test('holds the chain against its signed checkpoint, and plans one for each minute', async () => {
    const { ws, worker } = await five()
    const sign = () =>
      hoursCheckpoints.react(
        {
          id: '',
          org_id: ws.org.id,
          folder: ws.org.id,
          topic: 'working_hours.checkpoint',
          payload: {},
          attempts: 1,
        },
        enteredDatabase(ws.org.id),
        storage(),
        env().JWT_KEYS,
      )
    expect(await verify(ws)).toMatchObject({ checkpoint: null, checkpoint_missing: 'none_yet' })
    const [{ n }] = (await asOwner(
      `select count(*)::int as n from outbox where org_id = $1 and topic = 'working_hours.checkpoint'`,
      [ws.org.id],
    )) as [{ n: number }]
    expect([1, 2]).toContain(n)
    await sign()
    expect((await verify(ws)).checkpoint).toMatchObject({ seq: 5, ok: true, signature: 'valid' })
    await forge(
      `delete from working_hours_log where org_id = '${ws.org.id}' and seq = 5`,
      `update working_hours_heads set seq = 4, last_hash = (select hash from working_hours_log
        where org_id = '${ws.org.id}' and seq = 4) where org_id = '${ws.org.id}'`,
    )
    expect(await verify(ws)).toMatchObject({ valid: false, first_break: { seq: 5, kind: 'truncated' } })
    await log(ws, worker, ['clock_out 2026-11-17T18:00:00+01:00'])
    expect(await verify(ws)).toMatchObject({ valid: false, first_break: { seq: 5, kind: 'rewritten' } })
    await sign()
    expect((await verify(ws)).checkpoint).toMatchObject({ seq: 5, ok: false })
  })

  test('of 100,000 records takes about a second', async () => {
    const { ws, worker } = await crew()
    await asOwner(
      `do $$ declare h working_hours_heads; n working_hours_log; moment timestamptz := '2026-01-05T08:00:00Z'; begin
        perform set_config('app.org_id', '${ws.org.id}', true);
        perform app.lock_working_hours();
        n := jsonb_populate_record(null::working_hours_log, '{"event":"clock_in","occurred_offset":"+01:00","source":"web",
          "mode":"on_site","captured_offline":false,"prev_hash":""}');
        n.org_id := '${ws.org.id}'; n.employee_id := '${worker.id}'; n.recorded_at := moment;
        for i in 1..100000 loop
          n.seq := i; n.occurred_at := moment + i * interval '1 second';
          n.salt := replace(gen_random_uuid()::text, '-', '');
          n.entry_digest := app.chain_digest(app.working_hours_text(n)); n.hash := app.working_hours_hash(n);
          insert into working_hours_log select n.*;
          n.prev_hash := n.hash;
        end loop;
        update working_hours_heads set seq = 100000, last_hash = n.hash where org_id = n.org_id;
      end $$; analyze working_hours_log`,
    )
    const took: number[] = []
    for (let n = 0; n < 3; n++) {
      const begun = performance.now()
      expect(await verify(ws)).toMatchObject({ valid: true, checked: 100_000, next_seq: null })
      took.push(performance.now() - begun)
    }
    console.log(`100,000 records verified in ${took.map(Math.round).join(', ')} ms`)
    expect(Math.min(...took)).toBeLessThan(4000)
  }, 240_000)
})
