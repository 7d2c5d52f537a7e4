import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'

/** How long leave is: `2.5 days`, `3 h`. */
export const leaveLength = ({ total, leave_type }: Schemas['LeaveRequest']) =>
  leave_type.unit === 'hour'
    ? `${Number(total) / 60} h`
    : say('{total, plural, one {# day} other {# days}}', { total: Number(total) })
