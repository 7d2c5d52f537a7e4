import { sql } from 'drizzle-orm'
import type { Outside } from '../../base/config.ts'
import type { Statement } from '../../kit/sql.ts'

/** Rejects with 409 if the deployment has no file storage. */
export const requireFiles = ({ files }: Outside): Statement[] =>
  files.configured
    ? []
    : [
        sql`select app.refuse('WM409',
          'this deployment keeps no files: the binding FILES is not set; its operator has to set it')`,
      ]
