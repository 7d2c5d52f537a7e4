import type { Found } from './providers/provider.ts'

/** Keys of projects, as they are or were, each with the key of today. */
export type Prefixes = Record<string, string>

const anyKey = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-(\d+)/g

/**
 * The tasks that it mentions by a known key, under the key of today: in its words as they stand, in the name of its
 * branch whatever the case. `UTF-8` is a mention only where a project is called UTF.
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

/** True where it mentions one of the keys that a task has or had. */
export function mentions({ words, branch }: Pick<Found, 'words' | 'branch'>, keys: string[]): boolean {
  const texts = [words, (branch ?? '').toUpperCase()]
  return keys.some((key) => {
    const pattern = new RegExp(`(?<![A-Za-z0-9])${key}(?!\\d)`)
    return texts.some((text) => pattern.test(text))
  })
}
