import { expect, test } from 'vitest'
import { inboxSetup, mention, settled } from '../kit/inbox.ts'
import { keyOf, modern } from '../mcp/rpc.ts'
import { open } from './browse.ts'

test('the inbox says who did what, in plain text; assistants read names that they can write', async () => {
  const on = await inboxSetup()
  const body = `How **many** teeth, ${mention(on.owner)}?`
  await on.comment(on.ada, body)
  await settled(on.ws)
  await on.patch(on.bob, { status: 'in_progress' })
  await settled(on.ws)
  const { text } = await open('/inbox', on.owner.headers)
  for (const expected of [
    'Ada mentioned you',
    'How many teeth, @X?',
    'Bob changed the status from to do to in progress',
  ])
    expect(text).toContain(expected)
  const { text: found } = await open('/search?q=teeth', on.owner.headers)
  expect(found).toContain('How many <mark>teeth</mark>, @X?')
  const { token } = await keyOf(on.ws)
  const listed = { name: 'list_comments', arguments: { task_id: on.item.key } }
  expect((await modern('tools/call', listed, { token })).body.result.content[0].text).toContain(
    'How **many** teeth, @[X]?',
  )
})
