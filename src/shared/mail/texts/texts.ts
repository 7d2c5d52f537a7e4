import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** The languages that mail is written in. */
export const languages = { en, es, de, fr }
export type Language = keyof typeof languages

/** The first language of an Accept-Language header that mail is written in. */
export const languageOf = (header: string | undefined): Language =>
  preferredOf(header, Object.keys(languages) as Language[]) ?? 'en'

/** The first language of an Accept-Language header that is among these. */
export function preferredOf<L extends string>(
  header: string | undefined,
  offered: readonly L[],
): L | undefined {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...how] = part.trim().toLowerCase().split(';')
      const weight = /^\s*q=([\d.]+)/.exec(how.join(';'))?.[1]
      return { language: tag.split('-')[0]!, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ language, weight }) => offered.includes(language as L) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferences[0]?.language as L | undefined
}
