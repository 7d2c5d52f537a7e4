/** The headers of pictures, up to where their size is. */
export const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const twoBytes = (value: number, little = false) =>
  little ? [value & 255, value >> 8] : [value >> 8, value & 255]

export const gif = (width: number, height: number) =>
  new Uint8Array([...latin('GIF89a'), ...twoBytes(width, true), ...twoBytes(height, true), 0, 0, 0, 0x3b])

const frameOf = (frame: number, sides: number[]) => [0xff, 0xff, frame, 0, 11, 8, ...sides, 1, 1, 0x11, 0]
const endOfImage = [0xff, 0xda, 0, 2, 0xff, 0xd9]

/** A JPEG with `before` bytes of other segments before its frame. */
export function jpeg(width: number, height: number, frame = 0xc0, before = 0): Uint8Array<ArrayBuffer> {
  const parts: number[][] = []
  for (let remaining = before; remaining > 0; remaining -= 60_000)
    parts.push([0xff, 0xe1, ...twoBytes(60_002), ...Array.from({ length: 60_000 }, () => 0x20)])
  const sides = [...twoBytes(height), ...twoBytes(width)]
  return new Uint8Array([0xff, 0xd8, ...parts.flat(), ...frameOf(frame, sides), ...endOfImage])
}

export function webp(kind: string, width: number, height: number): Uint8Array<ArrayBuffer> {
  const three = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]
  const packed = (width - 1) | ((height - 1) << 14)
  const body =
    kind === 'VP8X'
      ? [0, 0, 0, 0, ...three(width - 1), ...three(height - 1)]
      : kind === 'VP8L'
        ? [0x2f, packed & 255, (packed >> 8) & 255, (packed >> 16) & 255, packed >>> 24, 0, 0, 0, 0, 0]
        : [0, 0, 0, 0x9d, 0x01, 0x2a, ...twoBytes(width, true), ...twoBytes(height, true)]
  return new Uint8Array([...latin('RIFF____WEBP'), ...latin(kind), 0, 0, 0, 0, ...body])
}
