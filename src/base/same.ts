/** Compares in constant time for texts of equal length. */
export function same(left: string, right: string): boolean {
  let differing = left.length ^ right.length
  for (let at = 0; at < right.length; at++) differing |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return differing === 0
}
