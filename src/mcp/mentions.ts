/** `@[Grace Hopper]`, where the id of the person does not follow. */
const pattern = /@\[([^\][\n]{1,80})\](?!\()/g

/** The names that a text mentions without their ids, each once. */
export const mentionedIn = (text: unknown): string[] =>
  typeof text === 'string' ? [...new Set([...text.matchAll(pattern)].map(([, name]) => name!.trim()))] : []

/** The text with the id after each mention, as the API takes it. */
export const withMentions = (text: string, idOf: (name: string) => string | undefined): string =>
  text.replaceAll(pattern, (whole, name: string) => {
    const id = idOf(name.trim())
    return id ? `${whole}(user:${id})` : whole
  })
