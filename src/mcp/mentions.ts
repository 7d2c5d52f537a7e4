/** `@[Grace Hopper]` without the id of the person after it. */
const pattern = /@\[([^\][\n]{1,80})\](?!\()/g

/** The names that a text mentions without their ids, each once. */
export const mentionedIn = (text: unknown): string[] =>
  typeof text === 'string' ? [...new Set([...text.matchAll(pattern)].map(([, name]) => name!.trim()))] : []

/** The text with the id after each mention, as the API expects it. */
export const withMentions = (text: string, idOf: (name: string) => string | undefined): string =>
  text.replaceAll(pattern, (mention, name: string) => {
    const id = idOf(name.trim())
    return id ? `${mention}(user:${id})` : mention
  })
