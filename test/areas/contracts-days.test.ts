import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { join } from '../kit/makers.ts'
import { dayOf, office, type Office, setColumns } from '../kit/contracts.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const kinds = ({ events }: Json) => events.map(({ kind }: Json) => kind)
/** A contract whose dates are set as if it had been created long ago. */
async function createAged(setup: Office, columns: Record<string, unknown>, more: object = {}): Promise<Json> {
  const { id } = await setup.signed(more)
  await setColumns(id, columns)
  return setup.get(id)
}
const renewing = { auto_renew: true, renewal_months: 12 }
/** Runs the daily job, and what it planned for this organization. */
async function morning({ ws }: Office) {
  await daily(env())
  await asOwner(
    `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = 'contracts'`,
    [ws.org.id],
  )
  await drain(database())
}
const notices = async ({ ws }: Office, who = ws.owner) =>
  (await who.ok('GET', `${ws.base}/notifications?limit=200`)).items.filter(
    ({ entity }: Json) => entity.type === 'contract',
  )

describe('the end', () => {
  test('is by the organization’s own day', async () => {
    const east = await office('East')
    const west = await office('West')
    await asOwner(`update organizations set timezone = 'Pacific/Kiritimati' where id = $1`, [east.ws.org.id])
    await asOwner(`update organizations set timezone = 'Pacific/Pago_Pago' where id = $1`, [west.ws.org.id])
    const [ahead, behind] = [await dayOf(east.ws), await dayOf(west.ws)]
    // The two are 25 hours apart, so it is never the same day in both.
    expect(ahead > behind).toBe(true)
    for (const [here, own] of [
      [east, ahead],
      [west, behind],
    ] as const) {
      const today = await createAged(here, { end_date: own })
      const yesterday = await createAged(here, { end_date: await dayOf(here.ws, -1) })
      expect([today.effective_status, yesterday.effective_status]).toEqual(['active', 'expired'])
    }
    const eastContract = await createAged(east, { end_date: behind })
    expect(eastContract.effective_status).toBe('expired')
    const later = await createAged(west, { start_date: ahead, end_date: ahead, status: 'sent' })
    expect(later.effective_status).toBe('sent')
    const milestone = { name: 'A', amount_minor: 1, condition: 'date', due_date: behind }
    expect((await createAged(east, {}, { milestones: [milestone] })).milestones[0].status).toBe('reached')
    expect(
      (await createAged(west, {}, { milestones: [{ ...milestone, due_date: ahead }] })).milestones[0].status,
    ).toBe('pending')
  })

  test('of a contract that renews itself moves by complete terms, at once and in what is stored later', async () => {
    const setup = await office()
    const end_date = await dayOf(setup.ws, -400)
    const columns = { ...renewing, start_date: await dayOf(setup.ws, -900), end_date, notice_days: 30 }
    const read = await createAged(setup, columns)
    const [next] = await asOwner<{ ends: string; deadline: string }>(
      `select (($1::date + 1 + interval '24 months')::date - 1)::text as ends,
        (($1::date + 1 + interval '24 months')::date - 31)::text as deadline`,
      [end_date],
    )
    expect(read).toMatchObject({
      effective_status: 'active',
      end_date: next!.ends,
      notice_deadline: next!.deadline,
    })
    const written = async () =>
      (
        await asOwner<{ day: string }>('select end_date::text as day from contracts where id = $1', [read.id])
      )[0]!.day
    expect(await written()).toBe(end_date)
    await morning(setup)
    expect(await written()).toBe(next!.ends)
    const after = await setup.get(read.id)
    expect(kinds(after).filter((kind: string) => kind === 'renewed')).toHaveLength(2)
    await morning(setup)
    expect((await setup.get(read.id)).version).toBe(after.version)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-02-28', 1, '2026-03-31'],
    ['2027-12-31', 12, '2028-12-31'],
    ['2026-04-14', 6, '2026-10-14'],
    ['2028-02-28', 12, '2029-02-27'],
  ])('of a term that ended on %s is %i months later on %s', async (end, months, next) => {
    const [row] = await asOwner<{ day: string }>('select app.next_term_end($1::date, $2)::text as day', [
      end,
      months,
    ])
    expect(row!.day).toBe(next)
  })

  test('is stored before anything else is done, so that a contract that should not continue ends', async () => {
    const setup = await office()
    const ended = { ...renewing, renewal_months: 1, end_date: await dayOf(setup.ws, -3) }
    const { id } = await createAged(setup, { ...ended, start_date: await dayOf(setup.ws, -90) })
    const stopped = await setup.ws.owner.ok('PATCH', `${setup.at}/${id}`, { auto_renew: false })
    expect(stopped.effective_status).toBe('active')
    expect(stopped.end_date > (await dayOf(setup.ws, 20))).toBe(true)
    expect(kinds(stopped).slice(0, 2)).toEqual(['changed', 'renewed'])
  })

  test('stored by many concurrently is one renewal', { tags: ['race'] }, async () => {
    const setup = await office()
    const ended = { ...renewing, end_date: await dayOf(setup.ws, -3) }
    const { id } = await createAged(setup, ended)
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => setup.ws.owner.ok('PATCH', `${setup.at}/${id}`, { notes: `${n}` })),
    )
    expect(kinds(await setup.get(id)).filter((kind: string) => kind === 'renewed')).toHaveLength(1)
  })
})

describe('a renewal', () => {
  test('is a new draft from the day after the end, once', async () => {
    const setup = await office()
    const created = await setup.signed({ notice_days: 14 })
    const renewed = await setup.act(created.id, 'renew', { months: 12, value_minor: 200_000 })
    const [row] = await asOwner<{ first: string; last: string }>(
      `select ($1::date + 1)::text as first, (($1::date + 1 + interval '12 months')::date - 1)::text as last`,
      [created.end_date],
    )
    expect(renewed).toMatchObject({
      status: 'draft',
      parent_contract_id: created.id,
      start_date: row!.first,
      end_date: row!.last,
      value_minor: 200_000,
      title: created.title,
      body: created.body,
      notice_days: 14,
      milestones: [],
    })
    const parent = await setup.get(created.id)
    expect([parent.renewed_by_id, parent.events[0].data.number]).toEqual([renewed.id, renewed.number])
    expect(await setup.errorOf(`/${created.id}/renew`, { months: 1 })).toEqual([
      409,
      `the contract is renewed already, by ${renewed.number}`,
    ])
    await setup.act(renewed.id, 'cancel')
    expect((await setup.act(created.id, 'renew', { end_date: await dayOf(setup.ws, 301) })).value_minor).toBe(
      100_000,
    )
  })

  test('is rejected for one that renews itself or has no end, and with an end before its start', async () => {
    const setup = await office()
    const by = { months: 12 }
    const itself = await setup.signed(renewing)
    expect(await setup.errorOf(`/${itself.id}/renew`, by)).toEqual([
      409,
      'the contract renews itself; set auto_renew to false first',
    ])
    const open = await setup.signed({ end_date: null })
    expect(await setup.errorOf(`/${open.id}/renew`, by)).toEqual([
      409,
      'the contract has no end_date, so it cannot be renewed',
    ])
    const created = await setup.signed()
    expect(await setup.errorOf(`/${created.id}/renew`, { end_date: created.end_date })).toEqual([
      422,
      `body.end_date: must be after the end of the contract that is renewed, ${created.end_date}`,
    ])
    expect(await setup.errorOf(`/${created.id}/renew`, {})).toEqual([
      422,
      'body.end_date: send either end_date or months',
    ])
  })

  test('requested twice concurrently is one', { tags: ['race'] }, async () => {
    const setup = await office()
    const { id } = await setup.signed()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => setup.ws.owner.call('POST', `${setup.at}/${id}/renew`, { months: 1 })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

test('two concurrent signatures for the same side are one', { tags: ['race'] }, async () => {
  const setup = await office()
  const { id } = await setup.draft()
  await setup.act(id, 'send')
  const replies = await Promise.all(
    ['Ada', 'Bob', 'Eve'].map((signed_by_name) =>
      setup.ws.owner.call('POST', `${setup.at}/${id}/sign`, { signed_by_name }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(kinds(await setup.get(id)).filter((kind: string) => kind === 'signed')).toHaveLength(1)
})

describe('the daily job', () => {
  test('notifies the owner once of the end and of the last day of notice', async () => {
    const setup = await office()
    const grace = await join(setup.ws, 'manager', 'Grace')
    const soon = await dayOf(setup.ws, 20)
    const created = await createAged(setup, { end_date: soon, notice_days: 14, owner_user_id: grace.id })
    const far = await createAged(setup, {
      end_date: await dayOf(setup.ws, 60),
      notice_days: 30,
      owner_user_id: grace.id,
    })
    await morning(setup)
    const result = await notices(setup, grace)
    expect(result.map(({ snippet }: Json) => snippet).sort()).toEqual([
      `Notice must be given by ${await dayOf(setup.ws, 6)}; the contract ends on ${soon}.`,
      `The contract ends on ${soon}.`,
    ])
    expect(result[0]).toMatchObject({
      reason: 'system',
      title: `${created.number} Web site`,
      entity: { id: created.id },
    })
    expect(result[0].url).toMatch(new RegExp(`/contracts/${created.id}$`))
    await morning(setup)
    expect(await notices(setup, grace)).toHaveLength(2)
    const [planned] = await asOwner<{ day: string }>(
      `select ((max(available_at) at time zone o.timezone)::date)::text as day from outbox b join organizations o on o.id = b.org_id
        where b.org_id = $1 and b.topic = 'contracts' and b.done_at is null group by o.timezone`,
      [setup.ws.org.id],
    )
    expect(planned!.day).toBe(await dayOf(setup.ws, 23))
    expect(far.notice_deadline).toBe(await dayOf(setup.ws, 30))
  })

  test('notifies nobody who may no longer read contracts', async () => {
    const setup = await office()
    const grace = await join(setup.ws, 'manager', 'Grace')
    await createAged(setup, { end_date: await dayOf(setup.ws, 20), owner_user_id: grace.id })
    await morning(setup)
    expect(await notices(setup, grace)).toHaveLength(1)
    await asOwner(`update organization_members set role = 'member' where org_id = $1 and user_id = $2`, [
      setup.ws.org.id,
      grace.id,
    ])
    await createAged(setup, { end_date: await dayOf(setup.ws, 20), owner_user_id: grace.id })
    await morning(setup)
    expect(await notices(setup, grace)).toEqual([])
  })

  test('stores that a contract starts, reaches its milestones and is completed', async () => {
    const setup = await office()
    const milestones = [{ name: 'A', amount_minor: 1, condition: 'date', due_date: await dayOf(setup.ws) }]
    const created = await setup.signed({ start_date: await dayOf(setup.ws, 1), milestones })
    await setColumns(created.id, { start_date: await dayOf(setup.ws) })
    await morning(setup)
    const started = await setup.get(created.id)
    expect([started.status, kinds(started).slice(0, 2).sort()]).toEqual([
      'active',
      ['activated', 'milestone_reached'],
    ])
    expect(started.events[0].actor).toBeNull()
    await setup.act(created.id, `milestones/${created.milestones[0].id}/invoice`)
    await asOwner(
      `update invoices set status = 'paid', number = 'X', issue_date = current_date, series_seq = 1 where org_id = $1`,
      [setup.ws.org.id],
    )
    await setColumns(created.id, {
      start_date: await dayOf(setup.ws, -5),
      end_date: await dayOf(setup.ws, -1),
    })
    await morning(setup)
    await morning(setup)
    expect(kinds(await setup.get(created.id)).filter((kind: string) => kind === 'completed')).toHaveLength(1)
  })
})
