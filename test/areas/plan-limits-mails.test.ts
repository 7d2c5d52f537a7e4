import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { messages } from '../../src/shared/mail/messages.ts'
import { override } from '../kit/billing.ts'
import { asOwner, type Caller, type Json, type Reply } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { client, issued } from '../kit/invoices.ts'
import { addMeeting, atMeeting, inMinutes } from '../kit/meetings.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { mailDesk } from '../kit/ticket-mail.ts'

await ownDatabase()
let olga: Caller
beforeAll(async () => {
  olga = await operator()
})

const somebody = () => `kim-${uuidv7()}@example.test`
type Prepared = { ws: Workspace; call: () => Promise<Reply> }
/** An operation of which somebody hears by mail, before it is called. */
type Case = [name: string, prepare: () => Promise<Prepared>]
const post = (ws: Workspace, path: string, body: object) => ({
  ws,
  call: async () => ws.owner.call('POST', ws.base + path, body),
})
const buyer = async (ws: Workspace) => (await client(ws, { name: 'Wayne', email: somebody() })).id
const guests = () => ({ participants: [{ email: somebody(), name: 'Kim' }] })

/** What is made in order to be mailed is refused. */
const refused: Record<string, Case[]> = {
  invitation: [
    [
      'createInvitation',
      async () => post(await workspace(), '/invitations', { email: somebody(), role: 'member' }),
    ],
    [
      'resendInvitation',
      async () => {
        const ws = await workspace()
        const { id } = await ws.owner.ok('POST', `${ws.base}/invitations`, {
          email: somebody(),
          role: 'member',
        })
        return post(ws, `/invitations/${id}/resend`, {})
      },
    ],
    [
      'importEmployees',
      async () =>
        post(await workspace(), '/employees/import', {
          csv: `employee_number,first_name,work_email,hire_date\n1,Kim,${somebody()},2026-01-01`,
          invite: true,
        }),
    ],
  ],
  project_share: [
    [
      'createProjectShare',
      async () => {
        const ws = await workspace()
        const { id } = await project(ws)
        return post(ws, `/projects/${id}/shares`, { label: 'Acme', invite_email: somebody() })
      },
    ],
  ],
  meeting_guest: [
    [
      'addMeetingGuest',
      async () => {
        const ws = await workspace()
        const room = { provider: 'external', external_url: 'https://meet.example.com/room' }
        const { id } = await addMeeting(ws, { ...room, allow_guests: true })
        return post(ws, `/meetings/${id}/guests`, { email: somebody() })
      },
    ],
  ],
  invoice: [
    [
      'sendInvoice',
      async () => {
        const ws = await workspace()
        const { id } = await issued(ws, { client_id: await buyer(ws) })
        return post(ws, `/invoices/${id}/send`, {})
      },
    ],
  ],
}
/** What is done all the same says in its answer who is not mailed, and why. */
const told: Record<string, Case[]> = {
  meeting: [
    [
      'createMeeting',
      async () =>
        post(await workspace(), '/meetings', {
          title: 'Review',
          starts_at: inMinutes(120),
          ends_at: inMinutes(180),
          ...guests(),
        }),
    ],
    ...[
      [{}, guests()],
      [guests(), { starts_at: inMinutes(150), ends_at: inMinutes(210) }],
    ].map(([had, change]): Case => [
      'updateMeeting',
      async () => {
        const ws = await workspace()
        const { id } = await addMeeting(ws, had)
        return { ws, call: async () => ws.owner.call('PATCH', atMeeting(ws, id), change) }
      },
    ]),
  ],
  ticket_reply: [
    [
      'createTicketMessage',
      async () => {
        const { supportDesk } = await mailDesk()
        const { id } = await supportDesk.create()
        return post(supportDesk.ws, `/tickets/${id}/messages`, { body: 'Hello' })
      },
    ],
  ],
}
/** That something is taken back is mailed whatever the plan says. */
const mailed: Case[] = [
  [
    'deleteMeeting',
    async () => {
      const ws = await workspace()
      const { id } = await addMeeting(ws, guests())
      return { ws, call: async () => ws.owner.call('DELETE', atMeeting(ws, id)) }
    },
  ],
  [
    'deleteMeetingParticipant',
    async () => {
      const ws = await workspace()
      const { id, participants } = await addMeeting(ws, guests())
      const kim = participants.find(({ name }: Json) => name === 'Kim')
      return {
        ws,
        call: async () => ws.owner.call('DELETE', `${atMeeting(ws, id)}/participants/${kim.id}`),
      }
    },
  ],
]
/** What nobody asks for: that a ticket came in or is resolved, and what agents read elsewhere. */
const unasked = ['ticket_received', 'ticket_resolved', 'ticket_news']

const sentBy = async ({ org }: Workspace) =>
  (
    await asOwner<{ n: number }>(
      `select count(*)::int as n from mails where facts->>'sender' = $1 and state <> 'dropped'`,
      [org.id],
    )
  )[0]!.n
const made = async ({ org }: Workspace) =>
  asOwner(
    `select (select count(*)::int from organization_invitations where org_id = $1) as invitations,
      (select string_agg(encode(token_hash, 'hex'), ' ') from organization_invitations where org_id = $1) as tokens,
      (select count(*)::int from employees where org_id = $1) as employees,
      (select count(*)::int from project_shares where org_id = $1) as shares,
      (select count(*)::int from invoice_links where org_id = $1) as links,
      (select count(*)::int from mails where facts->>'sender' = $1::text) as mails`,
    [org.id],
  )
const reason =
  /plan limit mails reached: \d of 0 until \S+; an owner can change the plan under Plan and usage$/
const without = async (ws: Workspace) => override(olga, ws.org.id, 'mails', 0)

test('every kind of mail that uses up a plan is here', async () => {
  const counted = await asOwner<{ kind: string }>(
    `select k as kind from unnest($1::text[]) k where app.counts_as_mail(k) order by 1`,
    [Object.keys(messages)],
  )
  const known = [...Object.keys(refused), ...Object.keys(told), ...unasked]
  expect(counted.map(({ kind }) => kind)).toEqual(known.toSorted())
})

describe.each(Object.entries(refused))('%s', (_, cases) => {
  test.each(cases)('%s is refused beyond the limit, and nothing is made', async (_name, prepare) => {
    const { ws, call } = await prepare()
    const before = await made(ws)
    await without(ws)
    const { status, body } = await call()
    expect([status, body.error?.message]).toEqual([403, expect.stringMatching(reason)])
    expect(await made(ws)).toEqual(before)
    const sent = await sentBy(ws)
    await override(olga, ws.org.id, 'mails', null)
    expect((await call()).status).toBeLessThan(300)
    expect(await sentBy(ws)).toBe(sent + 1)
  })
})

describe.each(Object.entries(told))('%s', (_, cases) => {
  test.each(cases)('%s says beyond the limit who is not mailed, and why', async (_name, prepare) => {
    const { ws, call } = await prepare()
    await without(ws)
    const before = await sentBy(ws)
    const { status, body } = await call()
    const why = [...(body.warnings ?? []), ...(body.deliveries ?? []).map((one: Json) => one.reason)]
    expect([status < 300, why]).toEqual([true, [expect.stringMatching(reason)]])
    expect(await sentBy(ws)).toBe(before)
  })
})

test.each(mailed)('%s is mailed beyond the limit', async (_, prepare) => {
  const { ws, call } = await prepare()
  await without(ws)
  const before = await sentBy(ws)
  expect((await call()).status).toBe(204)
  expect(await sentBy(ws)).toBe(before + 1)
})

test('a table that would invite more than may be mailed invites nobody', async () => {
  const ws = await workspace()
  const rows = [1, 2].map((n) => `${n},Kim,${somebody()},2026-01-01`)
  const csv = ['employee_number,first_name,work_email,hire_date', ...rows].join('\n')
  await override(olga, ws.org.id, 'mails', 1)
  const { status, body } = await ws.owner.call('POST', `${ws.base}/employees/import`, { csv, invite: true })
  expect([status, body.error.message]).toEqual([
    403,
    expect.stringMatching(/^2 mails would be sent; plan limit mails reached: 0 of 1 until /),
  ])
  expect((await ws.owner.ok('GET', `${ws.base}/employees`)).items).toEqual([])
})
