import { say, sayIn } from './say.ts'

const words: Record<string, string> = { todo: 'to do' }

/** A code of the API as people read it: `in_progress` is in progress. */
export const inWords = (code: string): string => say(wordsFor(code))
/** The same where codes of different things are the same word. */
export const inWordsFor = (about: string, code: string): string => sayIn(about, wordsFor(code))
/** The words themselves, for what is said later. */
export const wordsFor = (code: string) => words[code] ?? code.replaceAll('_', ' ')

/** A text as a title: its first letter is a capital. */
export const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
