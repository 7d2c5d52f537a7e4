import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { contradiction, headBytes, inspectFile, type Verdict } from '../../shared/files/content.ts'
import type { Side } from '../../shared/files/images.ts'
import { invalid, type Refusal } from '../../kit/errors.ts'
import type { Bytes } from '../../shared/files/storage.ts'

/** What was announced; without a type, any is taken. */
export type Expected = { content_type?: string; size_bytes: number; sha256: string }
/**
 * The passed-through stream and what was found in it; `error` is set once something is not as announced.
 */
export type Incoming = { stream: Bytes; inspection: { side: Side | null; error?: Refusal } }

/**
 * Checks bytes as they pass: type and image dimensions from the first of them, size and hash over all. The last
 * chunk is held back until everything is right, so that storage never receives the whole of an invalid file.
 */
export function verifiedStream(bytes: Bytes, expected: Expected): Incoming {
  const inspection: Incoming['inspection'] = { side: null }
  const digest = digester()
  let size = 0
  let lastChunk: Uint8Array | null = null
  const refuse = (reason: string): never => {
    throw (inspection.error = invalid(reason))
  }
  const { content_type } = expected
  const inspect = headInspector(content_type ? expected.size_bytes : 0, (verdict) => {
    if (!content_type) return
    const reason = contradiction(verdict, content_type)
    if (reason) refuse(`body.content_type: ${reason}`)
    if ('side' in verdict) inspection.side = verdict.side
  })
  const stream = bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        size += chunk.byteLength
        if (size > expected.size_bytes) refuse(`body: larger than the announced ${expected.size_bytes} bytes`)
        await digest.update(chunk)
        inspect(chunk)
        if (lastChunk) controller.enqueue(lastChunk)
        lastChunk = chunk
      },
      async flush(controller) {
        if (size < expected.size_bytes) refuse(`body: ${size} bytes; ${expected.size_bytes} were announced`)
        if ((await digest.hex()) !== expected.sha256) refuse('body: its SHA-256 is not the announced one')
        if (lastChunk) controller.enqueue(lastChunk)
      },
    }),
  )
  return { stream, inspection }
}

/**
 * Collects the beginning of a file and reports its verdict once. It is checked each time it has doubled, so
 * that bytes arriving one by one cost no more than all at once.
 */
function headInspector(size: number, report: (verdict: Exclude<Verdict, 'more'>) => void) {
  const head = new Uint8Array(Math.min(size, headBytes))
  let [filled, next, reported] = [0, 1024, false]
  return (chunk: Uint8Array) => {
    if (reported) return
    const part = chunk.subarray(0, head.length - filled)
    head.set(part, filled)
    filled += part.length
    if (filled < Math.min(next, head.length)) return
    next = filled * 2
    const verdict = inspectFile(head.subarray(0, filled), filled === size)
    if (verdict === 'more') return
    reported = true
    report(verdict)
  }
}

type NativeDigest = {
  DigestStream?: new (name: string) => WritableStream<Uint8Array> & { digest: Promise<ArrayBuffer> }
}

/** Incremental SHA-256: by the edge runtime where available, which is many times faster. */
function digester() {
  const { DigestStream } = crypto as NativeDigest
  if (!DigestStream) {
    const hash = sha256.create()
    return {
      update: async (bytes: Uint8Array) => void hash.update(bytes),
      hex: async () => bytesToHex(hash.digest()),
    }
  }
  const native = new DigestStream('SHA-256')
  const writer = native.getWriter()
  return {
    update: (bytes: Uint8Array) => writer.write(bytes),
    hex: async () => {
      await writer.close()
      return bytesToHex(new Uint8Array(await native.digest))
    },
  }
}
