import { line } from '../shared/csv.ts'

type Entry = Record<string, unknown> & {
  id: string
  actor: Record<string, unknown>
  entity: Record<string, unknown>
}
type Row = {
  entry: Entry
  text: string
  position: number | null
  hash: string | null
  previous: string | null
}
/** What the database returns for a part of a file. */
export type Rows = {
  format: 'jsonl' | 'csv'
  part: number
  organization_id: string
  from: string
  to: string
  made_at: string
  entries: number
  parts: { bytes: number; sha256: string }[]
  rows: Row[]
}

export const partsOf = (folder: string, id: string) => `audit-exports/${folder}/${id}/`
export const partKey = (folder: string, id: string, part: number) =>
  `${partsOf(folder, id)}${String(part).padStart(6, '0')}`

const check =
  'hash is the SHA-256 of the bytes of previous followed by sealed in UTF-8, both hashes being hexadecimal; parts are ' +
  'the bytes of the file before this line, one after the other; signature is a JWS of manifest'

/** The text of a part; the first one includes the header. */
export function textOf(part: Rows): string {
  if (part.format === 'csv') return `${part.part === 0 ? line(columns) : ''}${part.rows.map(rowOf).join('')}`
  return part.rows
    .map(({ entry, text, position, hash, previous }) => ({
      ...entry,
      seal: position === null ? null : { position, previous, hash, sealed: text },
    }))
    .map((value) => `${JSON.stringify(value)}\n`)
    .join('')
}

/** Describes the contents of a file, once its last part is written. */
export const manifestOf = ({ organization_id, from, to, made_at, entries, parts, rows }: Rows) => ({
  organization_id,
  from,
  to,
  made_at,
  entries: entries + rows.length,
  parts,
  check,
})

const topLevel = ['id', 'created_at', 'action', 'via', 'ip', 'user_agent', 'request_id', 'changes']
const actorFields = ['type', 'user_id', 'label']
const entityFields = ['type', 'id', 'label', 'version']
const columns = [
  ...topLevel,
  ...actorFields.map((name) => `actor_${name}`),
  ...entityFields.map((name) => `entity_${name}`),
  'position',
  'previous',
  'hash',
  'sealed',
]

const rowOf = ({ entry, text, position, hash, previous }: Row) =>
  line([
    ...topLevel.map((name) => entry[name]),
    ...actorFields.map((name) => entry.actor[name]),
    ...entityFields.map((name) => entry.entity[name]),
    position,
    previous,
    hash,
    position === null ? null : text,
  ])
