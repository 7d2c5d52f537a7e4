import { expect, test } from 'vitest'
import { addressOf, headerValue, referencesOf } from '../../src/shared/mail/addresses.ts'
import { ownDatabase } from './own-database.ts'

await ownDatabase()

const bytes = (text: string) => new TextEncoder().encode(text).length

test('References hold the first id and as many of the last as fit into 2048 bytes', () => {
  const ids = Array.from({ length: 60 }, (_, n) => `${n}.${'x'.repeat(40)}@mail.example`)
  const value = referencesOf(ids)
  const kept = value.split(' ').map((id) => id.slice(1, -1))
  expect(bytes(value)).toBeLessThanOrEqual(2048)
  expect(kept[0]).toBe(ids[0])
  expect(kept.slice(1)).toEqual(ids.slice(ids.length - kept.length + 1))
  expect(bytes(value) + bytes(` <${ids.at(-kept.length)}>`)).toBeGreaterThan(2048)
  expect(referencesOf(ids.slice(0, 3))).toBe(
    ids
      .slice(0, 3)
      .map((id) => `<${id}>`)
      .join(' '),
  )
})

test('a value of a header is one line within its limit', () => {
  expect(headerValue('a\r\nBcc: b@example.org', 100)).toBe('a Bcc: b@example.org')
  expect(bytes(headerValue('日'.repeat(500), 300))).toBeLessThanOrEqual(300)
})

test('an address is one address, or none', () => {
  expect(addressOf(' Ada <Ada@Example.org> ')).toBe('ada@example.org')
  for (const text of [
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'a b@c.example',
    'a',
    '',
    null,
  ])
    expect(addressOf(text)).toBe(null)
})
