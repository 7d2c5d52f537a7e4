import { base64 } from '../../base/base64.ts'
import { signLink } from '../files/links.ts'
import type { Storage } from '../files/storage.ts'
import type { MailFile } from './mailer.ts'
import type { MailService } from './service.ts'

type Service = Extract<MailService, { missing: null }>
type Kept = { id: string; filename: string; content_type: string; size_bytes: number; storage_key: string }
/** The files of a message: those in the mail, and links to the others. */
export type MailedFiles = { attached: MailFile[]; linked: { filename: string; url: string }[] }

/** Platforms take mails of 5 MB, of which base64 leaves three quarters. */
export const maxAttachedBytes = 3_000_000

/** Reads the files that fit into one mail; the others become links, the same at each attempt to send it. */
export async function mailedFiles(
  { files, org, files_until: until }: Record<string, unknown>,
  storage: Storage,
  { baseUrl, keys }: Service,
): Promise<MailedFiles> {
  const mailed: MailedFiles = { attached: [], linked: [] }
  let left = maxAttachedBytes
  for (const { id, filename, content_type: type, size_bytes, storage_key } of (files ?? []) as Kept[]) {
    if (size_bytes <= left) {
      left -= size_bytes
      mailed.attached.push({ filename, type, content: base64(await bytesOf(storage, storage_key)) })
    } else {
      const claims = { use: 'MAILED', org: String(org), file: id, user: '', until: String(until) } as const
      mailed.linked.push({ filename, url: `${baseUrl}/files/${signLink(keys, claims)}` })
    }
  }
  return mailed
}

const bytesOf = async (storage: Storage, key: string) =>
  new Uint8Array(await new Response(await storage.get(key)).arrayBuffer())
