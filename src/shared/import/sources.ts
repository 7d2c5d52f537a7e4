import { shapeProblem } from '../../base/json.ts'
import { textOf } from '../csv-table.ts'
import { readAsanaCsv, readAsanaJson } from './asana.ts'
import { readCsv } from './csv.ts'
import { readJira } from './jira.ts'
import { readLinear } from './linear.ts'
import { type ImportSource, type Table, UnreadableFile } from './model.ts'
import { recordIn } from './tables.ts'
import { readTrello } from './trello.ts'

/** As many brackets, commas and strings as a file of 20 MB has at most where each means something. */
const mostTokens = 8_000_000

const names: Record<ImportSource, string> = {
  csv: 'a CSV of tasks (csv)',
  jira_csv: 'a CSV export of Jira (jira_csv)',
  linear_csv: 'a CSV export of Linear (linear_csv)',
  trello_json: 'a JSON export of Trello (trello_json)',
  asana_csv: 'a CSV export of Asana (asana_csv)',
  asana_json: 'a JSON export of Asana (asana_json)',
}

/** The tasks of a file. Throws `UnreadableFile`, which names the likely source where the content is of another. */
export function readFile(source: ImportSource, bytes: Uint8Array): Table {
  const likely = likelySource(bytes)
  const isOther = likely && likely !== source && source !== 'csv'
  if (isOther || (source === 'csv' && likely?.endsWith('_json')))
    throw new UnreadableFile(`it looks like ${names[likely]}; choose that`)
  switch (source) {
    case 'csv':
      return readCsv(bytes)
    case 'jira_csv':
      return requireTitle(readJira(bytes), source)
    case 'linear_csv':
      return requireTitle(readLinear(bytes), source)
    case 'asana_csv':
      return requireTitle(readAsanaCsv(bytes), source)
    case 'trello_json':
      return readTrello(jsonOf(bytes, source, 'cards'))
    case 'asana_json':
      return readAsanaJson(jsonOf(bytes, source, 'data'))
  }
}

function requireTitle(table: Table, source: ImportSource): Table {
  if (table.columns.some(({ field }) => field === 'title')) return table
  throw new UnreadableFile(`it is not ${names[source]}; for another table choose csv`)
}

function jsonOf(bytes: Uint8Array, source: ImportSource, list: string): Record<string, unknown> {
  const problem = shapeProblem(bytes, mostTokens)
  if (problem) throw new UnreadableFile(problem.replace(/^body: /, ''))
  try {
    const file = recordIn(JSON.parse(textOf(bytes)))
    if (Array.isArray(file[list])) return file
  } catch {
    throw new UnreadableFile('it is not valid JSON')
  }
  throw new UnreadableFile(`it is not ${names[source]}`)
}

/** What a file is by its beginning; undefined where that does not say. */
export function likelySource(bytes: Uint8Array): ImportSource | undefined {
  const start = beginning(bytes)
  if (/^\s*[{[]/.test(start)) {
    if (/"(?:idBoard|idList|idMemberCreator|shortUrl|dateLastActivity|limits|nodeId)"\s*:/.test(start))
      return 'trello_json'
    return /"gid"\s*:/.test(start) ? 'asana_json' : undefined
  }
  const header = start.split(/\r\n|\r|\n/, 2).find((line) => !line.startsWith('sep=')) ?? ''
  const has = (...titles: string[]) =>
    titles.every((title) => new RegExp(`(?:^|[,;\\t|"])\\s*${title}\\s*(?:$|[,;\\t|"])`, 'i').test(header))
  if (has('Issue key') && has('Summary')) return 'jira_csv'
  if (has('ID', 'Team', 'Title') && (has('Cycle Number') || has('Creator'))) return 'linear_csv'
  if (has('Task ID') && (has('Section/Column') || has('Last Modified'))) return 'asana_csv'
  return undefined
}

function beginning(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const part = bytes.subarray(0, 65_536)
  return isWide ? textOf(part) : new TextDecoder().decode(part)
}
