import type { Visit } from './visit.ts'

type Named = { user_id: string; name: string }

/** `@` at the beginning of a word, and the word. What is in brackets says its own name. */
const pattern = /(?<![\p{L}\p{N}_@./])@([\p{L}][\p{L}\p{N}'’-]*)/gu
const bracketed = /@\[([^\][\n]{1,80})\](?!\()/g
const mostAsked = 5

/**
 * A comment as the API takes it, with the ids of the members whom it mentions: `@Grace Hopper`, or `@Grace` where one
 * member alone is called so. What names nobody, or several, stays as it is typed.
 */
export async function withMentions({ api }: Visit, at: string, text: string): Promise<string> {
  const found = [...text.matchAll(pattern), ...text.matchAll(bracketed)].map(([, word]) => word!.trim())
  const words = [...new Set(found)].slice(0, mostAsked)
  const answers = await Promise.all(
    words.map((word) =>
      api.call<{ items: Named[] }>(
        'GET',
        `${at}/members?${new URLSearchParams({ q: word, limit: '50', status: 'active' })}`,
      ),
    ),
  )
  const members = answers.flatMap(({ status, body }) => (status === 200 ? body.items : []))
  const byId = [...new Map(members.map((one) => [one.user_id, one])).values()]
  return withIds(text, byId)
}

/** The text with the ids of these people after their names. */
export function withIds(text: string, people: Named[]): string {
  const longestFirst = people.toSorted((left, right) => right.name.length - left.name.length)
  const whole = text.replaceAll(bracketed, (typed, name: string) => {
    const meant = people.filter((one) => same(one.name, name.trim()))
    return meant.length === 1 ? mention(meant[0]!) : typed
  })
  let [made, last] = ['', 0]
  for (const match of whole.matchAll(pattern)) {
    if (match.index < last) continue
    const rest = whole.slice(match.index + 1)
    const full = longestFirst.filter(
      ({ name }) => same(rest.slice(0, name.length), name) && endsAt(rest, name.length),
    )
    const first = people.filter(({ name }) => same(name.split(/\s/)[0]!, match[1]!))
    const [person, typed] =
      full.length && full.filter(({ name }) => same(name, full[0]!.name)).length === 1
        ? [full[0]!, full[0]!.name.length]
        : !full.length && first.length === 1
          ? [first[0]!, match[1]!.length]
          : [undefined, 0]
    if (!person) continue
    made += whole.slice(last, match.index) + mention(person)
    last = match.index + 1 + typed
  }
  return made + whole.slice(last)
}

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
const endsAt = (text: string, at: number) => !/^[\p{L}\p{N}_]/u.test(text.slice(at))
const mention = ({ user_id, name }: Named) => `@[${name.replace(/[[\]\n]/g, ' ')}](user:${user_id})`
