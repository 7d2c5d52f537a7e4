import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { kindsTaking } from '../../db/schema/kinds.ts'
import { type Expression, me } from '../kit/sql.ts'
import { id } from '../kit/fields.ts'
import type { Reference } from '../kit/targets.ts'
import { ownId } from './common-fields.ts'

export const Linkable = z.enum(kindsTaking('links'))

/** The object of a personal note or reminder, as its owner can see it now. */
export const Linked = z
  .object({
    type: Linkable.describe('The kind of object'),
    id: ownId,
    key: z.string().nullable().meta({ description: 'Its key, if it has one', example: 'WEB-12' }),
    title: z.string().meta({ description: 'What it is called', example: 'Fix the login', 'x-outside': '@' }),
  })
  .nullable()
  .meta({ id: 'Linked', description: 'Null where there is none that I may see' })

/** The row of `app.items` for a kind and id, as `i`. */
export const itemOf = (kind: Expression, id: Expression) =>
  sql`app.item((select app.org_id()), ${kind}, ${id}) i`

/** The object as the caller can see it, or null. */
export const linked = (type: Expression, id: Expression) => sql`app.linked_item(${type}, ${id}, ${me})`

/** An object of this kind that the caller can open. */
export const openable =
  (kind: string): Reference =>
  (id) => [sql`app.can_open_item(${kind}, ${id}::uuid, ${me})`, 'not found']

/** Its type and id in a change: both set, or both null. */
export const link = {
  type: Linkable.nullable().describe('The kind of object that it is linked to'),
  id: id().nullable().describe('The object that it is linked to'),
}
