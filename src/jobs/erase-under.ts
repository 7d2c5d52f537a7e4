import type { Storage } from '../shared/files/storage.ts'

/** Erases whatever is stored under a prefix. */
export async function eraseUnder(files: Storage, prefix: string): Promise<void> {
  if (!files.configured) return
  const ahead = new Date(Date.now() + 60_000)
  for await (const keys of files.older(prefix, ahead)) if (keys.length) await files.delete(keys)
}
