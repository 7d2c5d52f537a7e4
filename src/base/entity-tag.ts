/** Whether a client that sent this If-None-Match already has the version that the entity tag names (RFC 9110, 13.1.2). */
export const isKnown = (etag: string, ifNoneMatch: string | undefined) =>
  (ifNoneMatch?.split(',') ?? []).some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')))
