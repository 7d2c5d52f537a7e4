import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { clockOf, momentOf } from './dates.ts'
import type { CommentOf, FileOf, ImportField, ImportSource, Mapping, Ref, Row, TaskRecord } from './model.ts'
import { isAbandoned, isYes, priorityOf, typeOf } from './words.ts'
import { markdownOf } from './wiki.ts'

export const hashOf = (...parts: string[]) => bytesToHex(sha256(utf8ToBytes(parts.join('\0'))))

type Said = Mapping['mapping']
/** The columns of each field, with how their days are written. */
type Columns = Map<ImportField, { name: string; format?: 'dmy' | 'mdy' | undefined }[]>

export function columnsOf(said: Said): Columns {
  const columns: Columns = new Map()
  for (const [name, { field, format }] of Object.entries(said))
    if (field) columns.set(field, [...(columns.get(field) ?? []), { name, format }])
  return columns
}

/** A task as its row tells it, by what the columns mean. */
export function recordOf(source: ImportSource, row: Row, columns: Columns): TaskRecord {
  const reading = new Reading(row, columns)
  const { one, many } = reading
  const { more = {} } = row
  const isWiki = source === 'jira_csv'
  const type = one('type')
  const decided = decidedBy(reading)
  const comments = [
    ...many('comments').map((text) => reading.commentOf(text, isWiki)),
    ...(more.comments ?? []),
  ]
  const record: TaskRecord = {
    line: row.line,
    external_id: keyOf(reading, row),
    alt_id: one(source === 'asana_csv' ? 'title' : 'id') || null,
    title: one('title').replaceAll(/\s+/g, ' '),
    description: isWiki ? markdownOf(one('description')) : many('description').join('\n\n'),
    type: typeOf(type) ?? 'task',
    type_tag: type && !typeOf(type) ? type : null,
    status: one('status'),
    decided,
    priority: reading.priority(),
    assignee: one('assignee'),
    reporter: one('reporter'),
    ...timesOf(reading, decided),
    labels: labelsOf(source, many('labels')),
    sprint: many('sprint').at(-1) ?? (one('sprint_number') ? `Cycle ${one('sprint_number')}` : null),
    parent: parentOf(source, reading),
    ...linksOf(many),
    comments,
    checklists: more.checklists ?? [],
    attachments: [...many('attachments').flatMap(fileOf), ...(more.attachments ?? [])],
    points: reading.number('points', 9999),
    minutes: minutesOf(reading),
    warnings: reading.warnings,
    problem: null,
  }
  return { ...record, problem: problemOf(record, reading) }
}

class Reading {
  readonly warnings: string[] = []
  readonly #row: Row
  readonly #columns: Columns
  constructor(row: Row, columns: Columns) {
    this.#row = row
    this.#columns = columns
  }

  readonly many = (field: ImportField): string[] =>
    (this.#columns.get(field) ?? [])
      .flatMap(({ name }) => this.#row.cells[name] ?? [])
      .map((text) => text.trim())
  readonly one = (field: ImportField): string => this.many(field)[0] ?? ''

  readonly #clock = (field: ImportField) => {
    for (const { name, format } of this.#columns.get(field) ?? [])
      for (const text of this.#row.cells[name] ?? []) {
        const clock = clockOf(text, format)
        if (clock) return clock
        if (this.warnings.length < 20)
          this.warnings.push(`${name}: ${text.slice(0, 40).toWellFormed()} is no day; left out`)
        return null
      }
    return null
  }
  readonly moment = (field: ImportField) => {
    const clock = this.#clock(field)
    return clock && momentOf(clock)
  }
  readonly day = (field: ImportField) => this.#clock(field)?.day ?? null

  number(field: ImportField, most: number): number | null {
    const text = this.one(field)
    if (!text) return null
    const value = Number(text.replace(',', '.'))
    if (value >= 0 && value <= most) return Math.round(value * 100) / 100
    this.warnings.push(
      `${field}: ${text.slice(0, 40).toWellFormed()} is no number from 0 to ${most}; left out`,
    )
    return null
  }

  priority(): string {
    const text = this.one('priority')
    const known = priorityOf(text)
    if (text && !known)
      this.warnings.push(`the priority ${text.slice(0, 40).toWellFormed()} is not known; medium`)
    return known ?? 'medium'
  }

  /** `date;author;body`, where the body may hold semicolons. */
  commentOf(text: string, isWiki: boolean): CommentOf {
    const [, date = '', author = '', body = ''] = /^([^;]*);([^;]*);([^]*)$/.exec(text) ?? []
    const format = this.#columns.get('comments')?.[0]?.format
    const clock = date ? clockOf(date, format) : null
    if (!clock) return { at: '', author: '', body: isWiki ? markdownOf(text) : text }
    return { at: momentOf(clock), author, body: (isWiki ? markdownOf(body) : body).trim() }
  }
}

function timesOf({ one, moment, day }: Reading, decided: TaskRecord['decided']) {
  return {
    created_at: moment('created_at'),
    started_at: moment('started_at'),
    completed_at: decided === 'cancelled' ? null : moment('completed_at'),
    cancelled_at: moment('cancelled_at') ?? (decided === 'cancelled' ? moment('completed_at') : null),
    archived: Boolean(one('archived')) && (isYes(one('archived')) || clockOf(one('archived')) !== null),
    due_date: day('due_date'),
    start_date: day('start_date'),
  }
}

/** What follows without a choice: from a day on which it ended, or a resolution. */
function decidedBy({ one }: Reading): TaskRecord['decided'] {
  if (one('cancelled_at') || isAbandoned(one('resolution'))) return 'cancelled'
  return one('completed_at') ? 'done' : null
}

/** What the task is called in its source, or what its row says of it where it has no name. */
function keyOf({ one }: Reading, row: Row): string {
  const key = one('key')
  if (key) return key.length <= 255 ? key : `#${hashOf(key)}`
  const cells = Object.entries(row.cells).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `#${hashOf(JSON.stringify(cells))}`
}

function problemOf({ title, external_id }: TaskRecord, { one }: Reading): string | null {
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(one('key')))
    return `the id ${external_id} was damaged by a spreadsheet; export again, and send the file without opening it in one`
  return title ? null : 'it has no title'
}

function labelsOf(source: ImportSource, labels: string[]): string[] {
  const isList = source === 'linear_csv' || source === 'csv' || source === 'asana_csv'
  const all = isList ? labels.flatMap((text) => text.split(/[,;]/)) : labels
  return [...new Set(all.map((label) => label.trim().replace(/^#/, '')).filter(Boolean))].slice(0, 50)
}

function parentOf(source: ImportSource, { one }: Reading): Ref | null {
  const key = one('parent_key')
  if (key) return { key }
  const parent = one('parent')
  if (!parent) return null
  return source === 'csv' || source === 'linear_csv' ? { key: parent } : { alt: parent }
}

function linksOf(many: Reading['many']): Pick<TaskRecord, 'blocks' | 'blocked_by' | 'relates_to'> {
  const list = (field: ImportField) =>
    [...new Set(many(field).flatMap((text) => text.split(/[,;]/)))].map((key) => key.trim()).filter(Boolean)
  return { blocks: list('blocks'), blocked_by: list('blocked_by'), relates_to: list('relates_to') }
}

function minutesOf(reading: Reading): number | null {
  const seconds = reading.number('estimate_seconds', 360_000_000)
  const minutes = reading.number('estimate_minutes', 6_000_000) ?? (seconds === null ? null : seconds / 60)
  return minutes === null ? null : Math.round(minutes)
}

/** `date;author;name;url` of Jira. */
function fileOf(text: string): FileOf[] {
  const [, , name = '', ...url] = text.split(';')
  return url.length ? [{ name: name || 'file', url: url.join(';') }] : []
}
