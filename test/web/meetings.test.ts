import { expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { addMeeting, inMinutes } from '../kit/meetings.ts'
import { open, submit, to } from './browse.ts'

test('a person plans a series, invites others, answers, and cancels it', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const grace = await join(ws, 'member', 'Grace Hopper')
  const at = `/organizations/${ws.org.slug}/meetings`
  expect((await open(at, headers)).text).toContain('Times are by the clock of')
  const draft = {
    title: 'Weekly review',
    starts_at: '2099-10-22',
    starts_at_time: '10:00',
    ends_at: '2099-10-22',
    ends_at_time: '11:00',
    repeats: 'WEEKLY',
    times: '3',
    people: `${grace.email}\r\nada@customer.example`,
  }
  const wrong = await submit(at, { ...draft, people: 'nobody' }, headers)
  expect([wrong.status, wrong.text.includes('id="people-problem"')]).toEqual([422, true])
  const [status, place] = to(await submit(at, draft, headers))
  expect(status).toBe(303)
  const [, id] = /\/meetings\/([^?]+)/.exec(String(place))!
  const here = `/meetings/${id}`
  const org = `?org=${ws.org.slug}`
  const page = await open(here + org, headers)
  for (const said of ['Weekly review', 'every week, 3 times', 'Grace Hopper', 'ada@customer.example'])
    expect(page.text).toContain(said)
  expect((await open(at, grace.headers)).text).toContain('not answered')
  expect((await submit(`${here}/accept${org}`, {}, grace.headers)).status).toBe(303)
  expect((await open(here + org, headers)).text).toContain('comes')
  const asMember = await open(here + org, grace.headers)
  expect(asMember.text).toContain('You: comes.')
  expect(asMember.text).not.toContain('Cancel it')
  const others = await submit(`${here}/invite${org}`, { people: 'bo@customer.example' }, headers)
  expect(others.status).toBe(303)
  const [, participant] = /name="participant_id" value="([^"]+)"/.exec(
    (await open(here + org, headers)).text,
  )!
  expect((await submit(`${here}/remove${org}`, { participant_id: participant! }, headers)).status).toBe(303)
  const { participants } = await ws.owner.ok('GET', `${ws.base}/meetings/${id}`)
  expect(participants).toHaveLength(3)
  expect((await submit(`${here}/all${org}`, { scope: 'all' }, headers)).status).toBe(303)
  expect((await ws.owner.ok('GET', `${ws.base}/meetings/${id}`)).status).toBe('cancelled')
  expect((await open(here + org, headers)).text).not.toContain('Invite others')
})

test('the way into a room is shown to those who take part, when it is time', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const room = { provider: 'external', external_url: 'https://meet.example.com/room' }
  const soon = await addMeeting(ws, { ...room, starts_at: inMinutes(5), ends_at: inMinutes(65) })
  const later = await addMeeting(ws, { ...room, title: 'Later' })
  const org = `?org=${ws.org.slug}`
  const early = await submit(`/meetings/${later.id}/join${org}`, {}, headers)
  expect([early.status, early.text.includes('15 minutes')]).toEqual([409, true])
  const joined = await submit(`/meetings/${soon.id}/join${org}`, {}, headers)
  expect(joined.text).toMatch(
    /<a class="button primary" href="https:\/\/meet.example.com\/room" rel="noreferrer"/,
  )
  const stranger = await join(ws)
  expect((await open(`/meetings/${soon.id}${org}`, stranger.headers)).status).toBe(404)
  expect((await open(`/organizations/${ws.org.slug}/meetings`, stranger.headers)).text).not.toContain('Later')
})

test('a host makes a link for a guest, who joins by it without an account', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const room = { provider: 'external', external_url: 'https://meet.example.com/room' }
  const { id } = await addMeeting(ws, { ...room, starts_at: inMinutes(5), ends_at: inMinutes(65) })
  const org = `?org=${ws.org.slug}`
  expect((await open(`/meetings/${id}${org}`, headers)).text).not.toContain('Admit a guest')
  await ws.owner.ok('PATCH', `${ws.base}/meetings/${id}`, { allow_guests: true })
  expect((await open(`/meetings/${id}${org}`, headers)).text).toContain('Admit a guest')
  const wrong = await submit(`/meetings/${id}/guest${org}`, { email: ws.owner.email }, headers)
  expect([wrong.status, wrong.text.includes('id="guest-email-problem"')]).toEqual([422, true])
  const made = await submit(
    `/meetings/${id}/guest${org}`,
    { email: 'grace@customer.example', name: 'Grace' },
    headers,
  )
  const [door] = /\/meet\/svc_mtg_\w+/.exec(made.text)!
  expect((await open(`/meetings/${id}${org}`, headers)).text).toContain('grace@customer.example')
  const page = await open(door)
  for (const said of ['Review', 'Ada Lovelace, Ada &amp; Co', 'value="Grace"'])
    expect(page.text).toContain(said)
  expect((await submit(door, { name: 'Grace' })).text).toContain('href="https://meet.example.com/room"')
  await ws.owner.ok('DELETE', `${ws.base}/meetings/${id}`)
  const gone = await open(door)
  expect([gone.status, gone.text.includes('This link no longer works')]).toEqual([404, true])
})
