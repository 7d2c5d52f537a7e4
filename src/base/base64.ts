/** Bytes as base64; in pieces, as a call takes a limited number of arguments. */
export function base64(bytes: Uint8Array): string {
  let signs = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    signs += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(signs)
}
