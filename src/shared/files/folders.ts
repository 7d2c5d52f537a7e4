import { sql } from 'drizzle-orm'

/** The folder of the entered organization in file storage, as the answer of a statement. */
export const folderOfOrganization = sql`select app.folder_of(app.org_id()) as answer`
