/** The most bytes that a line may have. */
export const maxLineBytes = 1_000_000
/** Bytes that are read at once: several lines of any length. */
export const sliceBytes = 1_200_000

/** An archive that cannot be imported; the message says what is wrong with it. */
export class BadArchive extends Error {}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]

export type Slice = { lines: string[]; next: number }

/**
 * The lines of a part from an offset on, out of the bytes that follow it, and the offset after them. The bytes of the end
 * of a part are complete; of others, a line that is cut off waits for the next slice.
 */
export function linesIn(bytes: Uint8Array, offset: number, isLast: boolean, name: string): Slice {
  const end = isLast ? bytes.length : bytes.lastIndexOf(10) + 1
  const lines = decoder.decode(bytes.subarray(0, end)).split('\n').filter(Boolean)
  const isLong = bytes.length > maxLineBytes && lines.some((line) => lengthOf(line) > maxLineBytes)
  if (isLong || (end === 0 && bytes.length > 0))
    throw new BadArchive(`${name}: a line has more than ${maxLineBytes} bytes`)
  return { lines, next: offset + end }
}

const lengthOf = (line: string) => (line.length > maxLineBytes ? line.length : encoder.encode(line).length)
