import type { fileTypes } from '../../../db/schema/values.ts'
import { gif, jpeg, type Measured, png, type Side, webp } from './images.ts'

export type FileType = (typeof fileTypes)[number]
/** The result of inspecting the first bytes of a file: its type, why it is rejected, or that more bytes are needed. */
export type Verdict = { type: FileType; side: Side | null } | { refused: string } | 'more'

export const maxFileBytes = 10 * 1024 * 1024
/** Type and dimensions must be known within this many bytes. */
export const headBytes = 1024 * 1024
const maxSide = 12_000

type Kind = { type: FileType; is: (start: string) => boolean; measure?: (bytes: Uint8Array) => Measured }
const kinds: Kind[] = [
  { type: 'image/png', is: (start) => start.startsWith('\x89PNG\r\n\x1a\n'), measure: png },
  { type: 'image/jpeg', is: (start) => start.startsWith('\xff\xd8\xff'), measure: jpeg },
  { type: 'image/gif', is: (start) => /^GIF8[79]a/.test(start), measure: gif },
  { type: 'image/webp', is: (start) => /^RIFF[^]{4}WEBP/.test(start), measure: webp },
  { type: 'application/pdf', is: (start) => /^%PDF-\d/.test(start) },
]

/** True for content that a browser, an archiver or a PDF reader might take for another type. */
const isAmbiguous = (start: string, { measure }: Kind) =>
  /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/i.test(start) ||
  start.includes('PK\x03\x04') ||
  (measure !== undefined && start.includes('%PDF-'))
const signatureBytes = 1024

/** Determines the type of a file from its bytes alone. */
export function inspectFile(bytes: Uint8Array, isComplete: boolean): Verdict {
  if (!isComplete && bytes.length < signatureBytes) return 'more'
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  const kind = kinds.find(({ is }) => is(start))
  if (!kind) return { refused: 'the bytes are neither PNG, JPEG, WEBP, GIF nor PDF' }
  if (isAmbiguous(start, kind)) return { refused: 'the bytes are several kinds of file at once' }
  if (!kind.measure) return { type: kind.type, side: null }
  const side = kind.measure(bytes)
  if (side === 'more' && !isComplete && bytes.length < headBytes) return 'more'
  if (side === 'more' || side === null || !side.width || !side.height)
    return { refused: `the bytes are no whole ${nameOf(kind.type)}` }
  if (Math.max(side.width, side.height) > maxSide)
    return { refused: `the image is ${side.width} x ${side.height} pixels; at most 12000 a side` }
  return { type: kind.type, side }
}

/** Why bytes do not match the declared type, or undefined. */
export const contradiction = (verdict: Exclude<Verdict, 'more'>, declared: string): string | undefined => {
  if ('refused' in verdict) return verdict.refused
  return verdict.type === declared ? undefined : `the bytes are ${verdict.type}`
}

const nameOf = (type: FileType) => type.split('/')[1]!.toUpperCase()
