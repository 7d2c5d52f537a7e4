import { expect, test } from 'vitest'
import { act, office, on, rule } from '../kit/automations.ts'
import { asOwner } from '../kit/client.ts'
import { mailTo } from '../kit/mail.ts'
import { join } from '../kit/makers.ts'
import { openSession, portal } from '../kit/portal.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'

const failures = async (org: string) =>
  (
    await asOwner<{ name: string }>(
      `select distinct payload->>'name' as name from outbox where org_id = $1 and topic = 'side_effect.failed' order by 1`,
      [org],
    )
  ).map(({ name }) => name)

/** A rule for an event, whose parameters are then broken. */
const broken = async (setup: Awaited<ReturnType<typeof office>>, event: string) => {
  const params = event === 'ticket.rated' ? { most: 3 } : {}
  const { id } = await rule(setup.ws, {
    ...on(event, params),
    ...act('notify', { to: 'roles', roles: ['owner'] }),
  })
  await asOwner(
    `update automations set trigger = jsonb_set(trigger, '{params,most}', '"broken"') where id = $1`,
    [id],
  )
}

test('an automation that cannot be read never loses the write: tickets, messages, ratings, deals, leads', async () => {
  const setup = await office()
  const { ws } = setup
  for (const event of [
    'ticket.created',
    'ticket.status_changed',
    'ticket.priority_changed',
    'ticket.assigned',
    'ticket.customer_replied',
    'ticket.agent_replied',
    'ticket.rated',
    'deal.created',
    'lead.created',
  ])
    await broken(setup, event)
  const { id } = await setup.create({ assignee_user_id: ws.owner.id })
  await setup.addMessage(id)
  await setup.receiveMessage(id)
  await setup.change(id, { priority: 'urgent' })
  await setup.change(id, { status: 'resolved' })
  const { who } = await openSession(setup)
  await who.ok('POST', `${portal}/tickets/${id}/rating`, { score: 2 })
  await ws.owner.ok('POST', `${ws.base}/leads`, { name: 'Grace' })
  await ws.owner.ok('POST', `${ws.base}/deals`, { title: 'Site', value_minor: 1 })
  expect(await failures(ws.org.id)).toEqual(['automations'])
  expect((await setup.get(id)).csat_score).toBe(2)
})

test('a rule of assignment, a notification or a mail that fails never loses the ticket, the answer or the note', async () => {
  const { supportDesk: desk, process } = await mailDesk()
  const { ws } = desk
  const ada = await join(ws, 'member', 'Ada')
  const { id: ruleId } = await ws.owner.ok('POST', `${ws.base}/support/assignment-rules`, {
    name: 'All',
    assignee_ids: [ada.id],
  })
  await asOwner(`update assignment_rules set filter = '{"words":7}' where id = $1`, [ruleId])
  await asOwner(`create or replace function public.fail_for_test() returns trigger language plpgsql as $$
    begin if new.org_id = '${ws.org.id}' then perform 'x'::int; end if; return new; end $$`)
  await asOwner(`create or replace function public.fail_mail_for_test() returns trigger language plpgsql as $$
    begin if new.facts->>'sender' = '${ws.org.id}' then perform 1 / 0; end if; return new; end $$`)
  await asOwner(
    `create trigger fail_for_test before insert on notifications for each row execute function public.fail_for_test()`,
  )
  await asOwner(
    `create trigger fail_for_test before insert on mails for each row execute function public.fail_mail_for_test()`,
  )
  try {
    const { ticket_id, outcome } = await process(inbound('kept@example.org'))
    expect(outcome).toBe('ticket')
    await desk.change(ticket_id, { assignee_user_id: ada.id })
    await desk.addMessage(ticket_id, { body: 'Answer' })
    await desk.addMessage(ticket_id, { body: `Note @[Ada](user:${ada.id})`, is_internal: true })
    await desk.receiveMessage(ticket_id)
    await desk.change(ticket_id, { status: 'resolved' })
    expect((await desk.messages(ticket_id)).length).toBe(3)
    expect(mailTo('kept@example.org')).toEqual([])
    expect(await failures(ws.org.id)).toEqual([
      'assignment of a ticket',
      'mail of a ticket',
      'notification of a ticket',
    ])
  } finally {
    for (const table of ['notifications', 'mails']) await asOwner(`drop trigger fail_for_test on ${table}`)
  }
})
