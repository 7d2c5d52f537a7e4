/** Bytes as base64; in pieces, as a call takes a limited number of arguments. */
export function base64(bytes: Uint8Array): string {
  let signs = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    signs += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(signs)
}
/** The bytes of a base64 text; throws where it is none. A loop: an iterator takes ten times as long for a large file. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text)
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at)
  return bytes
}
