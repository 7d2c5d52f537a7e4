import type { Schemas } from '../kit/operations.ts'

/** How long leave is: `2.5 days`, `3 h`. */
export const leaveLength = ({ total, leave_type }: Schemas['LeaveRequest']) =>
  leave_type.unit === 'hour' ? `${Number(total) / 60} h` : `${total} ${total === '1' ? 'day' : 'days'}`
