import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import { type InboundMail, received } from '../../shared/mail/inbound.ts'

/** Stores the files of a mail for the organization of its mailbox; none where the mail will not be taken. */
export async function storeFiles(
  mail: z.output<typeof InboundMail>,
  _: string,
  { files }: Outside,
  org: string | null,
): Promise<Preparation> {
  const stored: Preparation[] = []
  const kept: object[] = []
  const compensate = async () => void (await Promise.all(stored.map((one) => one.compensate())))
  try {
    for (const { bytes, side, ...file } of org ? received(mail).files : []) {
      const one = await storeBytes(bytes, org!, files)
      stored.push(one)
      kept.push({ ...file, ...side, ...one.facts, id: uuidv7(), size_bytes: bytes.length })
    }
  } catch (error) {
    await compensate()
    throw error
  }
  return { facts: { files: JSON.stringify(kept) }, compensate }
}
