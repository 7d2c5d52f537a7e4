import { sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
import { readTable, suggestedMapping } from '../shared/import/analysis.ts'
import { draftsOf } from '../shared/import/drafts.ts'
import {
  type ImportSource,
  type Mapping,
  type Row,
  type Table,
  UnreadableFile,
} from '../shared/import/model.ts'
import { readFile } from '../shared/import/sources.ts'
import { dateFields } from '../shared/import/model.ts'
import type { Consumer } from './consumer.ts'

/** Rows in one transaction. */
const sliceRows = 200
const linkRows = 50
/** Rows of a file that are stored at once, and their length as JSON. */
const storedRows = 500
const storedLength = 2_000_000

const idOf = (payload: Record<string, unknown>) => String(payload.import_id)

/** Reads a file, stores its rows, and says what it holds. If it was cut, it is read again, and stored from where it was. */
export const importReading: Consumer = {
  topic: 'import.analyse',
  inSteps: true,
  action: 'import.analysed',
  async react({ payload }, database, files) {
    const id = idOf(payload)
    const [found] = await database.batch([sql`select app.import_work(${id}::uuid, 'analysing')`])
    if (!found) return []
    const { source, key } = JSON.parse(found) as { source: ImportSource; key: string }
    try {
      const table = readFile(source, await bytesOf(files, key))
      await storeRows(database, id, table.rows)
      return [
        sql`select app.import_analysed(${id}::uuid, ${jsonb(analysisOf(source, table))}, ${table.rows.length}::int)`,
      ]
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      return [sql`select app.import_failed(${id}::uuid, ${error.message})`]
    }
  },
}

async function bytesOf(files: Storage, key: string) {
  return new Uint8Array(await new Response(await files.get(key)).arrayBuffer())
}

/** Boards and sections are columns there, and so they are here. */
const hasColumns = (source: ImportSource) => source.startsWith('trello') || source.startsWith('asana')

function analysisOf(source: ImportSource, table: Table) {
  const { columns, warnings } = table
  const { states, people } = readTable(source, table)
  const unordered = columns.filter(
    ({ field, orders }) => field && dateFields.includes(field) && orders.length === 2,
  )
  return {
    columns,
    states,
    people,
    warnings,
    unordered: unordered.map(({ name }) => name),
    suggested: {
      mapping: suggestedMapping(columns),
      states: Object.fromEntries(
        states.map(({ name, suggested }) => [
          name,
          {
            status: suggested,
            ...(suggested && name && hasColumns(source) ? { column: name.slice(0, 60) } : {}),
          },
        ]),
      ),
      people: {},
      checklists: 'description',
    },
  }
}

async function storeRows(database: Database, id: string, rows: Row[]) {
  const [stored] = await database.batch([sql`select app.stored_import_rows(${id}::uuid)::text`])
  const done = Number(stored)
  let [slice, length, first] = [[] as string[], 0, done + 1]
  const store = async () => {
    await database.batch([
      sql`select app.store_import_rows(${id}::uuid, ${first}::int, ${`[${slice.join()}]`}::jsonb)`,
    ])
    first += slice.length
    slice = []
    length = 0
  }
  for (const row of rows.slice(done)) {
    const text = JSON.stringify(row)
    slice.push(text)
    length += text.length
    if (slice.length === storedRows || length > storedLength) await store()
  }
  if (slice.length) await store()
}

type Slice = { source: ImportSource; mapping: Mapping; step: 'rows' | 'links'; rows: (Row & { n: number })[] }

/** Writes one slice of an import and enqueues the next; the links between tasks follow once all are there. */
export const importRunning: Consumer = {
  topic: 'import.run',
  action: 'import.ran',
  mails: true,
  async react({ payload }, database) {
    const id = idOf(payload)
    const [found] = await database.batch([sql`select app.import_slice(${id}::uuid, ${sliceRows})`])
    if (!found) return []
    const { source, mapping, step, rows } = JSON.parse(found) as Slice
    if (step === 'links') return [sql`select app.link_import(${id}::uuid, ${linkRows})`]
    return [sql`select app.run_import(${id}::uuid, ${jsonb(draftsOf(source, rows, mapping))})`]
  },
}

/** Removes one slice of what an import made and enqueues the next. */
export const importUndoing: Consumer = {
  topic: 'import.undo',
  action: 'import.undone',
  react: async ({ payload }) => [sql`select app.undo_import_slice(${idOf(payload)}::uuid, ${sliceRows})`],
}
