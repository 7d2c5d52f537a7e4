/** The width and height of an image in pixels. */
export type Side = { width: number; height: number }
/** `more` if more bytes are needed; null if they cannot be such an image. */
export type Measured = Side | 'more' | null

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** PNG, third edition, 11.2.1: the first chunk is IHDR, which begins with both sides. */
export function png(bytes: Uint8Array): Measured {
  if (bytes.length < 24) return 'more'
  if (text(bytes, 12, 16) !== 'IHDR') return null
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** GIF89a, section 18: the logical screen, little endian. */
export function gif(bytes: Uint8Array): Measured {
  if (bytes.length < 10) return 'more'
  const view = viewOf(bytes)
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** RFC 9649: lossy (VP8, frame header of RFC 6386 9.1), lossless (VP8L) and extended (VP8X). */
export function webp(bytes: Uint8Array): Measured {
  if (bytes.length < 30) return 'more'
  const view = viewOf(bytes)
  const kind = text(bytes, 12, 16)
  if (kind === 'VP8X')
    return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  if (kind === 'VP8L') {
    const packed = view.getUint32(21, true)
    return bytes[20] === 0x2f
      ? { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
      : null
  }
  if (kind !== 'VP8 ' || text(bytes, 23, 26) !== '\x9d\x01\x2a') return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** ISO/IEC 10918-1 B.2: segments up to the frame header (SOF), which holds height and width. */
export function jpeg(bytes: Uint8Array): Measured {
  const view = viewOf(bytes)
  for (let at = 2; ;) {
    if (at + 9 > bytes.length) return 'more'
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) at++
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else if (marker === 0xda || marker === 0xd9 || view.getUint16(at + 2) < 2) return null
    else at += 2 + view.getUint16(at + 2)
  }
}

/** SOF0 to SOF15 except DHT, JPG and DAC, which lie in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
