import { beforeAll, describe, expect, test } from 'vitest'
import { axisOf, placeOf } from '../../src/web/roadmap/timeline.tsx'
import type { Caller } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { open } from './browse.ts'

let ws: Workspace
let grace: Caller
let web: Project
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  grace = await join(ws, 'viewer', 'Grace Hopper')
  web = await project(ws, { name: 'Web <shop>' })
  const late = { name: 'Beta', due_date: '2026-01-05' }
  const milestone = await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/milestones`, late)
  await task(ws, web.id, { title: 'Payment', type: 'epic', start_date: '2026-02-01', due_date: '2026-03-15' })
  await task(ws, web.id, { title: 'Open work', milestone_id: milestone.id })
})

describe('the roadmap', () => {
  test('of a project shows its milestones and epics with dates, progress and delays', async () => {
    const { status, text } = await open(`/projects/${web.key}/roadmap?org=${ws.org.slug}`, grace.headers)
    expect(status).toBe(200)
    for (const expected of [
      'Roadmap of Web &lt;shop&gt;',
      'Beta',
      'Payment',
      '0 of 1 done',
      '>5 Jan 2026</time>',
    ])
      expect(text).toContain(expected)
    expect(text).toMatch(/\d+ days late/)
    expect(text).toMatch(/1 Feb 2026<\/time> to <time[^>]*>15 Mar 2026/)
    expect((await open(`/projects/${web.key}?org=${ws.org.slug}`, grace.headers)).text).toContain(
      `href="/projects/${web.key}/roadmap?org=${ws.org.slug}"`,
    )
  })

  test('of an organization has only the projects that the reader may see', async () => {
    await project(ws, { visibility: 'private', name: 'Hidden plan' })
    const { text } = await open(`/organizations/${ws.org.slug}/roadmap`, grace.headers)
    expect(text).toContain('Web &lt;shop&gt;')
    expect(text).not.toContain('Hidden plan')
    const { headers } = (await workspace()).owner
    expect((await open(`/organizations/${ws.org.slug}/roadmap`, headers)).status).toBe(404)
    expect((await open(`/projects/${web.key}/roadmap`, headers)).status).toBe(404)
  })

  test('without a plan says what would appear there', async () => {
    const empty = await workspace()
    const { text } = await open(`/organizations/${empty.org.slug}/roadmap`, empty.owner.headers)
    expect(text).toContain('Nothing is planned here yet')
  })
})

describe('the axis', () => {
  test.each([
    [['2026-11-22'], ['2026-11-23']],
    [
      ['2026-11-01', '2026-12-10'],
      ['2026-11-02', '2026-11-16', '2026-11-30'],
    ],
    [
      ['2026-01-15', '2026-04-20'],
      ['2026-02-01', '2026-03-01', '2026-04-01'],
    ],
    [
      ['2026-01-15', '2027-06-20'],
      ['2026-01-01', '2026-07-01', '2027-01-01', '2027-07-01'],
    ],
  ])('of %j is marked at Mondays or at the first of months', (dates, marks) => {
    expect(axisOf(dates).marks).toEqual(marks)
  })

  test.each([[['1990-01-01', '2090-01-01']], [['2026-01-01', '2046-01-01']]])(
    'of %j has few marks too',
    (dates) => {
      const axis = axisOf(dates)
      expect(axis.marks.length).toBeGreaterThan(0)
      expect(axis.marks.length).toBeLessThanOrEqual(6)
      for (const date of dates) expect(placeOf(axis, date)).toBeGreaterThanOrEqual(0)
      for (const date of dates) expect(placeOf(axis, date, true)).toBeLessThanOrEqual(100)
    },
  )
})
