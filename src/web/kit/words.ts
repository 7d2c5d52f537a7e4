const words: Record<string, string> = { todo: 'to do' }

/** A code of the API as people read it: `in_progress` is in progress. */
export const inWords = (code: string): string => words[code] ?? code.replaceAll('_', ' ')
