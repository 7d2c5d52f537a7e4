/**
 * The single byte range that a Range header requests (RFC 9110 section 14.1.2), or undefined for the whole
 * file: a header that is malformed, names several ranges or lies outside the file may be ignored.
 */
export function rangeOf(header: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d{0,10})-(\d{0,10})$/.exec(header ?? '') ?? []
  if (first === undefined || (!first && !last)) return undefined
  const offset = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  return offset <= end ? { offset, length: end - offset + 1 } : undefined
}
