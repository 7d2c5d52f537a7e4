/** What is wrong with a value, as zod says it. */
export type Issue = { path: PropertyKey[]; message: string; code?: string; keys?: string[]; issues?: Issue[] }

const maxProblems = 50

/**
 * `location.field: reason` for each issue of a value, joined by `; `; if there are too many, the first and the last. What is
 * missing is required, whatever form it would have.
 */
export const problems = (location: string, issues: Issue[], value: unknown): string => {
  const messages = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.keys
      ? issue.keys.map((key) => `${pathOf(location, [...issue.path, key])}: unknown field`)
      : [
          `${pathOf(location, issue.path)}: ${isMissing(issue, value) ? 'required' : reason(issue.issues?.[0] ?? issue)}`,
        ],
  )
  if (messages.length <= maxProblems) return messages.join('; ')
  const rest = `${location}: and ${messages.length - maxProblems} more problems`
  return [...messages.slice(0, maxProblems - 1), rest, messages.at(-1)].join('; ')
}

const pathOf = (location: string, path: PropertyKey[]) =>
  path.reduce<string>(
    (prefix, part) => (typeof part === 'number' ? `${prefix}[${part}]` : `${prefix}.${String(part)}`),
    location,
  )

const isMissing = ({ code, path, message }: Issue, value: unknown) =>
  message.endsWith('received undefined') ||
  (code !== 'custom' && message.startsWith('must be ') && valueAt(path, value) === undefined)
const valueAt = (path: PropertyKey[], value: unknown) =>
  path.reduce((of, key) => (of as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
const reason = (issue: Issue) => issue.message.replace(/^Invalid input: /, '')
