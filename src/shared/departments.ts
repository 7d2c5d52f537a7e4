import { sql } from 'drizzle-orm'
import { departments } from '../../db/schema/departments.ts'
import { targetOf } from '../kit/targets.ts'
import { unarchived } from './references.ts'

/** A department that is not archived, as a reference of other objects. */
export const openDepartment = unarchived(
  targetOf(departments, { noun: 'department' }),
  sql`${departments.archived_at} is not null`,
  'choose another',
)
