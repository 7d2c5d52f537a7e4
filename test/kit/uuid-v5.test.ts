import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { uuidv5In } from '../../src/base/uuid-v5.ts'

test.each([
  [
    'RFC 9562, A.4',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'www.example.com',
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  ],
  [
    'an id of an organization that was imported',
    '0193a5c0-0000-7000-8000-000000000002',
    '0193a5c0-0000-7000-8000-0000000000aa',
    '93800a0e-07ad-5747-92ce-1058be55bb2a',
  ],
])('UUIDs of names within a namespace: %s', (_, namespace, name, id) => {
  expect(uuidv5In(namespace)(name)).toBe(id)
})

test('a line of an export has the bytes and the hash that its manifest says', () => {
  const bytes = Buffer.from('{"kind":"tag","id":"0193a5c0-0000-7000-8000-0000000000a1","name":"web"}\n')
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    72,
    '3a19163c2617eae4d198eae4a6d0a199278a8029acd5f8d1b934fd00a6ebe483',
  ])
})
