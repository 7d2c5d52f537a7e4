import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Budget, drain } from '../../src/jobs/outbox.ts'
import { daily } from '../../src/jobs/clock.ts'
import { hashOf, isToken } from '../../src/base/tokens.ts'
import { shardOfAccounts } from '../../src/shared/shards.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { accepted, type Delivery, type Mail } from '../../src/shared/mail/mailer.ts'
import type { MailService } from '../../src/shared/mail/service.ts'
import { asOwner, env, person } from '../kit/client.ts'
import { linkIn, tokenIn } from '../kit/mail.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const database = () => openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 5000)

/** A service whose mailer responds as the test says. */
function office(repeatable: boolean, respond: (mail: Mail) => Delivery | Promise<Delivery> = () => accepted) {
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return respond(mail)
  }
  const from = { name: 'Service', email: 'mail@service.test' }
  const service: MailService = {
    missing: null,
    mailer: { repeatable, send },
    from,
    appName: 'Service',
    webUrl: 'https://service.test',
    baseUrl: 'https://api.test',
    keys: env().JWT_KEYS,
    cell: 'a',
  }
  return { sent, drain: (budget: Budget = {}) => drain(database(), undefined, '', service, budget) }
}

const post = async (kind: string, person: string | null, address: string | null, details: object = {}) =>
  (
    await asOwner<{ id: string }>('select app.queue_mail($1, $2, $3, $4) as id', [
      kind,
      person,
      address,
      details,
    ])
  )[0]!.id
const rowOf = async (id: string) => (await asOwner('select * from mails where id = $1', [id]))[0]
const due = (id: string) =>
  asOwner(`update mails set available_at = now() - interval '1 second' where id = $1`, [id])

beforeEach(async () => {
  await asOwner('delete from mails')
})

describe('a queued mail', () => {
  test('is sent once, with a token of which only the hash is stored', async () => {
    const ada = await person()
    const id = await post('verify_address', ada.id, null)
    const { sent, drain } = office(false)
    expect(await drain()).toBeNull()
    await drain()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ id, to: ada.email, subject: 'Confirm your e-mail address for Service' })
    const token = tokenIn(sent[0]!)
    expect([isToken('svc_mail_', token), linkIn(sent[0]!).pathname]).toEqual([true, '/verify'])
    expect(await rowOf(id)).toMatchObject({ state: 'sent', sent_at: expect.any(Date), attempts: 1 })
    const stored = await asOwner(
      `select encode(hash, 'hex') as hash, address from mail_tokens where user_id = $1`,
      [ada.id],
    )
    expect(stored).toEqual([{ hash: hashOf(token), address: ada.email }])
    const tables = JSON.stringify([
      await asOwner('select * from mails'),
      await asOwner('select * from mail_tokens'),
    ])
    expect(tables).not.toContain(token)
  })

  test('is sent once by three concurrent drains', { tags: 'race' }, async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()))
    for (const { id } of people) await post('verify_address', id, null)
    const { sent, drain } = office(false)
    await Promise.all([drain(), drain(), drain()])
    expect(sent.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  })

  test('that is rejected for good is not sent again; one to retry is, later each time and with the same text', async () => {
    const [ada, grace] = [await person(), await person('Grace')]
    const [rejected, later] = [
      await post('verify_address', ada.id, null),
      await post('verify_address', grace.id, null),
    ]
    const responses = new Map<string, Delivery>([
      [ada.email, { outcome: 'refused', reason: '422' }],
      [grace.email, { outcome: 'again', reason: '429' }],
    ])
    const { sent, drain } = office(false, ({ to }) => responses.get(to)!)
    const next = await drain()
    expect(Date.parse(next!) - Date.now()).toBeGreaterThan(50_000)
    expect(await rowOf(rejected)).toMatchObject({ state: 'refused', last_error: '422', sent_at: null })
    expect(await rowOf(later)).toMatchObject({ state: 'queued', attempts: 1, last_error: '429' })
    await due(later)
    expect(Date.parse((await drain())!) - Date.now()).toBeGreaterThan(4 * 60_000)
    expect(sent.map(({ to }) => to)).toEqual([ada.email, grace.email, grace.email])
    expect(sent[2]).toEqual(sent[1])
  })

  test('that has no time left in its invocation is given back: the next one sends it at once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(await post('verify_address', (await person()).id, null))
    // The clock stands still until the first mail leaves.
    const began = Date.now()
    const time = vi.spyOn(Date, 'now').mockReturnValue(began)
    const { sent, drain } = office(false, () => {
      time.mockReturnValue(began + 60_000)
      return accepted
    })
    await drain({ milliseconds: 50_000 })
    time.mockRestore()
    const rows = await Promise.all(ids.map(rowOf))
    expect(rows.map(({ state, attempts }) => [state, attempts]).toSorted()).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['sent', 1],
    ])
    await drain()
    expect(sent).toHaveLength(3)
  })

  test('of which it is unknown whether it was sent is retried only if the provider deduplicates', async () => {
    for (const repeatable of [true, false]) {
      const id = await post('verify_address', (await person()).id, null)
      const { drain } = office(repeatable, () => ({ outcome: 'unclear', reason: 'slow' }))
      await drain()
      expect((await rowOf(id)).state).toBe(repeatable ? 'queued' : 'unclear')
      await asOwner('delete from mails')
    }
  })

  test('whose worker stopped while sending it is retried only if the provider deduplicates', async () => {
    for (const repeatable of [true, false]) {
      const ada = await person()
      const id = await post('verify_address', ada.id, null)
      await database().batch([
        sql`select app.lease_mails(10, ${repeatable}, '{}', array[${shardOfAccounts}]::smallint[])`,
      ])
      await database().batch([sql`select app.begin_mail(${id}::uuid, 1, null, null)`])
      const crashing = office(repeatable)
      await crashing.drain()
      expect(crashing.sent).toEqual([])
      await due(id)
      const { sent, drain } = office(repeatable)
      await drain()
      expect([repeatable, sent.length, (await rowOf(id)).state]).toEqual(
        repeatable ? [true, 1, 'sent'] : [false, 0, 'unclear'],
      )
    }
  })

  test('that cannot be rendered is rejected, and does not hold up others', async () => {
    const [ada, grace] = [await person(), await person()]
    const unknown = await post('no_such_message', ada.id, null)
    const withoutAddress = await post('password_changed', ada.id, null, {
      at: '2026-11-21T09:00:00Z',
      timezone: 'Mars/Olympus',
    })
    const good = await post('verify_address', grace.id, null)
    const { sent, drain } = office(false)
    expect(await drain()).toBeNull()
    expect(sent.map(({ id }) => id)).toEqual([good])
    for (const id of [unknown, withoutAddress])
      expect(await rowOf(id)).toMatchObject({ state: 'refused', last_error: 'it cannot be written' })
  })

  test('is given up after a day, and dropped if it is obsolete or cannot be sent', async () => {
    const [ada, grace, eve] = [await person(), await person(), await person()]
    const old = await post('verify_address', ada.id, null)
    await asOwner(`update mails set created_at = now() - interval '24 hours' where id = $1`, [old])
    const known = await post('verify_address', grace.id, null)
    await asOwner('update users set email_verified_at = now() where id = $1', [grace.id])
    const { sent, drain: drained } = office(true)
    await drained()
    expect(sent).toEqual([])
    expect([await rowOf(old), await rowOf(known)]).toMatchObject([{ state: 'failed' }, { state: 'dropped' }])
    const unsendable = await post('verify_address', eve.id, null)
    expect(await drain(database(), undefined, '', { missing: 'MAIL_PROVIDER is not set' })).toBeNull()
    expect(await rowOf(unsendable)).toMatchObject({
      state: 'dropped',
      last_error: 'mail is not configured: MAIL_PROVIDER is not set',
    })
  })

  test('is deleted after thirty days, and its token a day after it expires', async () => {
    const ada = await person()
    const [old, recent] = [
      await post('verify_address', ada.id, null),
      await post('verify_address', ada.id, null),
    ]
    await office(true).drain()
    await asOwner(`update mails set created_at = now() - interval '31 days' where id = $1`, [old])
    await asOwner(`update mail_tokens set expires_at = now() - interval '25 hours' where user_id = $1`, [
      ada.id,
    ])
    await daily(env())
    expect(await asOwner('select id from mails')).toEqual([{ id: recent }])
    expect(await asOwner('select hash from mail_tokens where user_id = $1', [ada.id])).toEqual([])
  })
})

describe('a burst', () => {
  test(
    'sends at most five mails of a kind an hour to an address, and records the others',
    { tags: 'race' },
    async () => {
      const ada = await person()
      await Promise.all(
        Array.from({ length: 12 }, () => post('verify_address', ada.id, ada.email.toUpperCase())),
      )
      await post('password_changed', ada.id, null)
      const { sent, drain } = office(true)
      await drain()
      expect(sent.filter(({ subject }) => subject.startsWith('Confirm'))).toHaveLength(5)
      expect(sent).toHaveLength(6)
      const states = await asOwner(
        'select state, count(*)::int as n from mails group by state order by state',
      )
      expect(states).toEqual([
        { state: 'dropped', n: 7 },
        { state: 'sent', n: 6 },
      ])
      await asOwner(`update mails set created_at = now() - interval '61 minutes'`)
      await post('verify_address', ada.id, null)
      await drain()
      expect(sent).toHaveLength(7)
    },
  )
})

describe('the language of a mail', () => {
  test.each([
    ['fr-FR', 'es', 'fr'],
    ['pt', 'es', 'es'],
    [null, 'de', 'de'],
    [null, 'xx', 'en'],
    [null, null, 'en'],
  ])('organization %s, request %s: %s', async (locale, requested, expected) => {
    const ada = await person()
    if (locale) {
      const org = await ada.ok('POST', '/api/v1/organizations', { name: 'Tongues' })
      await asOwner('update organizations set locale = $2 where id = $1', [org.id, locale])
    }
    const id = await post('password_changed', ada.id, null, requested ? { language: requested } : {})
    expect((await rowOf(id)).language).toBe(expected)
  })
})
