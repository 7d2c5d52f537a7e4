import { describe, expect, test } from 'vitest'
import { crew, log } from '../kit/hours.ts'
import { clearNews } from '../kit/news.ts'
import { open, problemBeside, sentUnchanged, submit, to } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const place = async () => {
  const of = await crew()
  return { ...of, org: `/organizations/${of.ws.org.slug}` }
}

describe('the clock', () => {
  test('goes in, on a break, back and out, and shows what was recorded', async () => {
    const { ada, org, ws } = await place()
    const at = `${org}/clock`
    const press = async (name: string) => {
      const { text } = await open(at, ada.headers)
      return to(await submit(`${at}/${name}`, sentUnchanged(text, `${at}/${name}`), ada.headers))
    }
    expect(plain((await open(at, ada.headers)).text)).toMatch(/You are not at work 0 min today .*Nothing is/)
    for (const name of ['clock-in', 'break-start', 'break-end', 'clock-out'])
      expect(await press(name)).toEqual([303, `${at}?done=${name}`])
    const { items } = await ada.ok('GET', `${ws.base}/working-hours`)
    expect(items.map(({ event, mode, source }: Record<string, string>) => [event, mode, source])).toEqual([
      ['clock_in', 'on_site', 'web'],
      ['break_start', 'on_site', 'web'],
      ['break_end', 'on_site', 'web'],
      ['clock_out', 'on_site', 'web'],
    ])
    const said = plain((await open(`${at}?done=clock-out`, ada.headers)).text)
    expect(said).toMatch(/You are clocked out\..*\d\d:\d\d Clock out \d\d:\d\d Break ended/)
  })

  test('offers what may follow alone, and says what does not', async () => {
    const { ada, org } = await place()
    const at = `${org}/clock`
    await submit(`${at}/clock-in`, { mode: 'remote' }, ada.headers)
    const { text } = await open(at, ada.headers)
    expect(plain(text)).toMatch(/At work since \d\d:\d\d 0 min today/)
    expect(text).not.toContain(`${at}/clock-in`)
    expect(plain(text)).toContain('Clock in remote')
    const refused = await submit(`${at}/break-end`, {}, ada.headers)
    expect([refused.status, plain(refused.text)]).toEqual([
      409,
      expect.stringMatching(
        /is at work since \d+ \w+ \d{4} , \d\d:\d\d; possible now: break_start, clock_out/,
      ),
    ])
  })

  test('records what a phone kept without network with its own time, marked', async () => {
    const { ws, ada, org } = await place()
    const at = `${org}/clock`
    expect((await open(at, ada.headers)).text).toMatch(new RegExp(`data-offline="${at}"[^>]*hidden`))
    const occurred_at = `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 19)}Z`
    expect(to(await submit(`${at}/clock-in`, { occurred_at, offline: 'yes' }, ada.headers))).toEqual([
      303,
      `${at}?done=clock-in`,
    ])
    const { items } = await ada.ok('GET', `${ws.base}/working-hours`)
    expect(items).toMatchObject([{ event: 'clock_in', source: 'mobile', captured_offline: true }])
    expect(Date.parse(items[0].occurred_at)).toBe(Date.parse(occurred_at))
    const old = `${new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 19)}Z`
    expect((await submit(`${at}/clock-out`, { occurred_at: old, offline: 'yes' }, ada.headers)).status).toBe(
      422,
    )
  })

  test('tells of a shift that has no end, and leads to where it is said', async () => {
    const { ws, ada, worker, org } = await place()
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    await log(ws, worker, [`clock_in ${day}T08:00:00+01:00`])
    const { text } = await open(`${org}/clock`, ada.headers)
    expect(plain(text)).toContain('A shift has no end You clocked in at 08:00 on')
    const link = `${org}/hours?month=${day.slice(0, 7)}&missing=${day}&new=add`
    expect(text).toContain(`${link.replaceAll('&', '&amp;')}#add`)
    const form = await open(link, ada.headers)
    expect(form.text).toMatch(/<details class="more" open/)
    const fields = sentUnchanged(form.text, `${org}/hours/add?month=${day.slice(0, 7)}`)
    expect(fields).toMatchObject({ event: 'clock_out', day })
    const asked = { ...fields, time: '16:00', reason: 'I forgot' }
    expect((await submit(`${org}/hours/add`, asked, ada.headers)).status).toBe(303)
  })

  test('is nothing of people without a record', async () => {
    const { ws, org } = await place()
    for (const page of ['clock', 'hours'])
      expect(plain((await open(`${org}/${page}`, ws.owner.headers)).text)).toContain(
        'You have no record as an employee here',
      )
  })
})

test('the start page shows the day of employees, and nothing of it to others', async () => {
  const { ws, ada, org } = await place()
  await open('/dashboard', ada.headers)
  await submit(`${org}/clock/clock-in`, { mode: 'on_site' }, ada.headers)
  const { text, roundTrips } = await open('/dashboard', ada.headers)
  expect(plain(text)).toMatch(/At work since \d\d:\d\d/)
  expect(text).toContain(`href="${org}/clock"`)
  expect(roundTrips).toBe(1)
  expect(plain((await open('/dashboard', ws.owner.headers)).text)).not.toMatch(/ at work/i)
})

describe('my hours', () => {
  const month = async () => {
    const all = await place()
    await log(all.ws, all.worker, [
      'clock_in 2026-02-02T09:00:00+01:00',
      'break_start 2026-02-02T13:00:00+01:00',
      'break_end 2026-02-02T14:00:00+01:00',
      'clock_out 2026-02-02T18:00:00+01:00',
    ])
    await clearNews(all.ws)
    return { ...all, at: `${all.org}/hours`, query: '?month=2026-02' }
  }

  test('are shown by day, and are a file', async () => {
    const { ada, at, query } = await month()
    const { text } = await open(at + query, ada.headers)
    expect(plain(text)).toContain('February 2026 At work 8 h 1 day Overtime 0 min Breaks 1 h')
    expect(plain(text)).toContain('Monday 2 Feb 09:00 to 18:00 1 h of breaks 8 h')
    expect(plain(text)).toContain('18:00 Clock out 2 Feb 2026 no. 4 Change')
    const file = await open(`${at}/files/csv${query}`, ada.headers)
    expect(file.headers.get('content-disposition')).toContain('working-hours-2026-02-01-2026-02-28.csv')
    expect(file.text).toContain('Ada,2026-02-02,2026-02-02T09:00:00+01:00,2026-02-02T18:00:00+01:00,60,480')
    const paper = await open(`${at}/files/pdf${query}`, ada.headers)
    expect(paper.headers.get('content-disposition')).toContain('working-hours-2026-02-01-2026-02-28.pdf')
    expect(paper.text).toMatch(/^%PDF/)
  })

  test('are corrected by asking the other side, which answers in place', async () => {
    const { ws, ada, boss, worker, at, query, org } = await month()
    const edit = await open(`${at}${query}&edit=4`, ada.headers)
    const action = `${at}/correct${query}`
    const fields = sentUnchanged(edit.text, action)
    expect(fields).toMatchObject({ corrects_seq: '4', day: '2026-02-02', time: '18:00' })
    const unsaid = await submit(action, fields, ada.headers)
    expect([unsaid.status, Boolean(problemBeside('reason', unsaid))]).toEqual([422, true])
    const right = { ...fields, time: '18:30', reason: 'The door was locked' }
    expect(to(await submit(action, right, ada.headers))).toEqual([303, `${at}${query}&done=correct`])
    const inbox = await boss.ok('GET', `${ws.base}/notifications`)
    expect(inbox.items[0].url).toMatch(new RegExp(`${org}/hours/${worker.id}$`))
    const theirs = `${org}/hours/${worker.id}`
    const seen = await open(theirs, boss.headers)
    expect(plain(seen.text)).toContain('Hours of Ada')
    expect(plain(seen.text)).toMatch(/wait for your answer Correction .*instead of record 4 “The door was/)
    const agree = sentUnchanged(seen.text, `${theirs}/agree`)
    expect(to(await submit(`${theirs}/agree`, agree, boss.headers))[0]).toBe(303)
    expect(plain((await open(at + query, ada.headers)).text)).toContain('Monday 2 Feb 09:00 to 18:30')
    expect((await ada.ok('GET', `${ws.base}/notifications`)).items[0].url).toMatch(new RegExp(`${at}$`))
  })

  test('that the company corrects wait for the worker, who may refuse', async () => {
    const { ws, ada, boss, worker, at, query, org } = await month()
    const theirs = `${org}/hours/${worker.id}`
    const edit = await open(`${theirs}${query}&edit=4`, boss.headers)
    const fields = { ...sentUnchanged(edit.text, `${theirs}/withdraw${query}`), reason: 'You left at noon' }
    expect((await submit(`${theirs}/withdraw${query}`, fields, boss.headers)).status).toBe(303)
    const seen = await open(at, ada.headers)
    expect(plain(seen.text)).toContain('record 4 does not count “You left at noon”')
    const refuse = { ...sentUnchanged(seen.text, `${at}/refuse`), reason: 'I did not' }
    expect(to(await submit(`${at}/refuse`, refuse, ada.headers))[0]).toBe(303)
    const { items } = await ada.ok('GET', `${ws.base}/working-hours?event=void`)
    expect(items).toMatchObject([{ status: 'disputed', corrects_seq: 4 }])
  })

  test('are found by nobody else', async () => {
    const { bob, worker, org } = await month()
    expect((await open(`${org}/hours/${worker.id}`, bob.headers)).status).toBe(404)
    expect((await open(`${org}/hours/nobody`, bob.headers)).status).toBe(404)
  })
})

test('what a device keeps of the clock is the same for everybody, signed in or not', async () => {
  const { ada } = await place()
  const [nobody, signedIn] = [await open('/clock-offline', {}), await open('/clock-offline', ada.headers)]
  expect(nobody.status).toBe(200)
  expect(nobody.text).toContain('data-offline=""')
  for (const personal of ['data-person', 'Ada']) expect(nobody.text).not.toContain(personal)
  expect(signedIn.text).not.toContain('Ada')
  const worker = await open('/clock-worker.js', {})
  expect([worker.status, worker.text.includes('credentials:"omit"')]).toEqual([200, true])
})
