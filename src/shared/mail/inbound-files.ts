import { bytesOfBase64 } from '../../base/base64.ts'
import { type FileType, inspectFile, maxFileBytes } from '../files/content.ts'
import type { Side } from '../files/images.ts'
import { safeName, typesOf } from '../files/names.ts'
import { oneLine } from './lines.ts'

/** A file of a mail, of a type that attachments allow. */
export type ReceivedFile = {
  filename: string
  content_type: FileType
  /** An image that the HTML shows in its text: kept, but not among the files of the message. */
  is_inline: boolean
  bytes: Uint8Array<ArrayBuffer>
  side: Side | null
}

type Attached = {
  Name?: string | null | undefined
  Content?: string | null | undefined
  ContentID?: string | null | undefined
}
type Mail = { HtmlBody?: string | null | undefined; Attachments?: Attached[] | null | undefined }

/** At most so many files of a mail, and as many images in its text. */
const maxFiles = 10
const maxNames = 20

/** The files that can be kept, and the names of the others. */
export function filesIn({ Attachments, HtmlBody }: Mail): { taken: ReceivedFile[]; left: string[] } {
  const shown = shownIn(HtmlBody ?? '')
  const taken: ReceivedFile[] = []
  const left: string[] = []
  for (const { Name, Content, ContentID } of Attachments ?? []) {
    const file = fileOf(safeName(Name ?? '') || 'file', Content ?? '', shown.has(idOf(ContentID ?? '')))
    const before = taken.filter(({ is_inline }) => is_inline === file?.is_inline).length
    if (file && before < maxFiles) taken.push(file)
    else left.push(oneLine(Name, 100) || 'a file')
  }
  const more = left.length - maxNames
  return { taken, left: more > 0 ? [...left.slice(0, maxNames), `and ${more} more`] : left }
}

const idOf = (contentId: string) => contentId.replace(/^<|>$/g, '').toLowerCase()

/** The Content-IDs of images in the HTML (RFC 2392). */
const shownIn = (html: string) =>
  new Set([...html.matchAll(/\bcid:([^\s"'<>)]+)/gi)].map(([, id]) => unescaped(id!).toLowerCase()))

function unescaped(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fileOf(name: string, content: string, isShown: boolean): ReceivedFile | null {
  const bytes = bytesOf(content)
  const verdict = bytes?.length && bytes.length <= maxFileBytes && inspectFile(bytes, true)
  if (!bytes || !verdict || verdict === 'more' || 'refused' in verdict) return null
  const { type, side } = verdict
  const filename = typesOf(name).includes(type) ? name : `${name.slice(0, 170)}.${type.split('/')[1]}`
  return { filename, content_type: type, is_inline: isShown && side !== null, bytes, side }
}

function bytesOf(content: string): Uint8Array<ArrayBuffer> | null {
  try {
    return bytesOfBase64(content)
  } catch {
    return null
  }
}
