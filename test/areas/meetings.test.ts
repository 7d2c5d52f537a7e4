import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join, project, task, workspace } from '../kit/makers.ts'
import { addMeeting, atMeeting, inMinutes } from '../kit/meetings.ts'
import { refusal } from '../kit/refusals.ts'

const inbox = async (who: { ok: (m: string, p: string) => Promise<Json> }, base: string) =>
  (await who.ok('GET', `${base}/notifications`)).items.map(({ title }: Json) => title)
const mailed = async (org: string): Promise<[string, string][]> =>
  (
    await asOwner(
      `select address, facts->>'news' as news from mails where message = 'meeting' and facts->>'sender' = $1 order by created_at, id`,
      [org],
    )
  ).map(({ address, news }) => [address, news])
const starts = ({ occurrences }: Json) => occurrences.map(({ starts_at }: Json) => starts_at)

describe('a meeting', () => {
  test('has its host and its participants, each once, and tells them', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member', 'Grace Hopper')
    const client = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Acme' })
    const contact = await ws.owner.ok('POST', `${ws.base}/clients/${client.id}/contacts`, {
      name: 'Cy Client',
      email: 'cy@acme.example',
    })
    const { email } = await grace.ok('GET', '/api/v1/auth/me')
    const created = await addMeeting(ws, {
      participants: [
        { user_id: grace.id },
        { email },
        { contact_id: contact.id },
        { email: 'CY@acme.example' },
        { email: 'eve@example.com', name: 'Eve' },
      ],
    })
    expect(created).toMatchObject({
      title: 'Review',
      status: 'scheduled',
      provider: 'internal',
      participant_count: 4,
      my_response: 'accepted',
      told_by_mail: ['Cy Client', 'Eve'],
      page: `/meetings/${created.id}`,
      may_change: true,
    })
    expect(created.participants.map(({ role, response }: Json) => [role, response])).toEqual([
      ['host', 'accepted'],
      ['participant', 'pending'],
      ['participant', 'pending'],
      ['participant', 'pending'],
    ])
    expect(await ws.owner.ok('GET', atMeeting(ws, created.id))).toMatchObject({ id: created.id })
    expect(await inbox(grace, ws.base)).toEqual(['Ada Lovelace invites you to Review'])
    expect(await mailed(ws.org.id)).toEqual([
      ['cy@acme.example', 'invited'],
      ['eve@example.com', 'invited'],
    ])
    expect(await actions(ws)).toContain('meeting.created')
  })

  test('is seen by those who take part and by managers, and by nobody else', async () => {
    const ws = await workspace()
    const [grace, other, manager] = [await join(ws), await join(ws), await join(ws, 'manager')]
    const { id } = await addMeeting(ws, { participants: [{ user_id: grace.id }] })
    for (const who of [grace, manager]) expect((await who.ok('GET', atMeeting(ws, id))).id).toBe(id)
    expect(refusal(await other.call('GET', atMeeting(ws, id)))).toEqual([404, 'meeting not found'])
    expect((await other.ok('GET', `${ws.base}/meetings`)).total).toBe(0)
    const own = [403, 'only the host or a manager may do this']
    expect(refusal(await grace.call('PATCH', atMeeting(ws, id), { title: 'Mine' }))).toEqual(own)
    expect(refusal(await grace.call('DELETE', atMeeting(ws, id)))).toEqual(own)
    expect((await manager.ok('PATCH', atMeeting(ws, id), { title: 'Theirs' })).title).toBe('Theirs')
  })

  test('is refused with each invalid field', async () => {
    const ws = await workspace()
    const stranger = await workspace()
    const [member, viewer] = [await join(ws), await join(ws, 'viewer')]
    const invalid: [draft: object, problem: string][] = [
      [{ ends_at: inMinutes(60) }, 'body.ends_at: must not be before starts_at'],
      [{ starts_at: inMinutes(120), ends_at: inMinutes(120) }, 'body.ends_at: must be after starts_at'],
      [{ ends_at: inMinutes(120 + 24 * 60 + 1) }, 'body.ends_at: at most 24 hours after starts_at'],
      [{ starts_at: inMinutes(-120), ends_at: inMinutes(-60) }, 'body.ends_at: is in the past'],
      [{ time_zone: 'Mars/Base' }, 'body.time_zone: must be an IANA time zone'],
      [{ provider: 'external' }, 'body.external_url: required for an external meeting'],
      [
        { provider: 'external', external_url: 'http://a.example' },
        'body.external_url: must be an address such as https://meet.example.com/room',
      ],
      [
        { provider: 'external', external_url: 'https://ada:pass@a.example' },
        'body.external_url: must not hold a user name or password',
      ],
      [{ external_url: 'https://a.example' }, 'body.external_url: only for an external meeting'],
      [{ participants: [{}] }, 'body.participants[0]: name one of user_id, contact_id and email'],
      [{ participants: [{ user_id: stranger.owner.id }] }, 'body.participants[0].user_id: not found'],
      [{ participants: [{ contact_id: ws.org.id }] }, 'body.participants[0].contact_id: not found'],
      [
        { participants: Array.from({ length: 201 }, (_, n) => ({ email: `p${n}@example.com` })) },
        'body.participants: at most 200 participants',
      ],
      [{ project_id: ws.org.id }, 'body.project_id: not found'],
      [
        { recurrence: 'FREQ=YEARLY;COUNT=2' },
        /^body.recurrence: must be FREQ=DAILY, WEEKLY or MONTHLY/ as never,
      ],
      [{ recurrence: 'FREQ=DAILY' }, /^body.recurrence: must be FREQ=DAILY, WEEKLY or MONTHLY/ as never],
      [{ recurrence: 'FREQ=DAILY;COUNT=101' }, /^body.recurrence: must be/ as never],
      [
        { recurrence: 'FREQ=DAILY;UNTIL=20990101' },
        'body.recurrence: at most 100 occurrences; let it end earlier',
      ],
    ]
    for (const [draft, problem] of invalid) {
      const reply = await ws.owner.call('POST', `${ws.base}/meetings`, {
        title: 'Review',
        starts_at: inMinutes(120),
        ends_at: inMinutes(180),
        ...draft,
      })
      expect([reply.status, reply.body.error?.message]).toEqual([
        422,
        expect.stringMatching(problem) && reply.body.error?.message,
      ])
      if (typeof problem === 'string') expect(reply.body.error.message).toBe(problem)
      else expect(reply.body.error.message).toMatch(problem)
    }
    const draft = { title: 'Review', starts_at: inMinutes(120), ends_at: inMinutes(180) }
    expect(refusal(await viewer.call('POST', `${ws.base}/meetings`, draft))).toEqual([
      403,
      'needs the role member or above',
    ])
    expect(
      refusal(await member.call('POST', `${ws.base}/meetings`, { ...draft, host_user_id: ws.owner.id })),
    ).toEqual([403, 'another host needs the role manager or above'])
    expect(
      refusal(await ws.owner.call('POST', `${ws.base}/meetings`, { ...draft, provider: 'livekit' })),
    ).toEqual([
      409,
      'livekit is not set up in this service; choose internal or external, or ask whoever runs it',
    ])
  })

  test('asks participants again when its time changes, and not when its title does', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'viewer', 'Grace Hopper')
    const { id } = await addMeeting(ws, {
      participants: [{ user_id: grace.id }, { email: 'eve@example.com' }],
    })
    const answer = (response: string) => grace.call('PUT', `${atMeeting(ws, id)}/response`, { response })
    expect((await answer('accepted')).body.my_response).toBe('accepted')
    await answer('accepted')
    expect(await inbox(ws.owner, ws.base)).toEqual(['Grace Hopper accepted: Review'])
    const sequence = async () =>
      (await asOwner('select sequence from meetings where id = $1', [id]))[0]!.sequence
    await ws.owner.ok('PATCH', atMeeting(ws, id), { title: 'Review 2' })
    expect([
      await sequence(),
      (await grace.ok('GET', `${ws.base}/calendar/feed?from=2026-01-01&to=2026-12-31`)).events.length >= 0,
    ]).toEqual([0, true])
    expect((await ws.owner.ok('GET', atMeeting(ws, id))).participants[1].response).toBe('accepted')
    const moved = await ws.owner.ok('PATCH', atMeeting(ws, id), { starts_at: inMinutes(240) })
    expect([moved.ends_at, moved.participants.map(({ response }: Json) => response)]).toEqual([
      new Date(Date.parse(moved.starts_at) + 3_600_000).toISOString(),
      ['accepted', 'pending', 'pending'],
    ])
    expect(await sequence()).toBe(1)
    expect((await inbox(grace, ws.base))[0]).toBe('Review 2 has another time')
    expect(await mailed(ws.org.id)).toEqual([
      ['eve@example.com', 'invited'],
      ['eve@example.com', 'moved'],
    ])
    await ws.owner.ok('PATCH', atMeeting(ws, id), { participants: [] })
    expect((await mailed(ws.org.id)).at(-1)).toEqual(['eve@example.com', 'removed'])
    expect((await inbox(grace, ws.base))[0]).toBe('You do not take part in Review 2 any more')
    expect(refusal(await answer('accepted'))).toEqual([404, 'meeting not found'])
  })

  test('is answered by those who take part while it is to come', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    const { id } = await addMeeting(ws)
    const respond = (who = ws.owner) =>
      who.call('PUT', `${atMeeting(ws, id)}/response`, { response: 'declined' })
    expect(refusal(await respond(manager))).toEqual([
      409,
      'you do not take part in this meeting; its host can add you',
    ])
    expect(refusal(await respond())).toEqual([
      409,
      'the host takes part; cancel the meeting, or have another host named',
    ])
    await ws.owner.ok('PATCH', atMeeting(ws, id), { participants: [{ user_id: manager.id }] })
    await ws.owner.ok('DELETE', atMeeting(ws, id))
    expect(refusal(await respond(manager))).toEqual([409, 'the meeting is over or cancelled'])
  })

  test('is cancelled and kept, and changes no more', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { id } = await addMeeting(ws, {
      participants: [{ user_id: grace.id }, { email: 'eve@example.com' }],
    })
    await ws.owner.ok('DELETE', atMeeting(ws, id))
    expect((await grace.ok('GET', atMeeting(ws, id))).status).toBe('cancelled')
    expect((await inbox(grace, ws.base))[0]).toBe('Review is cancelled')
    expect((await mailed(ws.org.id)).at(-1)).toEqual(['eve@example.com', 'cancelled'])
    expect(refusal(await ws.owner.call('DELETE', atMeeting(ws, id)))).toEqual([
      409,
      'the meeting is cancelled already',
    ])
    expect(refusal(await ws.owner.call('PATCH', atMeeting(ws, id), { title: 'Late' }))).toEqual([
      409,
      'the meeting is cancelled; it stays as it was',
    ])
    const over = await addMeeting(ws)
    await asOwner(
      `update meeting_occurrences set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where meeting_id = $1`,
      [over.id],
    )
    expect((await ws.owner.ok('GET', atMeeting(ws, over.id))).status).toBe('ended')
    expect(refusal(await ws.owner.call('PATCH', atMeeting(ws, over.id), { title: 'Late' }))).toEqual([
      409,
      'the meeting is over; it stays as it was',
    ])
    expect(refusal(await ws.owner.call('DELETE', atMeeting(ws, over.id)))).toEqual([
      409,
      'the meeting is over already',
    ])
  })

  test('of a hidden project shows the link to those alone who may open that', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { id: project_id } = await project(ws, { visibility: 'private' })
    const { id: task_id } = await task(ws, project_id)
    const { id } = await addMeeting(ws, { project_id, task_id, participants: [{ user_id: grace.id }] })
    expect(await grace.ok('GET', atMeeting(ws, id))).toMatchObject({ project_id: null, task_id: null })
    expect(await ws.owner.ok('GET', atMeeting(ws, id))).toMatchObject({ project_id, task_id })
    expect((await grace.ok('GET', `${ws.base}/meetings`)).total).toBe(1)
  })

  test('is found by time, people and status, my next one first', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'manager')
    const later = await addMeeting(ws, { title: 'Later', starts_at: inMinutes(300), ends_at: inMinutes(330) })
    const soon = await addMeeting(ws, { title: 'Soon', participants: [{ user_id: grace.id }] })
    const off = await addMeeting(ws, { title: 'Off' })
    await ws.owner.ok('DELETE', atMeeting(ws, off.id))
    const list = async (query: string, who = ws.owner) =>
      (await who.ok('GET', `${ws.base}/meetings?${query}`)).items.map(({ id }: Json) => id)
    expect(await list('mine=true&next=true&limit=1')).toEqual([soon.id])
    expect(await list('next=true')).toEqual([soon.id, later.id])
    expect(await list('mine=true', grace)).toEqual([soon.id])
    expect(await list('status=cancelled')).toEqual([off.id])
    expect(await list(`from=${inMinutes(200)}`)).toEqual([later.id])
    expect(await list(`to=${inMinutes(200)}&status=scheduled`)).toEqual([soon.id])
    expect(await list('q=soo')).toEqual([soon.id])
    expect(
      refusal(await ws.owner.call('GET', `${ws.base}/meetings?from=${inMinutes(9)}&to=${inMinutes(1)}`)),
    ).toEqual([422, 'query.to: must not be before from'])
  })

  test('is in the calendar of those who take part, unless they decline', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { id, starts_at } = await addMeeting(ws, {
      starts_at: '2099-10-22T08:00:00.000Z',
      ends_at: '2099-10-22T09:00:00.000Z',
      participants: [{ user_id: grace.id }],
    })
    const events = async (who = grace) =>
      (await who.ok('GET', `${ws.base}/calendar/feed?from=2099-10-01&to=2099-10-31&types=meeting`)).events
    expect(await events()).toMatchObject([
      { id: `meeting-${id}`, title: 'Review', start: starts_at, type: 'meeting' },
    ])
    await grace.ok('PUT', `${atMeeting(ws, id)}/response`, { response: 'declined' })
    expect([await events(), (await events(ws.owner)).length]).toEqual([[], 1])
  })
})

describe('a series of meetings', () => {
  const weekly = {
    starts_at: '2098-10-23T08:00:00.000Z',
    ends_at: '2098-10-23T09:00:00.000Z',
    time_zone: 'Europe/Madrid',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  }

  test('keeps the clock of its zone, where a time is skipped too', async () => {
    const vectors = await asOwner(
      `select array(select app.utc(o) from app.occurrences('FREQ=WEEKLY;BYDAY=TH;COUNT=2', '2026-10-22T08:00Z', 'Europe/Madrid',
          '2026-10-22T07:59Z', 3) o) as weekly,
        array(select app.utc(o) from app.occurrences('FREQ=DAILY;COUNT=3', '2027-03-27T01:30Z', 'Europe/Madrid',
          '2027-03-27T01:29Z', 4) o) as daily`,
    )
    expect(vectors).toEqual([
      {
        weekly: ['2026-10-22T08:00:00.000Z', '2026-10-29T09:00:00.000Z'],
        daily: ['2027-03-27T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z'],
      },
    ])
    const ws = await workspace()
    expect(starts(await addMeeting(ws, weekly))).toEqual([
      '2098-10-23T08:00:00.000Z',
      '2098-10-30T09:00:00.000Z',
      '2098-11-06T09:00:00.000Z',
    ])
    const other = { ...weekly, recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' }
    expect(
      refusal(await ws.owner.call('POST', `${ws.base}/meetings`, { title: 'Review', ...other })),
    ).toEqual([422, 'body.recurrence: its first occurrence must be starts_at'])
  })

  test('changes in one occurrence, in those that follow, or in all', async () => {
    const ws = await workspace()
    const { id } = await addMeeting(ws, weekly)
    const patch = (change: object) => ws.owner.ok('PATCH', atMeeting(ws, id), change)
    const one = await patch({
      starts_at: '2098-10-30T10:00:00.000Z',
      occurrence: '2098-10-30',
      title: 'Moved',
    })
    expect([starts(one), one.occurrences.map(({ title }: Json) => title)]).toEqual([
      ['2098-10-23T08:00:00.000Z', '2098-10-30T10:00:00.000Z', '2098-11-06T09:00:00.000Z'],
      ['Review', 'Moved', 'Review'],
    ])
    const following = await patch({
      starts_at: '2098-10-30T11:00:00.000Z',
      occurrence: '2098-10-30',
      scope: 'following',
    })
    expect(starts(following)).toEqual([
      '2098-10-23T08:00:00.000Z',
      '2098-10-30T11:00:00.000Z',
      '2098-11-06T10:00:00.000Z',
    ])
    const all = await patch({ starts_at: '2098-10-23T07:00:00.000Z', scope: 'all', title: 'Round' })
    expect([starts(all), all.title, new Set(all.occurrences.map(({ title }: Json) => title))]).toEqual([
      ['2098-10-23T07:00:00.000Z', '2098-10-30T10:00:00.000Z', '2098-11-06T09:00:00.000Z'],
      'Round',
      new Set(['Round']),
    ])
    const rule = await patch({ recurrence: 'FREQ=DAILY;COUNT=2', scope: 'all' })
    expect(starts(rule)).toEqual(['2098-10-23T07:00:00.000Z', '2098-10-24T07:00:00.000Z'])
    expect(refusal(await ws.owner.call('PATCH', atMeeting(ws, id), { recurrence: null }))).toEqual([
      422,
      'body.recurrence: is of the whole series; send scope all',
    ])
    expect(
      refusal(await ws.owner.call('PATCH', atMeeting(ws, id), { title: 'x', occurrence: '2098-01-01' })),
    ).toEqual([422, 'body.occurrence: the meeting does not take place on this day'])
    await ws.owner.ok('DELETE', `${atMeeting(ws, id)}?occurrence=2098-10-23`)
    const left = await ws.owner.ok('GET', atMeeting(ws, id))
    expect(left.occurrences.map(({ status }: Json) => status)).toEqual(['cancelled', 'scheduled'])
    expect([left.status, left.starts_at]).toEqual(['scheduled', '2098-10-24T07:00:00.000Z'])
    await ws.owner.ok('DELETE', `${atMeeting(ws, id)}?scope=all`)
    expect((await ws.owner.ok('GET', atMeeting(ws, id))).status).toBe('cancelled')
    expect(refusal(await ws.owner.call('DELETE', `${atMeeting(ws, id)}?occurrence=2098-01-01`))).toEqual([
      422,
      'query.occurrence: the meeting does not take place on this day',
    ])
  })
})

describe('somebody who leaves', () => {
  test('hands the meetings to come that they host to the successor, or to who accepted, or they are cancelled', async () => {
    const ws = await workspace()
    const [grace, manager, heir] = [await join(ws), await join(ws, 'manager'), await join(ws)]
    const alone = await addMeeting(ws, { participants: [{ email: 'eve@example.com' }] }, grace)
    const shared = await addMeeting(
      ws,
      { participants: [{ user_id: manager.id }, { user_id: heir.id }] },
      grace,
    )
    await manager.ok('PUT', `${atMeeting(ws, shared.id)}/response`, { response: 'accepted' })
    const guest = await addMeeting(ws, { participants: [{ user_id: grace.id }] })
    const over = await addMeeting(ws, {}, grace)
    await asOwner(
      `update meeting_occurrences set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where meeting_id = $1`,
      [over.id],
    )
    await ws.owner.ok('DELETE', `${ws.base}/members/${grace.id}`)
    const get = (id: string) => ws.owner.ok('GET', atMeeting(ws, id))
    expect((await get(alone.id)).status).toBe('cancelled')
    expect((await mailed(ws.org.id)).at(-1)).toEqual(['eve@example.com', 'cancelled'])
    const handed = await get(shared.id)
    expect([handed.host.user_id, handed.participants.map(({ user_id }: Json) => user_id)]).toEqual([
      manager.id,
      [manager.id, heir.id],
    ])
    expect((await get(guest.id)).participant_count).toBe(1)
    expect((await get(over.id)).host.user_id).toBe(grace.id)
  })
})
