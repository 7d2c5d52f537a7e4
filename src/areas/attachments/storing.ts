import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { inspectFile } from '../../shared/files/content.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import type { AttachmentDraft } from './schemas.ts'

/** A picture of one pixel, for examples. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** 14 MB of JSON hold 10 MiB of base64 and the other fields. */
export const maxBytes = 14 * 1024 * 1024

type Draft = Pick<z.output<typeof AttachmentDraft>, 'content_base64'>

export const store = (
  { content_base64: bytes }: Draft,
  _org: string,
  { files }: Outside,
  folder: string | null,
) => storeBytes(bytes!, folder!, files)

/** What the bytes themselves show. */
export function measure({ content_base64: bytes }: Draft) {
  const verdict = bytes && inspectFile(bytes, true)
  const side = verdict && typeof verdict === 'object' && 'side' in verdict ? verdict.side : null
  return bytes ? { size_bytes: bytes.length, ...side } : {}
}
