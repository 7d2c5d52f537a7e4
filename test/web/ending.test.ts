import { expect, test } from 'vitest'
import { asked, hire, named, nextYear, nextYearDay, office } from '../kit/leave.ts'
import { open, submit } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('who ends an employment reads what that did, and what is left to do', async () => {
  const place = await office()
  const { ws, ada, boss, worker, lead } = place
  const top = await hire(ws, { first_name: 'Alan' })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${lead.id}`, { manager_employee_id: top.id })
  const { id: department } = await ws.owner.ok('POST', `${ws.base}/departments`, {
    name: 'Research',
    manager_employee_id: lead.id,
  })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${lead.id}`, { department_id: department })
  for (const [start_date, end_date] of [
    [nextYearDay(3), nextYearDay(3, 4)],
    [nextYearDay(4), nextYearDay(4, 1)],
  ])
    await asked(place, boss, { start_date, end_date })
  await asked(place, ada, { start_date: nextYearDay(3, 7) })

  const end = (of: string, termination_date: string) =>
    submit(`/people/${of}/end?org=${ws.org.slug}`, { termination_date }, ws.owner.headers)
  const early = await end(lead.id, '2019-12-31')
  expect([early.status, plain(early.text).includes('There is a problem')]).toEqual([409, true])
  const said = plain((await end(lead.id, nextYearDay(3, 2))).text)
  for (const sentence of [
    `The employment ends The last day is ${named(nextYearDay(3, 2))} .`,
    `Leave from ${named(nextYearDay(3))} is cancelled from ${named(nextYearDay(3, 3))} on.`,
    `Leave from ${named(nextYearDay(4))} is cancelled.`,
    'Ada reports to Alan from the day after.',
    'Vacation left on the last day: ',
    'Left to do',
    'Research will have no manager.',
    'stays a member of the organization until you remove the account .',
  ])
    expect(said).toContain(sentence)

  const page = `/people/${lead.id}`
  const shown = (await open(`${page}?org=${ws.org.slug}`, ws.owner.headers)).text
  expect(shown).toContain('Change the last day, or take the end back')
  expect(shown).not.toContain('Hire again')
  const move = (termination_date: string) =>
    submit(`${page}/last-day?org=${ws.org.slug}`, { termination_date }, ws.owner.headers)
  const moved = plain((await move(`${nextYear}-03-31`)).text)
  expect(moved).toContain('The last day is changed This stays as it is until you change it:')
  expect(moved).toContain(`Leave from ${named(nextYearDay(4))} is cancelled.`)
  expect(moved).toContain('Ada reports to Alan after the day that was the last.')
  expect(plain((await move('')).text)).toContain('The end is taken back')
  const back = await ws.owner.ok('GET', `${ws.base}/employees/${lead.id}`)
  expect(back.termination_date).toBeNull()

  const others = plain((await end(worker.id, `${nextYear}-03-31`)).text)
  expect(others).toContain(`The last day is 31 Mar ${nextYear} .`)
  for (const sentence of ['is cancelled', 'reports to Alan from', 'will have no manager'])
    expect(others).not.toContain(sentence)
  expect((await open(`/people/${worker.id}?org=${ws.org.slug}`, ws.owner.headers)).text).toContain(
    `31 Mar ${nextYear}`,
  )
})
