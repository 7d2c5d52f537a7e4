import { sql } from 'drizzle-orm'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import { type Consumer, endless, type Room } from './consumer.ts'
import { eraseUnder } from './erase-under.ts'

/** A part of a file ends once it has a megabyte or this many pieces, however short. */
const maxPartLength = 1_000_000
const maxPieces = 100
/** To read a piece and to store the part. */
const callsOfPiece = 2

type Export = { part: number; place: object }
type Piece = { text: string; place: object; done: boolean }

export const accountPartsOf = (id: string) => `account-exports/${id}/`
export const accountPartKey = (id: string, part: number) =>
  `${accountPartsOf(id)}${String(part).padStart(6, '0')}`

/** Writes one part of an export of a person's own data and enqueues the next; the last one completes the file. */
export const accountExporting: Consumer = {
  topic: 'account.export',
  action: 'account.exported',
  mails: true,
  async react({ payload }, database, files, _keys, { room = endless } = {}) {
    const id = String(payload.export_id)
    const [result] = await database.batch([sql`select app.account_export_of(${id}::uuid)`])
    if (!result) return []
    const { part, place } = JSON.parse(result) as Export
    const piece = await piecesOf(id, place, database, room)
    if (!piece) return []
    const bytes = utf8ToBytes(piece.text)
    await files.put(accountPartKey(id, part), bytes)
    return [
      sql`select app.account_export_stored(${id}::uuid, ${part}::int, ${bytes.length}::int, ${jsonb(piece.place)},
        ${piece.done})`,
    ]
  },
}

/** The pieces of a part, each read in its own transaction; null if the file is no longer wanted. */
async function piecesOf(id: string, from: object, database: Database, room: Room): Promise<Piece | null> {
  const texts: string[] = []
  let place = from
  let length = 0
  const mayRead = (n: number) =>
    n < maxPieces && length < maxPartLength && (n === 0 || room.has(callsOfPiece))
  for (let n = 0; mayRead(n); n++) {
    const [result] = await database.batch([
      sql`select app.account_export_piece(${id}::uuid, ${jsonb(place)})`,
    ])
    if (!result) return null
    const piece = JSON.parse(result) as Piece
    texts.push(piece.text)
    place = piece.place
    length += piece.text.length
    if (piece.done) return { text: texts.join(''), place, done: true }
  }
  return { text: texts.join(''), place, done: false }
}

/** Erases an export of a person's own data: seven days after it was made, or with the account. */
export const accountExportExpiry: Consumer = {
  topic: 'account.export_expired',
  inSteps: true,
  whenSuspended: true,
  action: 'account.export_expired',
  async react({ payload }, _database, files) {
    const id = String(payload.export_id)
    await eraseUnder(files, accountPartsOf(id))
    return [sql`select app.erase_account_export(${id}::uuid)`]
  },
}
