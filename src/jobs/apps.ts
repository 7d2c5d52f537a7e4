import { sql } from 'drizzle-orm'
import { manifests } from '../areas/apps/manifests.ts'
import { jsonb } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'

const store = manifests.map(({ key, name, version, requested_scopes, required_entitlement }) => ({
  key,
  name,
  version,
  requested_scopes,
  required_entitlement,
}))

/** Compares what is installed with the store as it is now. */
export const appReview: Consumer = {
  topic: 'apps',
  action: 'app.reviewed',
  react: async () => [sql`select app.review_apps(${jsonb(store)})`],
}
