import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The style of the SQL functions, which no formatter keeps: those that know PL/pgSQL either leave bodies in `$$` as they are
 * or lose their indentation after `raise … using` and inside `case`.
 */
const folder = fileURLToPath(new URL('../db/functions/', import.meta.url))

const words = `all and any array as asc begin between by call case coalesce commit conflict create cross declare default definer
  delete desc distinct do each else elsif end except execute exists false filter for from full function group having if ilike
  immutable in inner insert intersect into is join language lateral left like limit loop materialized not null nulls offset on
  or order over partition perform procedure raise recursive references replace return returning returns right row rows security
  select set setof stable strict table then to trigger true union unique update using values volatile when where while window
  with`
const upper = new RegExp(`\\b(?:${words.trim().toUpperCase().split(/\s+/).join('|')})\\b`)

/** The code of each line: what is in quotes or a comment is left out. */
const codeOf = (text: string) =>
  text.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (part) => part.replace(/[^\n]/g, ' ')).split('\n')

const longest = 175
/** Lines over 110, of which no more may be added. */
const most = 2304

export function problemsOf(text: string): string[] {
  const code = codeOf(text)
  const inLine = (line: string, n: number) => [
    ...(/\t/.test(line) ? ['a tab; indent by two spaces'] : []),
    ...(/\s$/.test(line) ? ['a space at the end'] : []),
    ...(/^(?: {2})* \S/.test(line) ? ['an odd indent; indent by two spaces'] : []),
    ...(line.length > longest ? [`${line.length} characters; at most ${longest}, better 110`] : []),
    ...(upper.test(code[n]!) ? [`${upper.exec(code[n]!)![0]}; write key words in lower case`] : []),
  ]
  const lines = text.split('\n')
  return [
    ...lines.flatMap((line, n) => inLine(line, n).map((problem) => `${n + 1}: ${problem}`)),
    ...(text.endsWith('\n') && !text.endsWith('\n\n') ? [] : [`${lines.length}: end with one line break`]),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The holidays are data: rows with tabs, as they are copied in.
  const files = globSync('**/*.sql', { cwd: folder }).filter((file) => !file.endsWith('holidays_data.sql'))
  const texts = files.map((file) => [file, readFileSync(folder + file, 'utf8')] as const)
  const problems = texts.flatMap(([file, text]) =>
    problemsOf(text).map((problem) => `db/functions/${file}:${problem}`),
  )
  const long = texts.flatMap(([, text]) => text.split('\n')).filter((line) => line.length > 110).length
  if (long > most) problems.push(`${long} lines have more than 110 characters; there were ${most}`)
  for (const problem of problems) console.error(problem)
  if (problems.length) process.exitCode = 1
  else console.log(`${files.length} files, ${long} lines over 110 characters`)
}
