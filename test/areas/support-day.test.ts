import { expect, test } from 'vitest'
import { asOwner, call, type Json } from '../kit/client.ts'
import { issued } from '../kit/invoices.ts'
import { join } from '../kit/makers.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { openSession, portal } from '../kit/portal.ts'
import { policy, runDueClocks } from '../kit/sla.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'

test('a day of the support desk: a mail, overdue, answered, snoozed, reopened, resolved and rated', async () => {
  const { supportDesk, process } = await mailDesk()
  const { who } = await openSession(supportDesk)
  const { ws, at, change, events, messages, addMessage } = supportDesk
  const customer = supportDesk.contact.email
  const ada = await join(ws, 'member', 'Ada')
  await ws.owner.ok('POST', `${ws.base}/support/assignment-rules`, { name: 'Mail', assignee_ids: [ada.id] })
  const times = { first_response_minutes: 30, next_response_minutes: 60, resolution_minutes: 600 }
  await policy(ws, { applies_to: 'ticket', targets: { medium: times } })
  const seen = (id: string): Promise<Json> => who.ok('GET', `${portal}/tickets/${id}`)
  const states = async (id: string) => {
    const { items } = await ws.owner.ok('GET', `${ws.base}/sla/clocks?ticket_id=${id}&limit=200`)
    return Object.fromEntries(items.map(({ metric, state }: Json) => [metric, state]))
  }

  /** The customer's reply to the last mail. */
  const answer = async (text: string) => {
    const { headers, subject } = mailTo(customer).at(-1)!
    const result = await process(
      inbound(customer, { Subject: `Re: ${subject}`, TextBody: text }, { References: headers.References! }),
    )
    expect(result).toEqual({ outcome: 'message', reason: null, ticket_id: id })
  }

  // The customer writes, and gets the number; nobody responds in time, and the assignee is notified once.
  const { ticket_id: id } = await process(inbound(customer, { Subject: 'Prices', TextBody: 'Of bread' }))
  const { number, assignee } = await supportDesk.get(id)
  expect([assignee.user_id, mailTo(customer).at(-1)!.subject]).toEqual([
    ada.id,
    `We have your message: Prices [#${number}]`,
  ])
  await addMessage(id, { body: 'They pay late', is_internal: true }, ada)
  await asOwner(
    `update sla_clocks set started_at = started_at - d, since = since - d, due_at = due_at - d, warn_at = warn_at - d
      from make_interval(mins => 31) d where ticket_id = $1`,
    [id],
  )
  for (let n = 0; n < 2; n++) await runDueClocks(ws)
  expect(await states(id)).toEqual({ first_response: 'breached', resolution: 'running' })
  const result = await ada.ok('GET', `${ws.base}/notifications?reason=system`)
  expect(result.items.map(({ title }: Json) => title)).toEqual([`#${number} Prices`])

  // She replies and snoozes it; the customer writes again, and it is active again.
  await addMessage(id, { body: 'We will look.' }, ada)
  expect((await states(id)).first_response).toBe('missed')
  await change(id, { snoozed_until: '2999-01-01T00:00:00Z' })
  await answer('Any news?')
  expect(await supportDesk.get(id)).toMatchObject({ snoozed_until: null, status: 'open' })
  expect((await states(id)).next_response).toBe('running')

  // It is resolved, reopened once, and resolved again.
  await addMessage(id, { body: 'Mended.', set_status: 'resolved' }, ada)
  await answer('Not quite.')
  expect(await supportDesk.get(id)).toMatchObject({ status: 'open', reopened_count: 1 })
  await addMessage(id, { body: 'Now it is.', set_status: 'resolved' }, ada)
  const rating = `/api/v1/ticket-ratings/${tokenIn(mailTo(customer).at(-1)!)}`
  const rated = await call('POST', rating, { body: { score: 4, comment: 'Slow, but right' } })
  expect([rated.status, rated.body.score]).toEqual([200, 4])

  // What each side sees: the customer everything except the note, and their invoices.
  const { text } = await who.call('GET', `${portal}/tickets/${id}`)
  expect([text.includes('They pay late'), (await messages(id)).length]).toEqual([false, 6])
  expect(mailTo(customer).some((mail) => mail.text.includes('They pay late'))).toBe(false)
  expect((await seen(id)).messages_count).toBe(5)
  const bill = await issued(ws, { client_id: supportDesk.client })
  const bills = await who.ok('GET', `${portal}/invoices`)
  expect(bills.items.map((one: Json) => one.number)).toEqual([bill.number])
  const found = await ws.owner.ok('GET', `${ws.base}/search?q=${encodeURIComponent('pay late')}`)
  expect(found.items.map(({ type, id: one }: Json) => [type, one])).toEqual([['ticket', id]])

  // The figures of the day, counted from the events.
  const changed = (await events(id)).filter(({ kind }) => kind === 'status').map(({ data }) => data.to)
  expect(changed.toSorted()).toEqual(['open', 'resolved', 'resolved'])
  const days = [-1, 1].map((n) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10))
  const range = `from=${days[0]}&to=${days[1]}`
  expect(await ws.owner.ok('GET', `${ws.base}/support/summary?${range}`)).toMatchObject({
    created: 1,
    resolved: 1,
    first_response: { tickets: 1 },
    agents: [{ agent: { name: 'Ada' }, replies: 3, backlog: 0 }],
  })
  const report = (metric: string): Promise<Json> =>
    ws.owner.ok('GET', `${ws.base}/sla/report?${range}&metric=${metric}`)
  expect((await report('first_response')).totals).toMatchObject({ met: 0, missed: 1 })
  expect((await report('resolution')).totals).toMatchObject({ met: 1, missed: 0 })
  expect((await ws.owner.ok('GET', `${at}/${id}`)).csat_score).toBe(4)
})
