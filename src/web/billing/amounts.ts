import { sizeOf } from '../kit/parts.tsx'

/** What people call what is limited. */
export const nameOf = (key: string) => {
  const words = key === 'storage_bytes' ? 'storage' : key.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
export const amountOf = (key: string, amount: number) =>
  key === 'storage_bytes' ? sizeOf(amount) : amount.toLocaleString('en')
