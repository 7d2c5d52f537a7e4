import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Bytes, Storage } from '../../shared/files/storage.ts'
import { joined } from './joined.ts'

/** Files of an archive by name (100 bytes at most, ASCII): their size, and where their bytes are stored, in order. */
type Entries = Map<string, { bytes: number; keys: string[] }>

const block = 512
const padded = (bytes: number) => Math.ceil(bytes / block) * block

/** A tar file (POSIX.1-1988 ustar) of stored objects: its size, and its bytes, which are read as they are sent. */
export function tarOf(files: Storage, entries: Entries, at: Date): { size: number; stream: () => Bytes } {
  const sizes = [...entries.values()].map(({ bytes }) => block + padded(bytes))
  const size = sizes.reduce((sum, one) => sum + one, 2 * block)
  return { size, stream: () => streamOf(piecesOf(files, entries, at)) }
}

async function* piecesOf(files: Storage, entries: Entries, at: Date): AsyncGenerator<Uint8Array> {
  for (const [name, { bytes, keys }] of entries) {
    yield headerOf(name, bytes, at)
    const reader = joined(files, keys).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    yield new Uint8Array(padded(bytes) - bytes)
  }
  yield new Uint8Array(2 * block)
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): Bytes {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await pieces.next()
        if (done) return controller.close()
        if (value.length) return controller.enqueue(value)
      }
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** The header of a regular file: its fields one after the other, and a sum of all their bytes. */
function headerOf(name: string, bytes: number, at: Date): Uint8Array {
  const header = new Uint8Array(block)
  const write = (text: string, offset: number) => header.set(utf8ToBytes(text), offset)
  write(name, 0)
  write(octal(0o644, 7), 100)
  write(octal(0, 7), 108)
  write(octal(0, 7), 116)
  write(octal(bytes, 11), 124)
  write(octal(Math.floor(at.getTime() / 1000), 11), 136)
  write('        ', 148)
  write('0', 156)
  write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  write(`${octal(sum, 6)} `, 148)
  return header
}
