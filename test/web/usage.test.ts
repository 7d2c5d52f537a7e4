import { expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { report, tokens } from '../kit/metering.ts'
import { open } from './browse.ts'

test('the page of usage shows each meter with its period, and the days of the one that is chosen', async () => {
  const ws = await workspace()
  await report(ws, [tokens(1234.5)])
  const at = `/organizations/${ws.org.slug}/usage`
  const { text } = await open(`${at}?meter=ai_tokens`, ws.owner.headers)
  for (const said of ['AI tokens by day', '1,234.5', 'begins anew on', 'Calls by assistants', '<svg'])
    expect(text).toContain(said)
  const before = /day=(\d{4}-\d\d-\d\d)/.exec(text)![1]!
  const closed = await open(`${at}?meter=ai_tokens&day=${before}`, ws.owner.headers)
  for (const said of ['over', 'Nothing in this period yet.']) expect(closed.text).toContain(said)
  const settings = await open(`/organizations/${ws.org.slug}/settings`, ws.owner.headers)
  expect(settings.text).toContain(at)
})

test('members do not see it', async () => {
  const ws = await workspace()
  const member = await join(ws)
  const { status } = await open(`/organizations/${ws.org.slug}/usage`, member.headers)
  expect(status).toBe(403)
})
