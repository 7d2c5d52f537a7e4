/** A form of a value that a text about an argument names, as a caller would send it. */
export type Form = string

const word = String.raw`[\w.*#/+-]+`
/** What stands for a value in the texts: `#rrggbb` for a colour, `number` for one. */
const stands: Record<string, string> = { '#rrggbb': '#1a2b3c' }
const articles = new Set(['a', 'an', 'the', 'that', 'where', 'it', 'here', 'in', 'filter', 'of'])

/** The examples and words that the description of an argument promises to take. */
export function formsIn(
  key: string,
  { description = '', type }: { description?: string; type?: string },
): Form[] {
  const all = [
    ...listAtStart(key, description),
    ...matches(description, /\bsuch as (\[.*?\]|[^\s,]+)/g),
    ...matches(description, /\b[Aa]s (#\w+|[\w.]+(?:,[\w.]+)+)/g),
    ...matches(description, /(?:\bor|,|;) (me|active|current|backlog|next|none)\b(?! of)/g),
    ...matches(description, /\b(me|active|none) (?:and \w+ )?too\b/g),
    ...matches(description, /\band (none) too\b/g),
    ...matches(description, /: (\w+\.)$/g),
    ...matches(description, /\bnull for (none)\b/g),
    ...matches(description, /: ((?:\d[\w/-]*, )+\d[\w/-]*)/g).flatMap((list) => list.split(', ')),
    ...[...description.matchAll(/\b(\d{1,3}) to (\d{1,4})\b(?! (?:days|characters))/g)].flatMap(
      ([, low, high]) => [low!, high!],
    ),
    ...(type === 'boolean' && /\bwith false\b|^(?:Whether|true|false)\b/.test(description)
      ? ['true', 'false']
      : []),
  ]
  return [...new Set(all.filter((one) => !articles.has(one)).map((one) => stands[one] ?? one))]
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

/** `todo, in_progress, done`, each and all; an order also descending. */
function listAtStart(key: string, description: string): Form[] {
  const [, words] = new RegExp(`^(${word}(?:, ${word})+)(?:$|;|, or | \\()`).exec(description) ?? []
  if (!words || !/^[a-z]/.test(words)) return []
  const each = words.split(', ')
  return key === 'sort'
    ? each.flatMap((one) => [one, `-${one}`])
    : [...each, ...(key === 'types' || key === 'status' ? [words] : [])]
}

type Argument = { type?: string; enum?: unknown[] }
/** What the sentence about a tool says of its arguments: `tree=true`, `the method difference`, `null as termination_date`. */
export function formsInSentence(
  sentence: string,
  properties: Record<string, Argument>,
): [key: string, form: string | null][] {
  const pairs = [
    ...sentence.matchAll(/\b([a-z_]+)=(\w+)/g),
    ...sentence.matchAll(/\bthe ([a-z_]+) ([a-z_]+)\b/g),
  ]
  const named = pairs.flatMap(([text, key, form]): [string, string][] =>
    properties[key!] && (text.includes('=') || properties[key!]!.enum?.includes(form)) ? [[key!, form!]] : [],
  )
  const words = Object.entries(properties).flatMap(([key, { enum: values = [] }]) =>
    values
      .filter((one): one is string => typeof one === 'string' && new RegExp(`\\b${one}\\b`).test(sentence))
      .map((one): [string, string] => [key, one]),
  )
  const cleared = [...sentence.matchAll(/\bnull as ([a-z_]+)/gi)].map(([, key]): [string, null] => [
    key!,
    null,
  ])
  return [...named, ...words, ...cleared]
}

/** The names that a sentence writes as code: in backticks, or with an underscore. */
export const codeIn = (sentence: string) =>
  [...sentence.matchAll(/`([a-z_]+)`|\b([a-z]+(?:_[a-z]+)+)\b/g)].map(([, quoted, bare]) => quoted ?? bare!)
