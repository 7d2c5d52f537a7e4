import { inflateSync } from 'node:zlib'

/**
 * The TrueType font in a WOFF 1.0 file (https://www.w3.org/TR/WOFF/): the same tables, not compressed, so that the
 * Worker inflates nothing. Other files are returned unchanged.
 */
export function trueTypeOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') return woff
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, n) => tableOf(woff, 44 + 20 * n))
  const head = Buffer.alloc(12 + 16 * count)
  const powerOfTwo = 2 ** Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * powerOfTwo, 6)
  head.writeUInt16BE(Math.log2(powerOfTwo), 8)
  head.writeUInt16BE(16 * (count - powerOfTwo), 10)
  let offset = head.length
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    head.write(tag, 12 + 16 * n, 'latin1')
    head.writeUInt32BE(checksum, 16 + 16 * n)
    head.writeUInt32BE(offset, 20 + 16 * n)
    head.writeUInt32BE(bytes.length, 24 + 16 * n)
    offset += padded(bytes).length
  }
  return Buffer.concat([head, ...tables.map(({ bytes }) => padded(bytes))])
}

function tableOf(woff: Buffer, entry: number) {
  const [offset, storedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ]
  const bytes = woff.subarray(offset, offset + storedLength)
  return {
    tag: woff.toString('latin1', entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    bytes: storedLength < length ? inflateSync(bytes) : bytes,
  }
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
