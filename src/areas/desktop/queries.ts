import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { desktopStates } from '../../../db/schema/desktop.ts'
import { ownId } from '../../../db/schema/scopes.ts'
import { all, answer, inOrg, json, jsonb, one, type Ref, shape } from '../../kit/sql.ts'
import { type DesktopFilter, DesktopState } from './schemas.ts'

const mine = all(inOrg(desktopStates), sql`${desktopStates.user_id} = ${ownId}`)
const state = shape(DesktopState, desktopStates, {})

/** All keys of the caller, in order; there are a hundred at most. */
export function listStates({ values, prefix }: z.output<typeof DesktopFilter>) {
  const where = all(mine, prefix && sql`starts_with(${desktopStates.key}, ${prefix})`)
  const { key, version, updated_at, size_bytes, value } = desktopStates
  const item = json({ key, version, updated_at, size: size_bytes, ...(values ? { value } : {}) })
  const items = sql`(select coalesce(json_agg(${item} order by ${key}), '[]'::json) from ${desktopStates} where ${where})`
  return answer(json({ items, total: sql`(select count(*) from ${desktopStates} where ${where})` }))
}

export const getState = (key: Ref) => one(state, all(mine, sql`${desktopStates.key} = ${key}`))

/** Writes the value, or merges it into the stored one. */
export const writeState = (key: Ref, value: unknown, merge: boolean, expectedVersion: number | undefined) => [
  sql`select app.write_desktop(${key}, ${jsonb(value)}, ${merge}, ${expectedVersion ?? null})`,
  getState(key),
]

export const deleteState = (key: Ref) =>
  sql`delete from ${desktopStates} where ${mine} and ${desktopStates.key} = ${key}`
