import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json, person, type Reply } from '../kit/client.ts'
import { client, issued } from '../kit/invoices.ts'
import { messages } from '../../src/shared/mail/messages.ts'
import { addMeeting, atMeeting, inMinutes } from '../kit/meetings.ts'
import { project, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { mailDesk } from '../kit/ticket-mail.ts'

await ownDatabase()

type Prepared = { email: string; most?: number; sender: string | null; call: () => Promise<Reply> }
/** An operation that mails to an address, each time anew. */
type Case = [operation: string, kind: keyof typeof messages, prepare: () => Promise<Prepared>]
const somebody = () => `kim-${uuidv7()}@example.test`
/** As many mails of the kind to the address as may be within an hour, the oldest from 40 minutes ago. */
const exhaust = (kind: string, { email, most = 5, sender }: Prepared) =>
  asOwner(
    `insert into mails (id, message, address, language, facts, state, created_at)
      select uuidv7(), $1, $2, 'en', jsonb_strip_nulls(jsonb_build_object('sender', $3::text)), 'sent',
        now() - interval '40 minutes' from generate_series(1, $4)`,
    [kind, email, sender, most],
  )
const own = async () => {
  const ws = await workspace()
  const email = somebody()
  const post = (path: string, body: object = {}) => ws.owner.call('POST', ws.base + path, body)
  return { ws, email, sender: ws.org.id, post }
}
const made = (
  { email, sender }: { email: string; sender: string },
  call: () => Promise<Reply>,
): Prepared => ({
  email,
  sender,
  call,
})
const contact = async ({ ws, email }: Awaited<ReturnType<typeof own>>): Promise<Json> => {
  const of = await client(ws)
  await ws.owner.ok('PATCH', `${ws.base}/clients/${of.id}`, { portal_enabled: true })
  return ws.owner.ok('POST', `${ws.base}/clients/${of.id}/contacts`, { name: 'Kim', email })
}

/** What is made all the same, with a link to pass on or news to tell, says so in its answer. */
const told: Case[] = [
  [
    'createInvitation',
    'invitation',
    async () => {
      const of = await own()
      return made(of, () => of.post('/invitations', { email: of.email, role: 'member' }))
    },
  ],
  [
    'createProjectShare',
    'project_share',
    async () => {
      const of = await own()
      const { id } = await project(of.ws)
      return made(of, () => of.post(`/projects/${id}/shares`, { label: 'Acme', invite_email: of.email }))
    },
  ],
  [
    'addMeetingGuest',
    'meeting_guest',
    async () => {
      const of = await own()
      const room = { provider: 'external', external_url: 'https://meet.example.com/room' }
      const { id } = await addMeeting(of.ws, { ...room, allow_guests: true })
      return made(of, () => of.post(`/meetings/${id}/guests`, { email: of.email }))
    },
  ],
  [
    'createPortalAccess',
    'portal_link',
    async () => {
      const of = await own()
      const { id: contact_id } = await contact(of)
      const body = { contact_id, abilities: ['tickets'], send_link: true }
      return made(of, () => of.post('/portal/accesses', body))
    },
  ],
  [
    'createPortalLink',
    'portal_link',
    async () => {
      const of = await own()
      const { id: contact_id } = await contact(of)
      const { id } = await of.ws.owner.ok('POST', `${of.ws.base}/portal/accesses`, {
        contact_id,
        abilities: ['tickets'],
      })
      return made(of, () => of.post(`/portal/accesses/${id}/links`, { send_link: true }))
    },
  ],
  [
    'sendInvoice',
    'invoice',
    async () => {
      const of = await own()
      const { id: client_id } = await client(of.ws, { name: 'Wayne', email: of.email })
      const { id } = await issued(of.ws, { client_id })
      return made(of, () => of.post(`/invoices/${id}/send`))
    },
  ],
  [
    'createMeeting',
    'meeting',
    async () => {
      const of = await own()
      const participants = [{ email: of.email, name: 'Kim' }]
      const body = { title: 'Review', starts_at: inMinutes(120), ends_at: inMinutes(180), participants }
      return { ...made(of, () => of.post('/meetings', body)), most: 60 }
    },
  ],
  [
    'updateMeeting',
    'meeting',
    async () => {
      const of = await own()
      const { id } = await addMeeting(of.ws, { participants: [{ email: of.email, name: 'Kim' }] })
      const change = () => ({ starts_at: inMinutes(150), ends_at: inMinutes(210) })
      return { ...made(of, () => of.ws.owner.call('PATCH', atMeeting(of.ws, id), change())), most: 60 }
    },
  ],
  [
    'createTicketMessage',
    'ticket_reply',
    async () => {
      const { supportDesk } = await mailDesk()
      const { ws } = supportDesk
      const email = somebody()
      const { id } = await supportDesk.create({ contact_id: undefined, requester_email: email })
      const call = () => ws.owner.call('POST', `${ws.base}/tickets/${id}/messages`, { body: 'Hello' })
      return { email, most: 60, sender: ws.org.id, call }
    },
  ],
]

/** What would do nothing but mail is refused, and says when it may. */
const refused: Case[] = [
  [
    'resendInvitation',
    'invitation',
    async () => {
      const of = await own()
      const { id } = await of.ws.owner.ok('POST', `${of.ws.base}/invitations`, {
        email: of.email,
        role: 'member',
      })
      return made(of, () => of.post(`/invitations/${id}/resend`))
    },
  ],
  [
    'sendVerification',
    'verify_address',
    async () => {
      const own = await person()
      return {
        email: own.email,
        sender: null,
        call: () => own.call('POST', '/api/v1/auth/email/verify/send'),
      }
    },
  ],
  [
    'changeEmail',
    'confirm_address',
    async () => {
      const who = await person()
      const email = somebody()
      const body = { password: 'correct horse battery', email }
      return { email, sender: null, call: () => who.call('POST', '/api/v1/auth/email/change', body) }
    },
  ],
]

/** The other kinds, of which no answer tells, each with the reason. */
const unheard: Partial<Record<keyof typeof messages, string>> = {
  reset_password: 'asked for without an account; requests for one address are counted, and refused alike',
  api_key_offered: 'stands in the inbox and at /account/keys, where it is answered',
  export_ready: 'at most three a day, and shown at /account/export',
  digest: 'of what stands in the inbox',
  ticket_received: 'nobody asks for it',
  ticket_resolved: 'nobody asks for it',
  ticket_news: 'of what stands in the inbox',
  usage_limit: 'nobody asks for it; stands on the page of plan and usage',
  payment_missing: 'nobody asks for it; stands on the page of plan and usage',
  organization_deleted: 'a warning after what was done; it is not what was asked for',
  address_changed: 'a warning after what was done; it is not what was asked for',
  bank_account_changed: 'a warning after what was done; it is not what was asked for',
  password_changed: 'a warning after what was done; it is not what was asked for',
  new_sign_in: 'a warning after what was done; it is not what was asked for',
  identity_linked: 'a warning after what was done; it is not what was asked for',
  identity_unlinked: 'a warning after what was done; it is not what was asked for',
  factor_on: 'a warning after what was done; it is not what was asked for',
  factor_off: 'a warning after what was done; it is not what was asked for',
  factors_removed: 'a warning after what was done; it is not what was asked for',
  passkey_added: 'a warning after what was done; it is not what was asked for',
  passkey_removed: 'a warning after what was done; it is not what was asked for',
  recovery_code_used: 'a warning after what was done; it is not what was asked for',
}
test('every kind of mail is here', () => {
  const kinds = [...told, ...refused].map(([, kind]) => kind)
  expect([...new Set([...kinds, ...Object.keys(unheard)])].toSorted()).toEqual(
    Object.keys(messages).toSorted(),
  )
})

const links = (email: string) =>
  asOwner(
    `select (select count(*)::int from mails where address = $1 and state <> 'dropped') as mails,
      (select string_agg(encode(token_hash, 'hex'), ' ') from organization_invitations where email = $1) as tokens,
      (select count(*)::int from mail_tokens where address = $1 and used_at is null) as links`,
    [email],
  )
const reason = (most: number) => `${most} mails of this kind went to this address within an hour`

describe('beyond what goes to an address within an hour', () => {
  test.each(told)('%s says that it is not mailed, and why (%s)', async (_, kind, prepare) => {
    const prepared = await prepare()
    await exhaust(kind, prepared)
    const { status, body } = await prepared.call()
    expect(status).toBeLessThan(300)
    const deliveries: Json[] = body.deliveries ?? []
    if (kind === 'invoice') expect(body).toMatchObject({ mailed_to: null, not_mailed: 'limit' })
    else
      expect([...(body.warnings ?? []), ...deliveries.map((one) => one.reason)]).toEqual([
        expect.stringContaining(reason(prepared.most ?? 5)),
      ])
    if ('mailed_to' in body) expect(body.mailed_to).toBe(null)
  })

  test.each(told)('%s says nothing of it while mails go out (%s)', async (_, kind, prepare) => {
    const prepared = await prepare()
    await exhaust(kind, { ...prepared, most: (prepared.most ?? 5) - 2 })
    const { status, body } = await prepared.call()
    expect([status < 300, body.warnings ?? []]).toEqual([true, []])
    if ('mailed_to' in body) expect(body.mailed_to).toBe(prepared.email)
  })

  test.each(refused)(
    '%s is refused with when it may be, and nothing is changed (%s)',
    async (_, kind, prepare) => {
      const prepared = await prepare()
      await exhaust(kind, { ...prepared, most: 5 })
      const before = await links(prepared.email)
      const { status, body, headers } = await prepared.call()
      expect([status, body.error?.message]).toEqual([429, `${reason(5)}; try again in 20 minutes`])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(19 * 60)
      expect(await links(prepared.email)).toEqual(before)
      await asOwner(`update mails set created_at = now() - interval '61 minutes' where address = $1`, [
        prepared.email,
      ])
      expect((await prepared.call()).status).toBeLessThan(300)
    },
  )
})
