import type { TransformContext } from '../../kit/operation.ts'
import { fileUrl } from './links.ts'

/** Signs the link in the response; the database determines for whom and until when. */
export const withSignedUrl =
  (use: 'GET' | 'PUT' | 'PORTAL' | 'MAIL' | 'IMPORT', field: 'download' | 'upload') =>
  (result: string, context: TransformContext) => {
    const answer = JSON.parse(result) as Record<string, string | null>
    const [org, file, user] = answer[`${field}_url`]?.split(' ') ?? []
    if (!org || !file || !user) return result
    const until = answer[`${field}_expires_at`]!
    return JSON.stringify({ ...answer, [`${field}_url`]: fileUrl(context, { use, org, file, user, until }) })
  }
