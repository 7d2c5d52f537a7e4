import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { fileUrl } from '../../shared/files/links.ts'
import { inspectFile } from '../../shared/files/content.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import type { AttachmentDraft } from './schemas.ts'

/** A picture of one pixel, for examples. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** 14 MB of JSON hold 10 MiB of base64 and the other fields. */
export const maxBytes = 14 * 1024 * 1024

type Draft = Pick<z.output<typeof AttachmentDraft>, 'content_base64'>

export const store = ({ content_base64: bytes }: Draft, org: string, { files }: Outside) =>
  storeBytes(bytes!, org, files)

/** What the bytes themselves show. */
export function measure({ content_base64: bytes }: Draft) {
  const verdict = bytes && inspectFile(bytes, true)
  const side = verdict && typeof verdict === 'object' && 'side' in verdict ? verdict.side : null
  return bytes ? { size_bytes: bytes.length, ...side } : {}
}

/** Signs the link in the response; the database determines for whom and until when. */
export const withSignedUrl =
  (use: 'GET' | 'PUT' | 'PORTAL', field: 'download' | 'upload') =>
  (result: string, context: TransformContext) => {
    const answer = JSON.parse(result) as Record<string, string | null>
    const [org, file, user] = answer[`${field}_url`]?.split(' ') ?? []
    if (!org || !file || !user) return result
    const until = answer[`${field}_expires_at`]!
    return JSON.stringify({ ...answer, [`${field}_url`]: fileUrl(context, { use, org, file, user, until }) })
  }
