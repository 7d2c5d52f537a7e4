import { sizeOf } from '../kit/parts.tsx'
import { locale, say } from '../kit/say.ts'
import { asTitle, wordsFor } from '../kit/words.ts'

/** What people call what is limited, in English. */
export const labelOf = (key: string) => asTitle(wordsFor(key === 'storage_bytes' ? 'storage' : key))
export const nameOf = (key: string) => say(labelOf(key))
export const amountOf = (key: string, amount: number) =>
  key === 'storage_bytes' ? sizeOf(amount) : amount.toLocaleString(locale())
