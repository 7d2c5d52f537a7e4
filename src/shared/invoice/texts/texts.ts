import { languageOf as known } from '../../locale.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Words } from './words.ts'

const languages: Record<string, Words> = { en, es, de, fr }

/** The language in which a paper of a locale is written: the locale's own, or else English. */
export const languageOf = (locale: string) => known(locale, languages)

export const wordsOf = (locale: string): Words => languages[languageOf(locale)]!
