import { csv, userParam } from '../kit/fields.ts'
import type { Filter } from '../kit/resource.ts'
import type { Expression } from '../kit/sql.ts'
import { among } from './people.ts'

/** Filters a list by owner. */
export const ownerFilter = (column: Expression): Filter[string] => [
  csv(userParam()).meta({
    type: 'string',
    description: 'Only of these members, separated by commas; `me` and `none` too',
  }),
  (owners: string[]) => among(column, owners),
]
