import { createContext, type Child, useContext } from 'hono/jsx'
import { IntlMessageFormat } from 'intl-messageformat'
import { preferredOf } from '../../shared/mail/texts/texts.ts'
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import type { PageValue } from './page-value.tsx'
import type { Visit } from './visit.ts'

/** The languages that pages are written in, with the locale of their days and amounts. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const
export type Language = keyof typeof locales

type Values = Record<string, string | number>
/** Says a message of a catalogue in one language. */
export type Say<K extends string> = {
  (key: K, values?: Values): string
  /** The same with elements among its values. */
  with: (key: K, values: Record<string, Child>) => Child
  language: Language
}

/** Catalogues of the same messages, by language, in the message format of ICU. Each message is parsed once, when it is said. */
export function messages<K extends string>(catalogues: Record<Language, Record<K, string>>) {
  const known = new Map<Language, Say<K>>()
  return (language: Language): Say<K> => {
    const say = known.get(language) ?? sayWith(language, catalogues[language])
    known.set(language, say)
    return say
  }
}

function sayWith<K extends string>(language: Language, catalogue: Record<K, string>): Say<K> {
  const parsed = new Map<K, IntlMessageFormat>()
  const of = (key: K) => {
    const message =
      parsed.get(key) ??
      new IntlMessageFormat(catalogue[key], locales[language], undefined, { ignoreTag: true })
    parsed.set(key, message)
    return message
  }
  return Object.assign((key: K, values?: Values) => String(of(key).format(values)), {
    with: (key: K, values: Record<string, Child>) => of(key).format(values) as Child,
    language,
  })
}

/** The language that the browser prefers of those that pages are written in. */
export const languageOf = ({ c }: Visit): Language =>
  preferredOf(c.req.header('accept-language'), Object.keys(locales) as Language[]) ?? 'en'

/** The language of the page around; pages are in English unless they say another one. */
export const Spoken = createContext<Language>('en')
/** What the parts of all pages say. */
export const kitMessages = messages({ en, de })
export const useKitMessages = () => kitMessages(useContext(Spoken))

/** A page in each language, of which visitors get the one that their browser prefers. */
export function inLanguages<K extends string>(
  sayIn: (language: Language) => Say<K>,
  valueOf: (say: Say<K>) => PageValue,
): PageValue {
  const made = new Map<Language, PageValue>()
  const inLanguage = (language: Language) => {
    const value = made.get(language) ?? valueOf(sayIn(language))
    made.set(language, value)
    return value
  }
  const to = (visit: Visit) => inLanguage(languageOf(visit))
  const { actions, accepts } = inLanguage('en')
  return {
    actions,
    accepts,
    show: (visit, refused) => to(visit).show(visit, refused),
    act: (visit) => to(visit).act(visit),
    file: (visit) => to(visit).file(visit),
  }
}
