import { bytesToHex } from '@noble/hashes/utils.js'
import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import { type InboundMail, received } from '../../shared/mail/inbound.ts'

const nothing: Preparation = { facts: {}, compensate: async () => undefined }

/** Stores the files of a mail for the organization of its mailbox, where the mail will be taken at all. */
export async function storeFiles(
  mail: z.output<typeof InboundMail>,
  _: string,
  { files: storage }: Outside,
  org: string | null,
): Promise<Preparation> {
  if (!org) return nothing
  const kept: object[] = []
  const keys: string[] = []
  const compensate = () => storage.delete(keys).catch(() => undefined)
  try {
    for (const { bytes, side, ...file } of received(mail).files) {
      const storage_key = `org/${org}/${uuidv7()}`
      await storage.put(storage_key, bytes)
      keys.push(storage_key)
      const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
      kept.push({ ...file, ...side, id: uuidv7(), size_bytes: bytes.length, sha256, storage_key })
    }
  } catch (error) {
    await compensate()
    throw error
  }
  return { facts: { files: JSON.stringify(kept) }, compensate }
}
