import { bytesToHex } from '@noble/hashes/utils.js'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import type { Storage } from './storage.ts'

/** Stores the bytes under a new key in a folder (`app.folder_of`) before there is a row, so that no row ever lacks its bytes. */
export async function storeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  folder: string,
  files: Storage,
): Promise<PreflightResult> {
  const storage_key = `org/${folder}/${uuidv7()}`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  await files.put(storage_key, bytes)
  return {
    values: { storage_key, sha256: bytesToHex(hash) },
    compensate: () => files.delete([storage_key]).catch(() => undefined),
  }
}
