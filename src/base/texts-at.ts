/** The texts at a path such as `filter.client_ids` of a value, each with its own: `filter.client_ids[0]`. */
export function textsAt(value: unknown, path: string): [at: string, text: string][] {
  const found = path
    .split('.')
    .reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], value)
  const all = Array.isArray(found) ? found.map((one, n) => [`${path}[${n}]`, one]) : [[path, found]]
  return all.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
