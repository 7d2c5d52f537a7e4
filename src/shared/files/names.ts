import { fileTypes } from '../../../db/schema/values.ts'
import type { FileType } from './content.ts'

const endings: Record<FileType, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
}
const maxLength = 180
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * A file name that is safe on every system: the last path segment, without control, direction and other
 * invisible characters, in NFC, at most 180 characters with its extension kept. Empty if nothing is left.
 */
export function safeName(input: string): string {
  const name = input
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return shortened(reserved.test(name) ? `_${name}` : name)
}

function shortened(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= maxLength) return name
  const ending = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '')
  return (
    characters
      .slice(0, maxLength - ending.length)
      .join('')
      .trimEnd() + ending.join('')
  )
}

/** The types that a name can have by its extension; all of them if it has none. */
export function typesOf(name: string): FileType[] {
  const ending = /[^.]\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()
  return fileTypes.filter((type) => ending === undefined || endings[type].includes(ending))
}

/** RFC 6266: the name in ASCII for old clients, and the exact name (RFC 8187). */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
