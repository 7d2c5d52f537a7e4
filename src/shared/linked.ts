import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { linkables } from '../../db/schema/values.ts'
import { type Expression, me } from '../kit/sql.ts'
import { id, idOut } from '../kit/fields.ts'

export const Linkable = z.enum(linkables)

/** What a person's note or reminder is about, as they may see it now. */
export const Linked = z
  .object({
    type: Linkable,
    id: idOut(),
    key: z.string().nullable().meta({ example: 'WEB-12' }),
    title: z.string().meta({ example: 'Fix the login' }),
  })
  .nullable()
  .meta({ id: 'Linked', description: 'Null where there is none that I may see' })

/** The object as its person may see it, or null. */
export const linked = (type: Expression, thing: Expression) => sql`app.linked(${type}, ${thing}, ${me})`

/** That the caller may open what they name: a rule for `requireFields`. */
export const mayOpen = (type: string, thing: string): [holds: ReturnType<typeof sql>, why: string] => [
  sql`app.can_open_item(${type}, ${thing}::uuid, ${me})`,
  'not found',
]

/** Type and id of it in a change: both, or both null. */
export const link = { type: Linkable.nullable(), id: id().nullable() }
