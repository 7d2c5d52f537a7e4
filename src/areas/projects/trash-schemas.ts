import * as z from 'zod'
import { moment, paging, Person } from '../../kit/fields.ts'
import { ownId } from '../../shared/common-fields.ts'

const trashTypes = ['project', 'task', 'document', 'comment'] as const
export const TrashFilter = z.strictObject({
  type: z.enum(trashTypes).optional().describe('Only this kind of object'),
  ...paging,
})

export const TrashItem = z
  .object({
    type: z.enum(trashTypes).describe('The kind of object'),
    id: ownId,
    label: z.string().meta({ description: 'What it is called', example: 'WEB-12 Fix the login' }),
    deleted_at: moment().describe('When it went to the trash'),
    deleted_by: Person.nullable().describe('Who deleted it'),
    purge_after: moment().describe('When it is erased for good'),
    purging: z.boolean().meta({ description: 'Being erased; can no longer be restored' }),
  })
  .meta({ id: 'TrashItem' })
