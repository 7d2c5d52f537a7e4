import { describe, expect, test } from 'vitest'
import { longestComment } from '../../db/schema/values.ts'
import { withIds, withMentions } from '../../src/web/comments/mentions.ts'
import type { Read } from '../../src/web/kit/operations.ts'

const person = (user_id: string, name: string) => ({ user_id, name })
const people = [
  person('1', 'Grace Hopper'),
  person('2', 'Ada Lovelace'),
  person('3', 'Ada King'),
  person('4', 'Zoë'),
  person('5', 'J.R. Tolkien'),
  person('6', 'Anne-Marie'),
]

test.each([
  ['@Grace Hopper, look', '@[Grace Hopper](user:1), look'],
  ['look, @grace hopper.', 'look, @[Grace Hopper](user:1).'],
  ['@Grace look', '@[Grace Hopper](user:1) look'],
  ['@Ada look', '@Ada look'],
  ['@Ada King and @Ada Lovelace', '@[Ada King](user:3) and @[Ada Lovelace](user:2)'],
  ['@Zoë!', '@[Zoë](user:4)!'],
  ["@Zoë's and @Zoë-2", "@[Zoë](user:4)'s and @[Zoë](user:4)-2"],
  ['@Zo', '@Zo'],
  ['@J.R. Tolkien and @J', '@[J.R. Tolkien](user:5) and @J'],
  ['@ANNE-MARIE and @Anne', '@[Anne-Marie](user:6) and @Anne'],
  ['@[Grace Hopper] and @[Nobody]', '@[Grace Hopper](user:1) and @[Nobody]'],
  ['@[Grace Hopper](user:9)', '@[Grace Hopper](user:9)'],
  ['mail grace@Grace.example or see a/@Grace', 'mail grace@Grace.example or see a/@Grace'],
  ['@Grace Hoppers', '@[Grace Hopper](user:1) Hoppers'],
])('%s', (typed, sent) => expect(withIds(typed, people)).toBe(sent))

test('a name that two members share mentions nobody', () => {
  const twins = [person('1', 'Grace Hopper'), person('2', 'Grace Hopper')]
  expect(withIds('@Grace Hopper and @[Grace Hopper]', twins)).toBe('@Grace Hopper and @[Grace Hopper]')
})

describe('a long text', () => {
  const readTelling = (asked: unknown[]): Read =>
    (async (...query: unknown[]) => {
      asked.push(query)
      return { items: people }
    }) as unknown as Read
  const filled = (length: number) => '@Grace '.repeat(length).slice(0, length)

  test('that exceeds a comment is sent unchanged, without looking anybody up', async () => {
    const asked: unknown[] = []
    const text = filled(longestComment + 1)
    expect(await withMentions(readTelling(asked), text)).toBe(text)
    expect(asked).toEqual([])
    expect(await withMentions(readTelling(asked), filled(longestComment))).toContain('(user:1)')
    expect(asked.length).toBe(1)
  })

  test('compares a mention only with names that start the same', () => {
    let compared = 0
    const crowd = Array.from({ length: 250 }, (_, n) => ({
      user_id: String(n),
      get name() {
        compared++
        return `P${n} Long Name`
      },
    }))
    withIds('@a '.repeat(longestComment / 4), crowd)
    expect(compared).toBeLessThan(250 * 30)
  })
})
