import { expect, test } from 'vitest'
import { sizeOf } from '../../src/web/kit/parts.tsx'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [12.4 * 1024, '12 KiB'],
  [5 * 1024 ** 2, '5 MiB'],
  [3.25 * 1024 ** 3, '3.3 GiB'],
  [1024 ** 5, '1,024 TiB'],
])('%d bytes are shown as %s', (bytes, read) => expect(sizeOf(bytes)).toBe(read))
