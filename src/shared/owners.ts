import { csv, userParam } from '../kit/fields.ts'
import type { Filter } from '../kit/resource.ts'
import { type Expression, ensureFields } from '../kit/sql.ts'
import { among } from './people.ts'
import { activeMember } from './members.ts'

/** Rejects an owner who is not an active member. */
export const requireOwner = (owner: string | null | undefined) =>
  ensureFields({ 'body.owner_user_id': owner ? [activeMember(owner), 'not an active member'] : undefined })

/** Filters a list by owner. */
export const ownerFilter = (column: Expression): Filter[string] => [
  csv(userParam()).meta({
    type: 'string',
    description: 'Ids of members; me and none stand for themselves',
  }),
  (owners: string[]) => among(column, owners),
]
