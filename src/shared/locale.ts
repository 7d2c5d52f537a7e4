import * as z from 'zod'

/** The language of a locale, if there are texts in it, or else English. */
export function languageOf(locale: string, texts: Record<string, unknown>): string {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(texts, language) ? language : 'en'
}

/** A BCP 47 language tag. */
export const locale = () =>
  z
    .string()
    .max(35, 'at most 35 characters')
    .refine(isLocale, 'must be a BCP 47 language tag')
    .meta({ description: 'BCP 47, such as en-GB', example: 'en-GB' })

function isLocale(tag: string): boolean {
  try {
    return Boolean(new Intl.Locale(tag))
  } catch {
    return false
  }
}
