import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Words } from './words.ts'

const languages: Record<string, Words> = { en, es, de, fr }

/** The language in which a paper of a locale is written: the locale's own, or else English. */
export function languageOf(locale: string): string {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(languages, language) ? language : 'en'
}

export const wordsOf = (locale: string): Words => languages[languageOf(locale)]!
