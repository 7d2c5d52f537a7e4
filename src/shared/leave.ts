import { sql } from 'drizzle-orm'

/** The first day of this leave year. */
export const thisLeaveYear = sql`lower(app.leave_year(app.leave_year_of(app.org_today())))`
