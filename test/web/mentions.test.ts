import { expect, test } from 'vitest'
import { withIds } from '../../src/web/mentions.ts'

const person = (user_id: string, name: string) => ({ user_id, name })
const people = [
  person('1', 'Grace Hopper'),
  person('2', 'Ada Lovelace'),
  person('3', 'Ada King'),
  person('4', 'Zoë'),
]

test.each([
  ['@Grace Hopper, look', '@[Grace Hopper](user:1), look'],
  ['look, @grace hopper.', 'look, @[Grace Hopper](user:1).'],
  ['@Grace look', '@[Grace Hopper](user:1) look'],
  ['@Ada look', '@Ada look'],
  ['@Ada King and @Ada Lovelace', '@[Ada King](user:3) and @[Ada Lovelace](user:2)'],
  ['@Zoë!', '@[Zoë](user:4)!'],
  ['@Zo', '@Zo'],
  ['@[Grace Hopper] and @[Nobody]', '@[Grace Hopper](user:1) and @[Nobody]'],
  ['@[Grace Hopper](user:9)', '@[Grace Hopper](user:9)'],
  ['mail grace@Grace.example or see a/@Grace', 'mail grace@Grace.example or see a/@Grace'],
  ['@Grace Hoppers', '@[Grace Hopper](user:1) Hoppers'],
])('%s', (typed, sent) => expect(withIds(typed, people)).toBe(sent))

test('of two members of the same name nobody is meant', () => {
  const twins = [person('1', 'Grace Hopper'), person('2', 'Grace Hopper')]
  expect(withIds('@Grace Hopper and @[Grace Hopper]', twins)).toBe('@Grace Hopper and @[Grace Hopper]')
})
