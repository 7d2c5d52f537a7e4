import type { Found } from './providers/provider.ts'

/** Current and former project keys, each with the current key. */
export type Prefixes = Record<string, string>

const anyKey = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-(\d+)/g

/**
 * The tasks that it mentions by a known key, under their current key: case-sensitively in its words, in any
 * case in its branch name. `UTF-8` is a mention only if a project has the key UTF.
 */
export function mentioned({ words, branch }: Pick<Found, 'words' | 'branch'>, prefixes: Prefixes): string[] {
  const keys = [words, (branch ?? '').toUpperCase()].flatMap((text) =>
    [...text.matchAll(anyKey)].flatMap(([, prefix, number]) =>
      Object.hasOwn(prefixes, prefix!) && /^[1-9]\d{0,8}$/.test(number!)
        ? `${prefixes[prefix!]}-${number}`
        : [],
    ),
  )
  return [...new Set(keys)]
}

/** True if it mentions one of the current or former keys of a task. */
export function mentions({ words, branch }: Pick<Found, 'words' | 'branch'>, keys: string[]): boolean {
  const texts = [words, (branch ?? '').toUpperCase()]
  return keys.some((key) => {
    const pattern = new RegExp(`(?<![A-Za-z0-9])${key}(?!\\d)`)
    return texts.some((text) => pattern.test(text))
  })
}
