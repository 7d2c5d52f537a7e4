import { longestComment } from '../../../db/schema/values.ts'
import type { Read } from '../kit/operations.ts'

type Named = { user_id: string; name: string }

/** `@` at the start of a word, and the word; names in brackets are matched separately. */
const pattern = /(?<![\p{L}\p{N}_@./])@([\p{L}][\p{L}\p{N}'’-]*)/gu
const bracketed = /@\[([^\][\n]{1,80})\](?!\()/g
const maxLookups = 5

/**
 * A comment as the API expects it, with the ids of the members that it mentions: `@Grace Hopper`, or `@Grace` if only one
 * member has this first name. Names of nobody or of several members stay as entered, and so does a text that is too long
 * for a comment.
 */
export async function withMentions(read: Read, text: string): Promise<string> {
  if (text.length > longestComment) return text
  const found = [...text.matchAll(pattern), ...text.matchAll(bracketed)].map(([, word]) => word!.trim())
  const words = [...new Set(found)].slice(0, maxLookups)
  const answers = await Promise.all(words.map((q) => read('listMembers', { q, limit: 50, status: 'active' })))
  const members = answers.flatMap(({ items }) => items)
  const byId = [...new Map(members.map((one) => [one.user_id, one])).values()]
  return withIds(text, byId)
}

/** The text with the ids of these people added to their mentions. */
export function withIds(text: string, people: Named[]): string {
  const known = indexed(people)
  const withBracketed = text.replaceAll(bracketed, (mentioned, name: string) => {
    const named = known.byName.get(lower(name.trim()))
    return named?.length === 1 ? mention(named[0]!) : mentioned
  })
  let [result, last] = ['', 0]
  for (const match of withBracketed.matchAll(pattern)) {
    if (match.index < last) continue
    const start = match.index + 1
    const found = personAfter(withBracketed.slice(start, start + known.longest + 2), match[1]!, known)
    if (!found) continue
    result += withBracketed.slice(last, match.index) + mention(found.person)
    last = start + found.length
  }
  return result + withBracketed.slice(last)
}

/** People by full and by first name, and the lengths of the names that begin with each word, longest first. */
function indexed(people: Named[]) {
  const lengths = new Map<string, Set<number>>()
  for (const { name } of people.toSorted((left, right) => right.name.length - left.name.length)) {
    const key = beginningOf(name)
    lengths.set(key, (lengths.get(key) ?? new Set()).add(name.length))
  }
  return {
    lengths,
    byName: Map.groupBy(people, ({ name }) => lower(name)),
    byFirst: Map.groupBy(people, ({ name }) => lower(name.split(/\s/)[0]!)),
    longest: Math.max(0, ...people.map(({ name }) => name.length)),
  }
}

/** The person that the text after an `@` refers to, and how many characters of it are their name. */
function personAfter(rest: string, word: string, { lengths, byName, byFirst }: ReturnType<typeof indexed>) {
  for (const length of lengths.get(beginningOf(rest)) ?? []) {
    const named = endsAt(rest, length) && byName.get(lower(rest.slice(0, length)))
    if (named) return named.length === 1 ? { person: named[0]!, length } : undefined
  }
  const first = byFirst.get(lower(word))
  return first?.length === 1 ? { person: first[0]!, length: word.length } : undefined
}

const lower = (text: string) => text.toLowerCase()
const beginningOf = (text: string) => lower(/^[\p{L}\p{N}]*/u.exec(text)![0])
const endsAt = (text: string, at: number) => !/^[\p{L}\p{N}_]/u.test(text.slice(at))
const mention = ({ user_id, name }: Named) => `@[${name.replace(/[[\]\n]/g, ' ')}](user:${user_id})`
