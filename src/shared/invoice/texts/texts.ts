import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Words } from './words.ts'

const languages: Record<string, Words> = { en, es, de, fr }

/** The words of a locale's language, or else English. */
export const wordsOf = (locale: string): Words => languages[locale.toLowerCase().split(/[-_]/)[0]!] ?? en
