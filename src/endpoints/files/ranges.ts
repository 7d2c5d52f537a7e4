/**
 * The one range of bytes that a Range header asks for (RFC 9110 14.1.2), or undefined for the whole: a header that is
 * malformed, names several ranges or lies outside of the file may be ignored.
 */
export function rangeOf(header: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d{0,10})-(\d{0,10})$/.exec(header ?? '') ?? []
  if (first === undefined || (!first && !last)) return undefined
  const offset = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  return offset <= end ? { offset, length: end - offset + 1 } : undefined
}
