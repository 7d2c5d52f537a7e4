import { plainText } from '../../shared/plain-text.ts'

type Found = { items: ({ passage: string } & Record<string, unknown>)[]; words: string }

/** The response of a search: passages become snippets with the positions of the matches. */
export function withSnippets(result: string): string {
  const { items, words, ...rest } = JSON.parse(result) as Found
  const shown = items.map(({ passage, ...item }) => {
    const snippet = plainText(passage ?? '')
    return { ...item, snippet, highlights: matchPositions(snippet, words.split(' ')) }
  })
  return JSON.stringify({ items: shown, ...rest })
}

/**
 * The positions of words in a text, as [start, end) in UTF-16 units. The comparison ignores case and accents;
 * the last word also matches as a prefix.
 */
export function matchPositions(text: string, words: string[]): [number, number][] {
  const last = words.at(-1)
  const wordSet = new Set(words)
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }): [number, number][] => {
    const foldedWord = folded(word)
    return wordSet.has(foldedWord) || (last && foldedWord.startsWith(last))
      ? [[index, index + word.length]]
      : []
  })
}

const folded = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
