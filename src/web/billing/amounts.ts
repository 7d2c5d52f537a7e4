import { sizeOf } from '../kit/parts.tsx'
import { locale } from '../kit/say.ts'
import { asTitle, inWords } from '../kit/words.ts'

/** What people call what is limited. */
export const nameOf = (key: string) => {
  return asTitle(inWords(key === 'storage_bytes' ? 'storage' : key))
}
export const amountOf = (key: string, amount: number) =>
  key === 'storage_bytes' ? sizeOf(amount) : amount.toLocaleString(locale())
