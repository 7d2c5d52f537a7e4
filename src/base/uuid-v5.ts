import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Makes the UUIDs of version 5 (RFC 9562) of names within a namespace, which is a UUID itself. */
export function uuidv5In(namespace: string): (name: string) => string {
  const prefix = hexToBytes(namespace.replaceAll('-', ''))
  return (name) => {
    const bytes = sha1(concatBytes(prefix, utf8ToBytes(name))).subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x50
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}
