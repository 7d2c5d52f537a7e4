import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import { type InboundMail, received } from '../../shared/mail/inbound.ts'

/** Stores the files of a mail for the organization of its mailbox; none if the mail will be ignored. */
export async function storeFiles(
  mail: z.output<typeof InboundMail>,
  _: string,
  { files }: Outside,
  org: string | null,
): Promise<Preparation> {
  const stored: Preparation[] = []
  const records: object[] = []
  const compensate = async () => void (await Promise.all(stored.map((storedFile) => storedFile.compensate())))
  try {
    for (const { bytes, side, ...file } of org ? received(mail).files : []) {
      const storedFile = await storeBytes(bytes, org!, files)
      stored.push(storedFile)
      records.push({ ...file, ...side, ...storedFile.facts, id: uuidv7(), size_bytes: bytes.length })
    }
  } catch (error) {
    await compensate()
    throw error
  }
  return { facts: { files: JSON.stringify(records) }, compensate }
}
