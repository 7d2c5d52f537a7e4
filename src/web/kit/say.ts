import { AsyncLocalStorage } from 'node:async_hooks'
import type { Child } from 'hono/jsx'
import { IntlMessageFormat } from 'intl-messageformat'
import de from '../messages/de.json' with { type: 'json' }

/** The languages that pages are written in, with the locale of their days and amounts. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const
export type Language = keyof typeof locales
/** What the pages for customers are written in; those for members are in English. */
export const languages = Object.keys(locales) as Language[]

/** The sentences in other languages, by what they are in English. */
export const catalogues: Partial<Record<Language, Record<string, string>>> = { de }
const spoken = new AsyncLocalStorage<Language>()

/** Makes a page in a language. */
export const speaking = <T>(language: Language, run: () => T): T => spoken.run(language, run)
/** The language of the page that is being made. */
export const language = (): Language => spoken.getStore() ?? 'en'

export const locale = () => locales[language()]
/** The language of the page, if it is written in the one of its reader. */
export const languageOfReader = (): Language | undefined => spoken.getStore()

type Plain = string | number | null | undefined
/**
 * A sentence of a page in the language of the page. It is written here in English, which is its key in the catalogues of other
 * languages; with values it is in the message format of ICU. A sentence that a catalogue lacks is said in English.
 */
export function say(text: string): string
export function say(text: string | undefined): string | undefined
export function say<T extends string>(text: Written<T>, values: Record<string, Plain>): string
export function say<T extends string>(text: Written<T>, values: Record<string, Child>): Child
export function say(text: string | undefined, values?: Record<string, Child>): Child {
  if (!text) return text
  return values ? format(text, values) : translated(text)
}
/** A text that is written in the code: what somebody entered is no message. */
export type Written<T extends string> = string extends T ? never : T

const format = (text: string, values: Record<string, Child>): Child =>
  messageIn(language(), translated(text)).format<Child>(values)

function translated(text: string, key = text): string {
  const found = catalogues[language()]?.[key]
  return typeof found === 'string' ? found : text
}

/** The same where a word means different things: a catalogue may have it as `project: on hold`. */
export const sayIn = (about: string, text: string): string =>
  translated(translated(text), `${about}: ${text}`)

const parsed = new Map<string, IntlMessageFormat>()
/** A message, parsed when it is said for the first time. */
function messageIn(to: Language, text: string): IntlMessageFormat {
  const key = `${to} ${text}`
  const message = parsed.get(key) ?? new IntlMessageFormat(text, locales[to], undefined, { ignoreTag: true })
  parsed.set(key, message)
  return message
}

/** How many there are of something, such as "1 task" and "2 tasks". */
export const count = (n: number, one: string, many = `${one}s`) => format(counted(one, many), { n }) as string
/** The same, saying that there is none where there is none. */
export const countOrNone = (n: number, one: string, many = `${one}s`): string =>
  format(`{n, plural, =0 {No ${one} here} one {# ${one}} other {# ${many}}}`, { n }) as string
const counted = (one: string, many: string) => `{n, plural, one {# ${one}} other {# ${many}}}`

/** What happened, and when: `Due {at}`. */
export const sayWhen = <T extends string>(what: Written<T>, at: Child): Child =>
  format(`${what} {at}`, { at })

/** The words for the values of an enumeration, in the language of the page. */
export const wordsOf =
  <K extends string>(words: Record<K, string>) =>
  (value: K): string =>
    say(words[value])
