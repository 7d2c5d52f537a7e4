import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import { emlOf } from '../../shared/mail/eml.ts'
import { type InboundMail, received } from '../../shared/mail/inbound.ts'

type Mail = z.output<typeof InboundMail>
/** The folder that it is for, and whether the files of the mail are taken. */
type Place = { folder: string; files: boolean }

/** A larger original is kept without its files, which are attachments. */
const maxOriginalBytes = 2 * 1024 * 1024

/** Stores a mail as it came, and its files. The mail is taken even if it cannot be kept, but not without its files. */
export async function storeMail(
  mail: Mail,
  _: string,
  { files }: Outside,
  answer: string | null,
): Promise<PreflightResult> {
  const stored: PreflightResult[] = []
  const compensate = async () => void (await Promise.all(stored.map((one) => one.compensate())))
  const place = answer ? (JSON.parse(answer) as Place) : null
  if (!place || !files.configured) return { values: {}, compensate }
  const store = async (bytes: Uint8Array<ArrayBuffer>) => {
    const storedFile = await storeBytes(bytes, place.folder, files)
    stored.push(storedFile)
    return { ...storedFile.values, size_bytes: bytes.length }
  }
  try {
    const kept: object[] = []
    for (const { bytes, side, ...file } of place.files ? received(mail).files : [])
      kept.push({ ...file, ...side, ...(await store(bytes)), id: uuidv7() })
    const original = await store(emlOf(mail, maxOriginalBytes)).catch(() => null)
    return { values: { files: JSON.stringify({ files: kept, ...(original && { original }) }) }, compensate }
  } catch (error) {
    await compensate()
    throw error
  }
}
